/** A domain name with its owner and term, and the requests of callers. */
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import type { RegisteredAgent } from '../ports.ts';
import type { RecordType, ResourceRecord } from './resource-record.ts';

/** The owner of a domain: an agent, or an EVM address that no agent has. */
export interface Owner {
  readonly agent: RegisteredAgent | null;
  /** EVM address, lower case. */
  readonly address: string;
}

/** The identity of one owner's possession of a name. A transfer or a new registration begins another one. */
export interface Ownership {
  readonly domain: Domain;
}

/** A registered name. Immutable: each change replaces it. */
export interface Tenure {
  readonly name: string;
  readonly owner: Owner;
  readonly holding: Ownership;
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

/** A completed registration or renewal; the cost is in micro-USDC. */
export interface Purchase {
  readonly tenure: Tenure;
  readonly costMicros: Micros;
  readonly txHash: string;
}

/** A request to register a name. */
export interface DomainRegistration {
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

/** The name after a change of its DNS records; `unchanged` if the change had no effect. */
export interface RecordsChanged {
  readonly tenure: Tenure;
  readonly result: 'added' | 'updated' | 'removed' | 'unchanged';
}

/** A request to transfer a name to another owner. */
export interface DomainTransferOrder {
  readonly name: string;
  /** An agent id or an EVM address (DOM17). */
  readonly to: string;
  /** Null for a gift. */
  readonly priceMicros: Micros | null;
}

/** A completed transfer, or, under policy `domains.saleConsent: bid`, the bid of a buyer. */
export interface Transferred {
  readonly name: string;
  readonly from: Owner;
  readonly to: Owner;
  readonly priceMicros: Micros | null;
  /** Null for a bid. */
  readonly txHash: string | null;
}
