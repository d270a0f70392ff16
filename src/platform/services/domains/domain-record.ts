/** One domain name, who holds it and until when, and what a caller may ask of it. */
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import type { Agent } from '../ports.ts';
import type { RecordType, ResourceRecord } from './resource-record.ts';

/** Whoever holds a domain: an agent, or an EVM address that no agent has. */
export interface Owner {
  readonly agent: Agent | null;
  /** EVM address, lower case. */
  readonly address: string;
}

/** One owner's time with a name. A new one begins when the name changes hands. */
export interface Holding {
  readonly domain: Domain;
}

/** A name as somebody holds it. Never changed: a change puts a new one in its place. */
export interface Tenure {
  readonly name: string;
  readonly owner: Owner;
  readonly holding: Holding;
  readonly registeredAtMs: Instant;
  readonly expiresAtMs: Instant;
  /** True from expiry on, while policy `domains.grace` keeps the name for its owner. */
  readonly isInGrace: boolean;
  readonly resolver: string | null;
  readonly records: readonly ResourceRecord[];
  /** Cancels the due event that is set: expiry, or the end of grace. */
  readonly cancel: () => void;
}

/** A name that was registered at least once; free while its tenure is null. */
export interface Domain {
  readonly name: string;
  tenure: Tenure | null;
}

export interface Purchase {
  readonly tenure: Tenure;
  readonly costMicros: Micros;
  readonly txHash: string;
}

/** What a call to `/register` asks for. */
export interface Registration {
  readonly name: string;
  readonly years: number;
  readonly resolver: string | null;
}

/** A value to add or update, or null to remove all records of that type and host. */
export interface RecordChange {
  readonly name: string;
  readonly type: RecordType;
  readonly host: string;
  readonly value: string | null;
  readonly ttlSeconds: number;
}

export interface RecordsChanged {
  readonly tenure: Tenure;
  readonly result: 'added' | 'updated' | 'removed' | 'unchanged';
}

export interface TransferOrder {
  readonly name: string;
  /** An agent id or an EVM address (DOM17). */
  readonly to: string;
  /** Null for a gift. */
  readonly priceMicros: Micros | null;
}

/** A transfer that has happened, or, under policy `domains.saleConsent: bid`, a buyer's word to pay so much. */
export interface Transferred {
  readonly name: string;
  readonly from: Owner;
  readonly to: Owner;
  readonly priceMicros: Micros | null;
  /** Null while it is but a bid. */
  readonly txHash: string | null;
}
