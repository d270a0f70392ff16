/** What a run leaves behind: the summary of `run --json`, and the tables that reports are made from. */
import { Type, type Static } from 'typebox';
import type { Micros } from '../../core/base/money.ts';
import {
  closed,
  Count,
  Hex16,
  Hex32,
  InstantText,
  nullable,
  Positive,
  StatusCounts,
} from '../../core/base/schema-parts.ts';
import type { DurationMs, Instant } from '../../core/base/time.ts';
import type { Written } from '../../core/base/written.ts';
import { profiles } from '../../core/policy/policies.ts';
import type { SampledName } from './sampled-series.ts';

/** One expectation and what was measured; `value` is null where nothing was measured. */
export const ExpectationSchema = Type.Object(
  {
    metric: Type.String(),
    threshold: Type.String(),
    value: nullable(Type.Number()),
    ok: Type.Boolean(),
  },
  closed,
);

/** A behaviour that broke. */
const FindingSchema = Type.Object(
  {
    kind: Type.String(),
    agent: Type.String(),
    behaviour: Type.String(),
    // Virtual.
    at: InstantText,
    message: Type.String(),
  },
  closed,
);

/** The object that `run --json` prints (DESIGN.md, JSON results). `ok` comes last. */
export const RunSummarySchema = Type.Object(
  {
    scenario: Type.String(),
    seed: Type.String(),
    profile: Type.Enum([...profiles]),
    policyHash: Hex16,
    digest: Hex32,
    virtual: Type.Object({ start: InstantText, end: InstantText, seconds: Positive }, closed),
    wallSeconds: Positive,
    agents: Count,
    // Events that the kernel ran.
    events: Count,
    // Requests that reached the platform.
    requests: Count,
    statusCounts: StatusCounts,
    ledger: Type.Object({ transfers: Count, driftMicros: Type.Integer() }, closed),
    expectations: Type.Array(ExpectationSchema),
    findings: Type.Array(FindingSchema),
    ok: Type.Boolean(),
  },
  closed,
);

