/** Registration of accounts whose id the platform chooses, and the balance and transactions of an account. */
import type { Micros } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { Table } from '../../../../core/base/table.ts';
import { newestFirst, type Page, type PageRequest } from '../../../../core/http/paging.ts';
import type { LedgerEntry } from '../../../../core/ledger/ledger.ts';
import { readName } from '../../addresses.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';

/** How many transactions the balance shows. */
const recentCount = 10;

/**
 * Registers accounts and reads balance and transactions out of the ledger. It keeps only the list of accounts that it
 * registered.
 */
export class Account {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #joined: (agent: RegisteredAgent) => void;
  readonly #members: Table<RegisteredAgent>;

  constructor(parts: { platform: Platform; clock: ServiceClock; joined: (agent: RegisteredAgent) => void }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#joined = parts.joined;
    this.#members = new Table(parts.platform.journal);
  }

  /** CAS04: an account named with the next free `agent_<n>` (gap X9). Refuses BAD_REQUEST (unknown referral code). */
  register({ referralCode }: { referralCode: string | undefined }): Outcome<RegisteredAgent> {
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

  /** CAS05: what the agent can spend, and its latest transactions. */
  balance(
    _: undefined,
    caller: RegisteredAgent,
  ): Outcome<{
    availableMicros: Micros;
    reservedMicros: Micros;
    recent: readonly LedgerEntry[];
  }> {
    const { ledger } = this.#platform;
    return {
      availableMicros: ledger.available(caller.account),
      reservedMicros: ledger.reserved(caller.account),
      recent: [...firstOf(ledger.entriesOf(caller.account), recentCount)],
    };
  }

  /** CAS13: every change of what the account can spend, newest first; they add up to its balance. */
  transactions(request: PageRequest, caller: RegisteredAgent): Outcome<Page<LedgerEntry>> {
    const entries = [...this.#platform.ledger.entriesOf(caller.account)].toReversed();
    return newestFirst(entries, request);
  }

  /** By code, id or address (gap X7). */
  #referrerNamed(name: string | undefined): Outcome<RegisteredAgent | null> {
    const { policies } = this.#platform;
    const named = name === undefined ? null : readName(name, 'referral_code', this.#platform);
    if (named instanceof Refusal) return named;
    const referrer = named?.agent ?? null;
    return name !== undefined && referrer === null && policies['referral.unknown'] === 'reject'
      ? refuse('BAD_REQUEST', `referral_code "${name}" belongs to no agent`)
      : referrer;
  }
}

function* firstOf<Row>(rows: Iterable<Row>, count: number): Iterable<Row> {
  let left = count;
  for (const row of rows) {
    yield row;
    left -= 1;
    if (left === 0) return;
  }
}
