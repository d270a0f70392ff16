/** The registry of agents: who holds which key, id and address. Wallet, casino and faucet register into this one. */
import { hash } from 'node:crypto';
import { assert } from '../../base/assert.ts';
import type { Journal } from '../../base/journal.ts';
import { Table } from '../../base/table.ts';
import type { KeyRing } from '../../http/exchange.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Agent, AgentDirectory, NewAgent } from '../ports.ts';
import { base32 } from './base32.ts';
import type { Stream } from '../../kernel/stream.ts';

/** The fixed prefix of live keys (P:202, gap A4). */
export const keyPrefix = 'sk_live_';

export class Agents implements AgentDirectory, KeyRing {
  readonly #byId: Table<Agent>;
  readonly #byAddress: Table<Agent>;
  /** By complete Authorization header, so that the usual spelling is one look-up. */
  readonly #byHeader: Table<Agent>;
  readonly #parts: { journal: Journal; ledger: Ledger; keys: Stream; seed: string };

  constructor(parts: { journal: Journal; ledger: Ledger; keys: Stream; seed: string }) {
    this.#parts = parts;
    this.#byId = new Table(parts.journal);
    this.#byAddress = new Table(parts.journal);
    this.#byHeader = new Table(parts.journal);
  }

  get count(): number {
    return this.#byId.size;
  }

  byId(agentId: string): Agent | undefined {
    return this.#byId.get(agentId);
  }

  /** An address first: an agent id may look like the address of somebody else, and must not receive its money. */
  resolve(idOrAddress: string): Agent | undefined {
    return this.#byAddress.get(idOrAddress.toLowerCase()) ?? this.#byId.get(idOrAddress);
  }

  /** `Bearer <key>`; the scheme is case-insensitive (RFC 9110, 11.1). */
  find(authorization: string | undefined): Agent | undefined {
    if (authorization === undefined) return undefined;
    const known = this.#byHeader.get(authorization);
    if (known !== undefined) return known;
    const key = /^bearer +(\S+)$/i.exec(authorization)?.[1];
    return key === undefined ? undefined : this.#byHeader.get(`Bearer ${key}`);
  }

  add({ agentId, referrer, metadata, atMs }: NewAgent): Agent {
    assert(this.#byId.get(agentId) === undefined, 'an agent id is registered once');
    const agent: Agent = {
      number: this.#byId.size,
      agentId,
      address: this.#addressOf(agentId),
      apiKey: keyPrefix + base32(this.#parts.keys, 32),
      account: this.#parts.ledger.openAccount(`agent:${agentId}`),
      createdAtMs: atMs,
      referrer,
      metadata,
      tier: 'free',
      settledRequests: 0,
    };
    this.#byId.insert(agentId, agent);
    this.#byAddress.insert(agent.address, agent);
    return this.#byHeader.insert(`Bearer ${agent.apiKey}`, agent);
  }

  all(): Iterable<Agent> {
    return this.#byId.rows();
  }

  #addressOf(agentId: string): string {
    return `0x${hash('sha256', `${this.#parts.seed}/address/${agentId}`).slice(0, 40)}`;
  }
}
