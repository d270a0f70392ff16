/** Money in and out of the casino's own calls: accounts without a name of their choosing, and withdrawals on Base. */
import { microsPerUsdc, type Micros } from '../../base/money.ts';
import { Refusal, refuse, type Outcome } from '../../base/refusal.ts';
import { GroupIndex, Table } from '../../base/table.ts';
import type { Instant } from '../../base/time.ts';
import type { AccountId } from '../../ledger/ledger.ts';
import type { Agent, Platform, ServiceClock } from '../ports.ts';

/** C:118: flat, out of the amount that is asked for (gap C25). */
const withdrawalFeeMicros = microsPerUsdc / 2;
export const withdrawalMinMicros = microsPerUsdc;

export interface Withdrawal {
  readonly withdrawalId: string;
  /** EVM address, lower case. */
  readonly address: string;
  readonly amountMicros: Micros;
  readonly feeMicros: Micros;
  readonly receivedMicros: Micros;
  readonly txHash: string;
  readonly atMs: Instant;
}

export class Bank {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #joined: (agent: Agent) => void;
  readonly #accounts: Table<{ readonly account: AccountId }>;
  readonly #withdrawals: GroupIndex<Withdrawal>;
  readonly #members: Table<Agent>;

  constructor(parts: { platform: Platform; clock: ServiceClock; joined: (agent: Agent) => void }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#joined = parts.joined;
    this.#accounts = new Table(parts.platform.journal);
    this.#withdrawals = new GroupIndex(parts.platform.journal);
    this.#members = new Table(parts.platform.journal);
  }

  /** The next `agent_<n>` that is free (gap X9). Refuses BAD_REQUEST for a referrer that nobody is. */
  register(referralCode: string | undefined): Outcome<Agent> {
    const { agents } = this.#platform;
    const referrer = this.#referrerNamed(referralCode);
    if (referrer instanceof Refusal) return referrer;
    let number = this.#members.size + 1;
    while (agents.byId(`agent_${number}`) !== undefined) number += 1;
    const agentId = `agent_${number}`;
    const agent = agents.add({ agentId, referrer, metadata: {}, atMs: this.#clock.nowMs });
    this.#joined(agent);
    this.#platform.emit('agentRegistered', 0);
    return this.#members.insert(agentId, agent);
  }

  /** Refuses INSUFFICIENT_BALANCE. */
  withdraw(wish: { address: string; amountMicros: Micros }, caller: Agent): Outcome<Withdrawal> {
    const { address, amountMicros } = wish;
    const { ledger } = this.#platform;
    if (ledger.available(caller.account) < amountMicros) {
      return refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the withdrawal');
    }
    const atMs = this.#clock.nowMs;
    const receivedMicros = amountMicros - withdrawalFeeMicros;
    const debit = caller.account;
    const outside = this.#platform.outside.open('base', address);
    ledger.book({ debit, credit: outside, amount: receivedMicros, kind: 'casino-withdrawal', atMs });
    const fees = this.#account('casino:fees');
    ledger.book({ debit, credit: fees, amount: withdrawalFeeMicros, kind: 'casino-fee', atMs });
    this.#platform.referral.accrue({
      service: 'casino',
      payer: caller,
      named: null,
      feeMicros: withdrawalFeeMicros,
      feesAccount: fees,
      atMs,
    });
    const withdrawal = {
      withdrawalId: this.#platform.nextId('wdr'),
      address,
      amountMicros,
      feeMicros: withdrawalFeeMicros,
      receivedMicros,
      txHash: this.#platform.nextTxHash(),
      atMs,
    };
    this.#withdrawals.add(caller.agentId, withdrawal);
    return withdrawal;
  }

  /** Oldest first. */
  withdrawalsOf(agent: Agent): readonly Withdrawal[] {
    return this.#withdrawals.get(agent.agentId);
  }

  /** By code, id or address (gap X7). */
  #referrerNamed(name: string | undefined): Outcome<Agent | null> {
    const { agents, policies } = this.#platform;
    const referrer = name === undefined ? null : (agents.resolve(name) ?? null);
    return name !== undefined && referrer === null && policies['referral.unknown'] === 'reject'
      ? refuse('BAD_REQUEST', `referral_code "${name}" belongs to nobody`)
      : referrer;
  }

  /** Opened at first use. */
  #account(name: string): AccountId {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known.account;
    return this.#accounts.insert(name, { account: this.#platform.ledger.openAccount(name) }).account;
  }
}
