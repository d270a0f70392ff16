/** The registry of agents by key, id and address. Wallet, casino and faucet register into this one. */
import { hash } from 'node:crypto';
import { assert } from '../../../core/base/assert.ts';
import type { Journal } from '../../../core/base/journal.ts';
import { GroupIndex, Table } from '../../../core/base/table.ts';
import type { KeyRing } from '../../../core/http/exchange.ts';
import type { Ledger } from '../../../core/ledger/ledger.ts';
import type { AgentDirectory, NewAgent, RegisteredAgent } from '../ports.ts';
import { base32 } from './base32.ts';
import type { Stream } from '../../../core/kernel/stream.ts';

/** The fixed prefix of live keys (AUT06, gap A4). */
export const keyPrefix = 'sk_live_';

/** One text with no reference to its parts, which the engine keeps for a sum: a world has millions of these. */
const flat = (...parts: readonly string[]): string => parts.join('');

/** All agents of one world. An id, a key and an address are assigned at registration and never change. */
export class AgentRegistry implements AgentDirectory, KeyRing {
  readonly #byId: Table<RegisteredAgent>;
  /** By address and by referral code: names that the platform gives. */
  readonly #byGivenName: Table<RegisteredAgent>;
  /** By complete Authorization header, so that the default spelling needs one look-up. */
  readonly #byHeader: Table<RegisteredAgent>;
  /** One group: all agents by number. */
  readonly #byNumber: GroupIndex<RegisteredAgent>;
  readonly #parts: { journal: Journal; ledger: Ledger; keys: Stream; seed: string };

  constructor(parts: { journal: Journal; ledger: Ledger; keys: Stream; seed: string }) {
    this.#parts = parts;
    this.#byId = new Table(parts.journal);
    this.#byGivenName = new Table(parts.journal);
    this.#byHeader = new Table(parts.journal);
    this.#byNumber = new GroupIndex(parts.journal);
  }

  get count(): number {
    return this.#byId.size;
  }

  byId(agentId: string): RegisteredAgent | undefined {
    return this.#byId.get(agentId);
  }

  /** The agent with this position in the registry. */
  at(number: number): RegisteredAgent | undefined {
    return this.#byNumber.get('')[number];
  }

  /** Given names first, so that no agent id can shadow a referral code. No agent id is an address. */
  resolve(name: string): RegisteredAgent | undefined {
    return this.#byGivenName.get(name.toLowerCase()) ?? this.#byId.get(name);
  }

  /** `Bearer <key>`; the scheme is case-insensitive (RFC 9110, 11.1). */
  find(authorization: string | undefined): RegisteredAgent | undefined {
    if (authorization === undefined) return undefined;
    const known = this.#byHeader.get(authorization);
    if (known !== undefined) return known;
    const key = /^bearer +(\S+)$/i.exec(authorization)?.[1];
    return key === undefined ? undefined : this.#byHeader.get(`Bearer ${key}`);
  }

  add({ agentId, referrer, metadata, atMs }: NewAgent): RegisteredAgent {
    assert(this.#byId.get(agentId) === undefined, 'an agent id is registered once');
    const { address, referralCode } = this.#namesOf(agentId);
    const agent: RegisteredAgent = {
      number: this.#byId.size,
      agentId,
      address,
      referralCode,
      apiKey: flat(keyPrefix, base32(this.#parts.keys, 32)),
      account: this.#parts.ledger.openAccount(`agent:${agentId}`),
      createdAtMs: atMs,
      referrer,
      metadata,
      tier: 'free',
      settledRequests: 0,
    };
    this.#byId.insert(agentId, agent);
    this.#byGivenName.insert(address, agent);
    this.#byGivenName.insert(referralCode, agent);
    this.#byNumber.add('', agent);
    return this.#byHeader.insert(`Bearer ${agent.apiKey}`, agent);
  }

  all(): Iterable<RegisteredAgent> {
    return this.#byId.rows();
  }

  /** Address and code are disjoint parts of one hash, so neither reveals the other; a code has 64 bits (gap X12). */
  #namesOf(agentId: string): { address: string; referralCode: string } {
    const digits = hash('sha256', `${this.#parts.seed}/address/${agentId}`);
    return { address: flat('0x', digits.slice(0, 40)), referralCode: flat('ref_', digits.slice(40, 56)) };
  }
}
