/** What accounts of the house must have: those whose every change follows from a request or a deadline, each on its own. */
import { parseUsdc, type Micros } from '../../core/base/money.ts';
import { usdc } from './usdc.ts';

/** Balances of accounts that belong to no agent, by name. */
export type HouseBalances = ReadonlyMap<string, Micros>;

/** Accounts that are followed; of all others something happens at instants or prices that no answer names. */
const followed = [
  'faucet:pool', 'escrow:fees', 'domains:fees', 'casino:fees', 'casino:contest-fees', 'casino:house', 'trading:fees',
] as const; // prettier-ignore

/** Policies with the amounts that accounts begin with: a run books one at the first use of its account. */
const openings: Readonly<Record<string, string>> = {
  'faucet:pool': 'faucet.pool',
  'casino:house': 'casino.houseBankroll',
};

/** An account that is followed. */
export type HouseAccount = (typeof followed)[number];

/** The accounts that are followed of one service; the pool of the faucet and the fees of every other. */
export const houseAccountsOf = (service: string): readonly HouseAccount[] =>
  followed.filter((account) => account.startsWith(`${service}:`));

/** Begins with the first balances that it is shown. */
export class HouseBooks {
  readonly #expected = new Map<string, Micros>();
  readonly #loose = new Set<string>();
  /** Accounts whose opening amount has not been seen yet. */
  readonly #unopened = new Set(Object.keys(openings));
  readonly #policies: Readonly<Record<string, string>>;
  #hasBegun = false;
  #seen: HouseBalances | undefined;

  constructor(policies: Readonly<Record<string, string>>) {
    this.#policies = policies;
  }

  move(account: HouseAccount, micros: Micros): void {
    this.#expected.set(account, (this.#expected.get(account) ?? 0) + micros);
  }

  /** From now on this account is not followed: what changes it is not known to the moment. */
  loosen(account: HouseAccount): void {
    this.#loose.add(account);
  }

  #open(account: HouseAccount): void {
    this.move(account, this.#openingOf(account));
    this.#unopened.delete(account);
  }

  /** What any account had when the books were last shown; undefined where they never were. */
  seen(account: string): Micros | undefined {
    return this.#seen === undefined ? undefined : (this.#seen.get(account) ?? 0);
  }

  /** The balances before any request. */
  begin(balances: HouseBalances): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    for (const account of followed) {
      const seen = balances.get(account) ?? 0;
      if (account in openings && seen !== 0) this.#open(account);
      else this.move(account, seen);
    }
  }

  #openingOf(account: string): Micros {
    return !this.#unopened.has(account) ? 0 : (parseUsdc(this.#policies[openings[account] ?? '']) ?? 0);
  }

  /** What an account has, as far as its opening amount is there at its first use; undefined where it is not followed. */
  known(account: HouseAccount): Micros | undefined {
    if (this.#loose.has(account)) return undefined;
    return (this.#expected.get(account) ?? 0) + this.#openingOf(account);
  }

  /** The first account that differs, also where it is not there; none where no balances are known. */
  difference(balances: HouseBalances | undefined): string | undefined {
    if (balances === undefined) return undefined;
    this.#seen = balances;
    for (const account of followed) {
      const [seen, wanted] = [balances.get(account), this.#expected.get(account) ?? 0];
      const isOpened = seen !== wanted && seen === wanted + this.#openingOf(account);
      if (isOpened) this.#open(account);
      if (!this.#loose.has(account) && seen !== wanted && !isOpened)
        return `${account} has ${seen === undefined ? 'no balance' : usdc(seen)}; expected ${usdc(wanted)}`;
    }
    return undefined;
  }
}
