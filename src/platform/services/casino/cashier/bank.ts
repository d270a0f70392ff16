/** Money in and out of the casino's own calls: accounts without a name of their choosing, and withdrawals on Base. */
import { microsPerUsdc, type Micros } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { GroupIndex, Table } from '../../../../core/base/table.ts';
import type { Instant } from '../../../../core/base/time.ts';
import type { AccountId } from '../../../../core/ledger/ledger.ts';
import { readEvmAddress, readName } from '../../addresses.ts';
import type { Agent, Platform, ServiceClock } from '../../ports.ts';

/** CAS08: flat, out of the amount that is asked for (gap C25). */
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
  readonly #fees: AccountId;
  readonly #withdrawals: GroupIndex<Withdrawal>;
  readonly #members: Table<Agent>;

  constructor(parts: { platform: Platform; clock: ServiceClock; joined: (agent: Agent) => void }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#joined = parts.joined;
    this.#fees = parts.platform.ledger.openAccount('casino:fees');
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

  /** Refuses BAD_REQUEST (address), INSUFFICIENT_BALANCE. */
  withdraw(wish: { address: string; amountMicros: Micros }, caller: Agent): Outcome<Withdrawal> {
    const { amountMicros } = wish;
    const { ledger, policies } = this.#platform;
    const address = readEvmAddress(wish.address, 'address', policies);
    if (address instanceof Refusal) return address;
    if (address === null) return refuse('BAD_REQUEST', 'address must be an EVM address');
    if (ledger.available(caller.account) < amountMicros) {
      return refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the withdrawal');
    }
    const atMs = this.#clock.nowMs;
    const receivedMicros = amountMicros - withdrawalFeeMicros;
    const debit = caller.account;
    const outside = this.#platform.outside.open('base', address);
    ledger.book({ debit, credit: outside, amount: receivedMicros, kind: 'casino-withdrawal', atMs });
    ledger.book({ debit, credit: this.#fees, amount: withdrawalFeeMicros, kind: 'casino-fee', atMs });
    this.#platform.referral.accrue({
      service: 'casino',
      payer: caller,
      named: null,
      feeMicros: withdrawalFeeMicros,
      feesAccount: this.#fees,
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
    const { policies } = this.#platform;
    const named = name === undefined ? null : readName(name, 'referral_code', this.#platform);
    if (named instanceof Refusal) return named;
    const referrer = named?.agent ?? null;
    return name !== undefined && referrer === null && policies['referral.unknown'] === 'reject'
      ? refuse('BAD_REQUEST', `referral_code "${name}" belongs to nobody`)
      : referrer;
  }
}
