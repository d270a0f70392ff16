/**
 * Which accounts of the house one request may change, and by what in all: each service has separate ones, a read and a refusal change none, and
 * what leaves agents is in them unless the call pays an account outside (gap X19).
 */
import { parseUsdc } from '../../../core/base/money.ts';
import { isOk, reads, type Case } from '../case.ts';
import { usdc } from '../usdc.ts';
import type { AuditedExchange, Balances } from '../exchange.ts';
import type { HouseBalances } from '../house-books.ts';

/** By call: the accounts that it may change, below its service where they have no other prefix. */
const mayChange: Readonly<Record<string, string>> = {
  'faucet/register': 'pool',
  'faucet/claimDaily': 'pool',
  'faucet/claimOnce': 'pool',
  'escrow/release': 'fees referral:payable',
  'domains/register': 'fees referral:payable',
  'domains/renew': 'fees referral:payable',
  'domains/transfer': 'fees',
  'trading/place': 'venue margin fees funding referral:payable',
  'casino/bet': 'house issuer referral:payable',
  'casino/batch': 'house issuer referral:payable',
  'casino/deal': 'house issuer referral:payable',
  'casino/launch': 'house issuer referral:payable',
  'casino/cashOut': 'house issuer referral:payable',
  'casino/playTournament': 'house issuer referral:payable',
  'casino/withdraw': 'fees referral:payable',
  'casino/createTournament': 'contests',
  'casino/enterTournament': 'contests',
  'casino/acceptChallenge': 'contests contest-fees',
  'wallet/swap': 'aggregator fees issuer referral:payable',
  'wallet/openSwap': 'aggregator fees issuer referral:payable',
  'wallet/send': 'fees referral:payable',
  'wallet/withdrawReferral': 'referral:payable',
};

/** Accounts that the issuer fills at the first call that needs them, whatever comes of it. */
const openings: Readonly<Record<string, readonly [account: string, policy: string]>> = {
  faucet: ['faucet:pool', 'faucet.pool'],
  casino: ['casino:house', 'casino.houseBankroll'],
  trading: ['trading:venue', 'trading.venue'],
  wallet: ['wallet:aggregator', 'wallet.liquidity'],
};

/** Calls of which all money stays between agents and the house. */
const inside: readonly string[] = [
  'escrow/create', 'escrow/refund', 'escrow/dispute', 'domains/register', 'domains/renew', 'domains/transfer', 'trading/place',
  'trading/cancel', 'casino/bet', 'casino/batch', 'casino/deal', 'casino/launch', 'casino/cashOut', 'casino/playTournament',
  'casino/createTournament', 'casino/enterTournament', 'casino/createChallenge', 'casino/acceptChallenge', 'casino/declineChallenge',
  'faucet/register', 'faucet/claimDaily', 'faucet/claimOnce',
]; // prettier-ignore

/** Checks `house-accounts` and `refusals-leave-no-trace`. Give it the books right before and right after each request. */
export class HouseMoves {
  readonly #case: Case;
  #before: { houses: HouseBalances; agents: Balances } | undefined;

  constructor(file: Case) {
    this.#case = file;
  }

  arrived(agents: Balances, houses: HouseBalances | undefined): void {
    this.#before = houses === undefined ? undefined : { houses, agents };
  }

  answered(exchange: AuditedExchange, agents: Balances, houses: HouseBalances | undefined): void {
    const before = this.#before;
    this.#before = undefined;
    const { service, operation, status } = exchange;
    if (before === undefined || houses === undefined || service === 'control' || status >= 500) return;
    const call = `${service}/${operation}`;
    if (status >= 400) this.#holdsStill(`${call} answered ${status}`, before.agents, agents);
    const allowed = (isOk(exchange) ? (mayChange[call] ?? '') : '')
      .split(' ')
      .map((name) => nameOf(service, name))
      .concat(this.#mayIssue(service) ? 'issuer' : []);
    const opened = this.#openedBy(service, before.houses, houses);
    let sum = 0;
    for (const [account, after] of houses) {
      const moved = after - (before.houses.get(account) ?? 0) - (opened.get(account) ?? 0);
      sum += moved;
      if (moved !== 0 && !allowed.includes(account))
        this.#case.breaks(
          'house-accounts',
          `${call} answered ${status} changes ${account} by ${usdc(moved)}`,
        );
    }
    if (inside.includes(call) && isOk(exchange))
      this.#holdsSum(call, sum, wholeOf(agents) - wholeOf(before.agents));
  }

  /** Gap T9: under one reading the issuer pays in what the venue lacks. */
  #mayIssue(service: string): boolean {
    return service === 'trading' && reads(this.#case, 'trading.venueShort', 'issuer');
  }

  /** What an account has been opened with. */
  #openedBy(service: string, before: HouseBalances, after: HouseBalances): ReadonlyMap<string, number> {
    const [account = '', policy = ''] = openings[service] ?? [];
    const amount = parseUsdc(this.#case.setting.policies[policy]) ?? 0;
    const issued = (before.get('issuer') ?? 0) - (after.get('issuer') ?? 0);
    return issued === amount
      ? new Map([
          ['issuer', -amount],
          [account, amount],
        ])
      : new Map();
  }

  /** Under every reading, and whatever is known of balances. */
  #holdsStill(call: string, before: Balances, after: Balances): void {
    for (const [agent, { availableMicros, heldMicros }] of before) {
      const now = after.get(agent);
      if (now?.availableMicros !== availableMicros || now.heldMicros !== heldMicros)
        this.#case.breaks('refusals-leave-no-trace', `the balance of ${agent} changes, ${call}`);
    }
  }

  #holdsSum(call: string, toHouses: number, toAgents: number): void {
    if (toHouses + toAgents !== 0)
      this.#case.breaks(
        'house-accounts',
        `${call} moves ${usdc(toHouses)} to the house and ${usdc(toAgents)} to agents`,
      );
  }
}

const nameOf = (service: string, name: string): string =>
  name.includes(':') || name === 'issuer' ? name : `${service}:${name}`;

const wholeOf = (balances: Balances): number =>
  [...balances.values()].reduce(
    (sum, { availableMicros, heldMicros }) => sum + availableMicros + heldMicros,
    0,
  );
