/** The state that `GET /_sim/events` sends to the control room; types only, for the server and the browser. */
import type { RequestLine } from '../platform/control/observed.ts';

export type {
  AgentInFull,
  AgentPage,
  ExchangeInFull,
  RequestLine,
  RoomCharts,
} from '../platform/control/observed.ts';

export interface Snapshot {
  /** Virtual time, RFC 3339. */
  readonly now: string;
  /** The first instant of the world. */
  readonly start: string;
  /** Grows whenever checkpoints or branches change. */
  readonly past: number;
  readonly branch: string;
  readonly pace: string;
  readonly seed: string;
  readonly profile: string;
  readonly policyHash: string;
  readonly digest: string;
  readonly counts: {
    readonly agents: number;
    readonly requests: number;
    readonly transfers: number;
    readonly ok: number;
    readonly refused: number;
    readonly limited: number;
    readonly failed: number;
  };
  /** `driftMicros` is null where the ledger is too long to be added up for each state. */
  readonly money: { readonly pool: string; readonly driftMicros: number | null };
  readonly requests: readonly RequestLine[];
  readonly happenings: readonly EventLine[];
  readonly faults: readonly FaultLine[];
  /** Policies whose option is not the default of the profile. */
  readonly changedPolicies: Readonly<Record<string, string>>;
}

/** One timer event or transfer of the platform. */
export interface EventLine {
  /** Its number among the events of the digest. */
  readonly event: number;
  readonly at: string;
  readonly name: string;
  readonly amount: string;
}

/** One fault of the sandbox; `until` is null without an end. */
export interface FaultLine {
  /** Its place in the timetable, from 1. */
  readonly number: number;
  readonly service: string;
  readonly kind: string;
  readonly from: string;
  readonly until: string | null;
  readonly state: 'planned' | 'on' | 'over';
}
