/** Accounts of the wallet's own register call, which asks for no name (WAL07, REF13, gap X9). */
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { Table } from '../../../core/base/table.ts';
import { readName } from '../addresses.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../ports.ts';

/** Registers agents through the wallet; `joined` is called once for each of them. */
export class WalletRegistration {
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

  /** WAL07: assigns the next free `agent_<n>`. Refuses BAD_REQUEST (unknown code, under policy `referral.unknown`). */
  register({ referralCode }: { referralCode: string | undefined }): Outcome<RegisteredAgent> {
    const { agents, policies } = this.#platform;
    const named = referralCode === undefined ? null : readName(referralCode, 'referral_code', this.#platform);
    if (named instanceof Refusal) return named;
    const referrer = named?.agent ?? null;
    if (referralCode !== undefined && referrer === null && policies['referral.unknown'] === 'reject') {
      return refuse('BAD_REQUEST', 'referral_code belongs to no agent');
    }
    let number = this.#members.size + 1;
    while (agents.byId(`agent_${number}`) !== undefined) number += 1;
    const agentId = `agent_${number}`;
    const agent = agents.add({ agentId, referrer, metadata: {}, atMs: this.#clock.nowMs });
    this.#joined(agent);
    this.#platform.emit('agentRegistered', 0);
    return this.#members.insert(agentId, agent);
  }
}
