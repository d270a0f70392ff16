/**
 * The referral book alone, in front of services that are not there: agents in any tree, an account that fees come
 * into, a house, and a clock that moves only when a test says so.
 */
import { assert } from '../../../src/core/base/assert.ts';
import { Journal } from '../../../src/core/base/journal.ts';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { dayMs } from '../../../src/core/base/time.ts';
import { Kernel } from '../../../src/core/kernel/kernel.ts';
import { driftMicros } from '../../../src/core/ledger/drift.ts';
import { Ledger } from '../../../src/core/ledger/ledger.ts';
import { resolvePolicies } from '../../../src/core/policy/policies.ts';
import { AgentRegistry } from '../../../src/platform/services/identity/agents.ts';
import type { FeeService, Platform, RegisteredAgent } from '../../../src/platform/services/ports.ts';
import { Referral } from '../../../src/platform/services/referral/referral.ts';
import { OutsideDirectory } from '../../../src/platform/world/outside-accounts.ts';
import { SteppableClock } from '../../../src/platform/world/service-clock.ts';
import type { Overrides } from '../../conformance/harness.ts';
import { transferKinds } from '../../../src/platform/services/transfer-kinds.ts';

export class ReferralBook {
  readonly journal = new Journal();
  readonly ledger = new Ledger(this.journal, transferKinds);
  readonly issuer = this.ledger.openAccount('issuer', { mayGoNegative: true });
  readonly fees = this.ledger.openAccount('fees');
  readonly house = this.ledger.openAccount('house');
  readonly outside = this.ledger.openAccount('outside');
  readonly agents: RegisteredAgent[] = [];
  readonly referral: Referral;
  readonly #kernel = new Kernel({ startMs: 0, seed: 'referral' });
  /** The events of accruals and payouts. */
  readonly emitted = { referralAccrued: 0, referralPaid: 0 };

  constructor(overrides: Overrides = {}) {
    const policies = resolvePolicies('published', overrides);
    assert(!(policies instanceof Refusal), 'a test names policies that exist');
    const stream = (path: string) => this.#kernel.streams.stream(path);
    const { ledger, journal } = this;
    const platform: Omit<Platform, 'referral'> = {
      ledger,
      journal,
      policies,
      agents: new AgentRegistry({ ledger, journal, keys: stream('keys'), seed: 'referral' }),
      outside: new OutsideDirectory(this.ledger),
      nextId: (prefix) => prefix,
      nextTxHash: () => '',
      stream,
      idStream: stream,
      emit: (event, amount) => {
        if (event === 'referralAccrued' || event === 'referralPaid') this.emitted[event] += amount;
      },
    };
    const clock = new SteppableClock({
      kernel: this.#kernel,
      journal: this.journal,
      onDue: () => undefined,
    });
    this.referral = new Referral(platform, clock);
  }

  get driftMicros(): number {
    return driftMicros(this.ledger);
  }

  /** A new agent with a referrer of the book, or with none. */
  join(referrer: RegisteredAgent | null = null): RegisteredAgent {
    const number = this.agents.length;
    const agent: RegisteredAgent = {
      number,
      agentId: `agent-${number}`,
      address: `0x${String(number).padStart(40, '0')}`,
      referralCode: `ref_${number}`,
      apiKey: `key-${number}`,
      account: this.ledger.openAccount(`agent-${number}`),
      createdAtMs: 0,
      referrer,
      metadata: {},
      tier: 'free',
      settledRequests: 0,
    };
    this.agents.push(agent);
    this.referral.joined(agent);
    return agent;
  }

  /** Agents of which each one refers the next; the last one is the lowest. */
  chain(length: number): RegisteredAgent[] {
    const chain: RegisteredAgent[] = [];
    while (chain.length < length) chain.push(this.join(chain.at(-1) ?? null));
    return chain;
  }

  /** Brings money into an account from outside the book. */
  fund(account: number, micros: number): void {
    if (micros === 0) return;
    const { issuer } = this;
    this.ledger.book({ debit: issuer, credit: account, amount: micros, kind: 'genesis', atMs: this.nowMs });
  }

  /** A fee of a service has come in. */
  fee(
    service: FeeService,
    payer: RegisteredAgent,
    feeMicros: number,
    named: RegisteredAgent | null = null,
  ): void {
    this.fund(this.fees, feeMicros);
    this.referral.accrue({ service, payer, named, feeMicros, feesAccount: this.fees, atMs: this.nowMs });
  }

  /** A bet is over: the house has the stake and the player the payout. */
  bet(player: RegisteredAgent, stakeMicros: number, payoutMicros: number): void {
    if (stakeMicros > payoutMicros) this.fund(this.house, stakeMicros - payoutMicros);
    const { house, nowMs } = this;
    this.referral.settledBet({ player, stakeMicros, payoutMicros, houseAccount: house, atMs: nowMs });
  }

  earned(agent: RegisteredAgent): number {
    return this.referral.earningsOf(agent).earnedMicros;
  }

  /** What the whole book has earned, agent by agent in the order of their registration. */
  allEarned(): number[] {
    return this.agents.map((agent) => this.earned(agent));
  }

  get nowMs(): number {
    return this.#kernel.nowMs;
  }

  /** The end of this day and the start of the next, to the millisecond. */
  passMidnight(): void {
    this.#kernel.run({ untilMs: (Math.floor(this.nowMs / dayMs) + 1) * dayMs });
  }
}

export const feeServices: readonly FeeService[] = ['trading', 'escrow', 'domains', 'casino', 'wallet'];
