/** The result of a run: the summary of `run --json`, and the tables of reports. */
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
import { profiles } from '../../core/base/profile.ts';
import type { DurationMs, Instant } from '../../core/base/time.ts';
import type { Written } from '../../core/base/written.ts';
import type { DigestCheckpoint } from '../../core/kernel/digest-log.ts';
import type { SampledName } from './sampled-series.ts';

/** One expectation and its value, which is null without a sample. */
export const ExpectationSchema = Type.Object(
  {
    metric: Type.String(),
    threshold: Type.String(),
    value: nullable(Type.Number()),
    ok: Type.Boolean(),
  },
  closed,
);

/** A behaviour that threw, or a property that did not hold. */
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

/** The content of `metrics.json` in a report folder, which `orrery compare` reads. */
export const MeasuredRunSchema = Type.Object(
  {
    scenario: Type.String(),
    seed: Type.String(),
    // Not of a bench or of unknown clients, which belong to no scenario.
    profile: Type.Optional(Type.Enum([...profiles])),
    policyHash: Type.Optional(Hex16),
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

/** One threshold with its measured value and verdict. */
export type ExpectationResult = Written<Static<typeof ExpectationSchema>>;
/** A behaviour that threw, or a property that did not hold, with its virtual instant; the message has no secrets. */
export type FindingResult = Written<Static<typeof FindingSchema>>;
/** The summary of a run, as `RunSummarySchema` describes it. */
export type RunSummary = Written<Static<typeof RunSummarySchema>>;
/** The metrics of a run with its identity, as `MeasuredRunSchema` describes them. */
export type MeasuredRun = Written<Static<typeof MeasuredRunSchema>>;

/** One figure of a whole run, used to compare runs. */
export type MetricResult = MeasuredRun['metrics'][number];

/** Series by name; every array has one number per bucket. */
export type Series = Readonly<Record<string, readonly number[]>>;

/** The class of a response: `limited` is 429, `failed` 5xx, `timeout` means no response. */
export type AnswerClass = 'ok' | 'refused' | 'limited' | 'failed' | 'timeout';

/** The run in equal slices of virtual time: counts of each slice, and samples at its end. */
export interface Timeline extends Readonly<Record<SampledName, Series>> {
  readonly startMs: Instant;
  readonly bucketMs: DurationMs;
  readonly bucketCount: number;
  /** Responses in a bucket, by class: ok, refused, limited (429), failed (5xx), timeout. */
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
  /** Responses by error code, without zero counts. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly latencyMs: { readonly med: number; readonly p99: number; readonly max: number };
}

/** The rate limiter's decisions for one tier, service and style. */
export interface LimitResult {
  readonly tier: string;
  readonly service: string;
  readonly style: string;
  readonly admitted: number;
  readonly refused: number;
  /** Refusals by window, such as `50/10s`. */
  readonly windows: Readonly<Record<string, number>>;
}

/** One agent at the end of a run: request counts by class and balances in micro-USDC. */
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
  /** Empty if no service accounts for them. */
  readonly service: string;
  readonly reason: string;
  readonly isExplained: boolean;
  readonly transfers: number;
  readonly micros: Micros;
  /** When the first and the last are resolved; null if none has a time. */
  readonly firstUntilMs: Instant | null;
  readonly lastUntilMs: Instant | null;
}

/** One fault of the run; equal instants for a fault without a duration. */
export interface FaultResult {
  readonly kind: string;
  readonly service: string;
  readonly startMs: Instant;
  readonly endMs: Instant;
  readonly detail: string;
}

/** A check that behaviours state, with its counts. */
export interface BehaviourCheckResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
}

/** A policy of the run; `isDefault` refers to the run's profile. */
export interface PolicyResult {
  readonly name: string;
  readonly value: string;
  readonly isDefault: boolean;
}

/** One request and its response, as a sequence diagram shows them. */
export interface SequenceStep {
  readonly atMs: Instant;
  readonly agent: string;
  readonly service: string;
  /** `service/style/operation`; empty for an unknown path. */
  readonly operation: string;
  /** Method, path and query. */
  readonly call: string;
  /** The body as text, truncated; empty for none. */
  readonly sent: string;
  readonly status: number;
  /** Empty unless the request was refused. */
  readonly code: string;
  readonly answer: string;
}

/** The common properties of one kind of response. A timer event has status 0 and no style, method or template. */
export interface NotableKind {
  readonly service: string;
  readonly style: string;
  readonly operation: string;
  readonly method: string;
  /** The path with `:name` where it varies; empty for an unknown path. */
  readonly template: string;
  readonly status: number;
  /** Empty unless the request was refused. */
  readonly code: string;
  /** Occurrences in the whole run. */
  readonly total: number;
}

/** One event of the sample. */
export interface NotableEvent {
  /** Position in `kinds`. */
  readonly kind: number;
  /** As in `events.csv`; 0 for a timer event. */
  readonly event: number;
  readonly atMs: Instant;
  /** Position in `agents`; -1 for no agent. */
  readonly agent: number;
  readonly path: string;
  /** The amount of a timer event; 0 for responses. */
  readonly amountMicros: Micros;
}

/** A sample of the run's events in order: the first of each kind, and others evenly over the run. */
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
  /** The requests before a finding, by its position in `summary.findings`; only for the first few. */
  readonly sequences: readonly (readonly SequenceStep[])[];
  readonly checks: readonly BehaviourCheckResult[];
  readonly metrics: readonly MetricResult[];
  readonly checkpoints: readonly DigestCheckpoint[];
}