/** What `metrics.json` of a report folder holds: what `orrery compare` reads. */
export const MeasuredRunSchema = Type.Object(
  {
    scenario: Type.String(),
    seed: Type.String(),
    profile: Type.Enum([...profiles]),
    policyHash: Hex16,
    digest: Hex32,
    metrics: Type.Array(
      Type.Object(
        {
          // As in an expectation, with the aggregate of a trend inside: `http_req_duration{service:escrow,p(99)}`.
          name: Type.String(),
          unit: Type.String(),
          value: Type.Number(),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type ExpectationResult = Written<Static<typeof ExpectationSchema>>;
export type FindingResult = Written<Static<typeof FindingSchema>>;
export type RunSummary = Written<Static<typeof RunSummarySchema>>;
export type MeasuredRun = Written<Static<typeof MeasuredRunSchema>>;

/** One measured figure of a whole run, by which runs are compared. */
export type MetricResult = MeasuredRun['metrics'][number];

/** One series a name; every array has one number a bucket. */
export type Series = Readonly<Record<string, readonly number[]>>;

/** The run in equal slices of virtual time: what was counted in each, and what was sampled at its end. */
export interface Timeline extends Readonly<Record<SampledName, Series>> {
  readonly startMs: Instant;
  readonly bucketMs: DurationMs;
  readonly bucketCount: number;
  /** Answers in a bucket, by class: ok, refused, limited (429), failed (5xx), timeout. */
  readonly requests: Series;
  /** Refusals in a bucket, by error code. */
  readonly refusals: Series;
  /** Agents registered by the end of a bucket. */
  readonly registered: readonly number[];
}

/** One operation of a service in one style. */
export interface OperationResult {
  readonly service: string;
  readonly style: string;
  readonly operation: string;
  readonly requests: number;
  readonly ok: number;
  /** Answers by error code, those that occurred. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly latencyMs: { readonly med: number; readonly p99: number; readonly max: number };
}

/** What the limiter decided about one quota's callers. */
export interface LimitResult {
  readonly tier: string;
  readonly service: string;
  readonly style: string;
  readonly admitted: number;
  readonly refused: number;
  /** Refusals by the window that refused: `50/10s`. */
  readonly windows: Readonly<Record<string, number>>;
}

export interface AgentResult {
  readonly name: string;
  readonly behaviour: string;
  /** Empty for an agent that never registered. */
  readonly agentId: string;
  readonly tier: string;
  readonly requests: number;
  readonly ok: number;
  readonly refused: number;
  readonly limited: number;
  /** Answered 5xx. */
  readonly failed: number;
  readonly timeouts: number;
  readonly balanceMicros: Micros;
  readonly heldMicros: Micros;
}

/** Money that moved between two kinds of account over the whole run. */
export interface FlowResult {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly transfers: number;
  readonly micros: Micros;
}

/** Pending transfers of one kind that are open at the end. */
export interface PendingResult {
  /** Empty where no service answers for them. */
  readonly service: string;
  readonly reason: string;
  readonly isExplained: boolean;
  readonly transfers: number;
  readonly micros: Micros;
  /** When the first and the last of them will be resolved; null where none of them has a time. */
  readonly firstUntilMs: Instant | null;
  readonly lastUntilMs: Instant | null;
}

export interface FaultResult {
  readonly kind: string;
  readonly service: string;
  readonly startMs: Instant;
  readonly endMs: Instant;
  readonly detail: string;
}

export interface CheckResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
}

export interface PolicyResult {
  readonly name: string;
  readonly value: string;
  readonly isDefault: boolean;
}

export interface Checkpoint {
  readonly event: number;
  readonly digest: string;
}

/** One request and its answer, as a sequence diagram shows them. */
export interface SequenceStep {
  readonly atMs: Instant;
  readonly agent: string;
  readonly service: string;
  /** `service/style/operation`; empty for an unknown path. */
  readonly operation: string;
  /** Method, path and query. */
  readonly call: string;
  /** The body as text, cut off where it is long; empty where there is none. */
  readonly sent: string;
  readonly status: number;
  /** Empty where nothing was refused. */
  readonly code: string;
  readonly answer: string;
}

/** What one kind of answer has in common. What fell due by itself has status 0, and neither style, method nor template. */
export interface NotableKind {
  readonly service: string;
  readonly style: string;
  readonly operation: string;
  readonly method: string;
  /** The path with `:name` where it varies; empty for an unknown path. */
  readonly template: string;
  readonly status: number;
  /** Empty where nothing was refused. */
  readonly code: string;
  /** How often it was given in the whole run. */
  readonly total: number;
}

/** One event that was kept for the page. */
export interface NotableEvent {
  /** Position in `kinds`. */
  readonly kind: number;
  /** As in `events.csv`; 0 for what fell due. */
  readonly event: number;
  readonly atMs: Instant;
  /** Position in `agents`; -1 for nobody of them. */
  readonly agent: number;
  readonly path: string;
  /** What fell due is worth; 0 for answers. */
  readonly amountMicros: Micros;
}

/** Some of the run's events: of each kind the first, and others evenly over the run; in order. */
export interface NotableResult {
  readonly kinds: readonly NotableKind[];
  readonly events: readonly NotableEvent[];
}

/** Everything a report is made from. */
export interface RunResult {
  readonly summary: RunSummary;
  readonly about: string;
  /** The command that repeats the run. */
  readonly command: string;
  readonly policies: readonly PolicyResult[];
  readonly faults: readonly FaultResult[];
  readonly timeline: Timeline;
  readonly operations: readonly OperationResult[];
  readonly limits: readonly LimitResult[];
  readonly agents: readonly AgentResult[];
  readonly flows: readonly FlowResult[];
  readonly pending: readonly PendingResult[];
  readonly notable: NotableResult;
  /** What led to a finding, by its position in `summary.findings`; the first few alone, and none where nothing is known. */
  readonly sequences: readonly (readonly SequenceStep[])[];
  readonly checks: readonly CheckResult[];
  readonly metrics: readonly MetricResult[];
  readonly checkpoints: readonly Checkpoint[];
}
