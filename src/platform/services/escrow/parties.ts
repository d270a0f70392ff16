/** The parties that an order names: referrer, buyer and receiver. */
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { Table } from '../../../core/base/table.ts';
import { readName } from '../addresses.ts';
import type { Platform, RegisteredAgent } from '../ports.ts';
import type { EscrowOrder, Receiver } from './escrow-record.ts';

/** Resolves names to agents and accounts; opens the account of an outside receiver at its first use. */
export class Parties {
  readonly #platform: Platform;
  /** Receivers outside of the platform, by address. */
  readonly #outside: Table<Receiver>;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#outside = new Table(platform.journal);
  }

  /** The referrer, null if none is named. Refuses BAD_REQUEST for an unknown one and for the caller itself. */
  referrerOf(order: EscrowOrder, caller: RegisteredAgent): Outcome<RegisteredAgent | null> {
    if (order.referrer === undefined) return null;
    const named = readName(order.referrer, 'referrer', this.#platform);
    if (named instanceof Refusal) return named;
    const referrer = named.agent;
    if (referrer === undefined)
      return refuse('BAD_REQUEST', `referrer "${order.referrer}" is not registered`);
    return referrer === caller ? refuse('BAD_REQUEST', 'an agent cannot refer itself') : referrer;
  }

  /** Refuses FORBIDDEN if the named buyer is not the caller (gap S13); undefined if it is. */
  buyerMistake(name: string | undefined, caller: RegisteredAgent): Refusal | undefined {
    if (name === undefined) return undefined;
    const named = readName(name, 'buyer', this.#platform);
    if (named instanceof Refusal) return named;
    return named.agent === caller
      ? undefined
      : refuse('FORBIDDEN', 'the buyer must be the agent whose key is used');
  }

  /** An agent, or an address outside of the platform. Refuses BAD_REQUEST, NOT_FOUND. */
  receiverOf(name: string): Outcome<Receiver> {
    const named = readName(name, 'receiver', this.#platform);
    if (named instanceof Refusal) return named;
    const { agent, address } = named;
    if (agent !== undefined) return { agent, name: agent.agentId, account: agent.account };
    if (address === null) return refuse('NOT_FOUND', `receiver "${name}" is not registered`);
    return this.#outside.get(address) ?? this.#openOutside(address);
  }

  #openOutside(address: string): Receiver {
    const account = this.#platform.ledger.openAccount(`external:${address}`);
    return this.#outside.insert(address, { agent: null, name: address, account });
  }
}
