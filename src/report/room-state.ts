/** The state that `GET /_sim/events` sends to the control room; types only, for the server and the browser. */

export interface Snapshot {
  /** Virtual time, RFC 3339. */
  readonly now: string;
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
  readonly agents: readonly AgentLine[];
  readonly requests: readonly RequestLine[];
  readonly happenings: readonly EventLine[];
  readonly faults: readonly FaultLine[];
  /** Policies whose option is not the default of the profile. */
  readonly changedPolicies: Readonly<Record<string, string>>;
}

/** One agent of the control room; amounts are USDC as decimal text. */
export interface AgentLine {
  readonly number: number;
  readonly id: string;
  readonly joined: string;
  readonly tier: string;
  readonly balance: string;
  readonly held: string;
  /** The quotas it has used, least remaining first; absent before its first request with a key. */
  readonly meters?: readonly {
    readonly service: string;
    readonly limit: number;
    readonly remaining: number;
  }[];
}

/** One request with its response; bodies are text without secrets. */
export interface RequestLine {
  readonly number: number;
  readonly at: string;
  /** The number of its agent; null without a key. */
  readonly agent: number | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string;
  readonly asked: string;
  readonly answered: string;
}

/** One timer event or transfer of the platform. */
export interface EventLine {
  readonly at: string;
  readonly event: string;
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
