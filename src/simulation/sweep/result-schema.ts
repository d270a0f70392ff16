/** What a sweep prints, and the files of its folder: their schemas, and the types that follow. */
import { Type, type Static } from 'typebox';
import {
  closed,
  Count,
  Hex16,
  Hex32,
  nullable,
  Ordinal,
  Positive,
  Sha256,
} from '../../core/base/schema-parts.ts';
import type { Written } from '../../core/base/written.ts';
import type { Profile } from '../../core/policy/policies.ts';
import type { ScenarioFile } from '../scenario/schema.ts';

const NumberOrNull = nullable(Type.Number());
const Shard = Type.String({ pattern: '^\\d+/\\d+$' });

const AxisSchema = Type.Object(
  {
    // As `Setting.path`.
    path: Type.String(),
    values: Type.Array(Type.Unknown(), { minItems: 1 }),
  },
  closed,
);

const CellSchema = Type.Object(
  {
    cell: Ordinal,
    settings: Type.Record(Type.String(), Type.Unknown()),
    points: Count,
    // Points that did not hold, for whatever reason.
    failed: Count,
    metrics: Type.Array(
      Type.Object(
        {
          // As expected, with the aggregate: `http_req_duration p(99)`.
          metric: Type.String(),
          // How many seeds measured it.
          count: Ordinal,
          mean: Type.Number(),
          // 95% interval of the mean by Student's t; null for fewer than two.
          low: NumberOrNull,
          high: NumberOrNull,
        },
        closed,
      ),
    ),
  },
  closed,
);

const FailureSchema = Type.Object(
  {
    point: Ordinal,
    outcome: Type.Enum(['failed', 'broken', 'crashed']),
    why: Type.String(),
    command: Type.String({ description: 'repeats the point alone' }),
  },
  closed,
);

/** A whole sweep, or a shard of it: what `--json` prints, and without `wallSeconds` what `summary.json` keeps. */
export const SweepSchema = Type.Object(
  {
    scenario: Type.String(),
    plan: Hex16,
    shard: nullable(Shard),
    grid: Type.Array(AxisSchema),
    seeds: Ordinal,
    points: Count,
    held: Count,
    failed: Count,
    broken: Count,
    crashed: Count,
    // SHA-256 over the digests of all points, in order: two sweeps that agree in it agree in every event.
    digest: Hex32,
    cells: Type.Array(CellSchema),
    // All are in the tables.
    failures: Type.Array(FailureSchema, { description: 'the first hundred' }),
    wallSeconds: Type.Optional(NumberOrNull),
    ok: Type.Boolean(),
  },
  closed,
);

/** The plan of a sweep as plain data: a scenario, a grid and seeds. */
export const SweepPlanSchema = Type.Object(
  {
    version: Type.Literal(1),
    // The version of Orrery: another one may count otherwise.
    orrery: Type.String(),
    scenario: Type.String(),
    // The file as the call named it; alone of all fields no part of the plan's identity.
    file: Type.String(),
    // The scenario with everything it builds on.
    source: Type.Unsafe<ScenarioFile>(Type.Record(Type.String(), Type.Unknown())),
    // Behaviours that are files: the SHA-256 of each.
    behaviours: Type.Record(Type.String(), Sha256),
    // `--profile` and `--set` of the call.
    profile: Type.Unsafe<Profile | null>(nullable(Type.String())),
    policies: Type.Record(Type.String(), Type.String()),
    axes: Type.Array(AxisSchema),
    seeds: Type.Array(Type.String(), { minItems: 1 }),
    expectations: Type.Array(
      Type.Object({ metric: Type.String(), threshold: Type.String(), aggregate: Type.String() }, closed),
    ),
  },
  closed,
);

const MeasuredSchema = Type.Object(
  {
    policyHash: Hex16,
    digest: Hex32,
    virtualSeconds: Positive,
    agents: Count,
    events: Count,
    requests: Count,
    transfers: Count,
    driftMicros: Type.Integer(),
    findings: Count,
    // In the order of the plan's expectations.
    expectations: Type.Array(Type.Object({ value: NumberOrNull, ok: Type.Boolean() }, closed)),
    // By the names of `metrics.json`; what was not measured is left out.
    metrics: Type.Record(Type.String(), Type.Number()),
  },
  closed,
);

/**
 * One point. `held` and `failed`: the run came to its end. `broken`: an invariant inside Orrery did not hold. `crashed`:
 * its thread died with it alone in it, or its workers did again and again.
 */
export const SweepPointSchema = Type.Object(
  {
    point: Ordinal,
    outcome: Type.Enum(['held', 'failed', 'broken', 'crashed']),
    // The first finding, or why the run broke off; null where all held, or an expectation says enough.
    message: nullable(Type.String()),
    // Null where the run did not come to its end.
    run: nullable(MeasuredSchema),
  },
  closed,
);

/** `manifest.json` of the folder; `making` is how it came about. */
export const SweepManifestSchema = Type.Object(
  {
    orrery: Type.String(),
    sweep: Type.String(),
    plan: Hex16,
    shard: Shard,
    points: Count,
    digest: Hex32,
    making: Type.Object(
      {
        by: Type.Enum(['threads', 'queue', 'merge']),
        workers: Count,
        // Null for a merge.
        wallSeconds: NumberOrNull,
        // Points that were there when the call began.
        resumed: Count,
        node: Type.String(),
      },
      closed,
    ),
    files: Type.Record(Type.String(), Sha256),
  },
  closed,
);

/** What a worker of a queue prints when it leaves. */
export const SweepWorkSchema = Type.Object(
  {
    plan: Hex16,
    points: Count,
    leave: Type.Enum(['finished', 'stopped', 'nobody']),
    ok: Type.Boolean(),
  },
  closed,
);

export type SweepSummary = Omit<Written<Static<typeof SweepSchema>>, 'wallSeconds'>;
export type CellSummary = SweepSummary['cells'][number];
export type CellMetric = CellSummary['metrics'][number];
export type PointFailure = SweepSummary['failures'][number];
export type Axis = SweepSummary['grid'][number];

export type SweepPlan = Written<Static<typeof SweepPlanSchema>>;
/** One expectation of the scenario; all points are held against the same ones. */
export type PlannedExpectation = SweepPlan['expectations'][number];

export type PointResult = Written<Static<typeof SweepPointSchema>>;
export type PointOutcome = PointResult['outcome'];
export type MeasuredPoint = NonNullable<PointResult['run']>;

export type SweepWork = Written<Static<typeof SweepWorkSchema>>;
export type SweepManifest = Written<Static<typeof SweepManifestSchema>>;
export type SweepMaking = Omit<SweepManifest['making'], 'node'>;
