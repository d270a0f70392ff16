/** The results of a sweep and the files of its folder: schemas and their types. */
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
import type { Profile } from '../../core/base/profile.ts';
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
    // Points with any outcome but `held`.
    failed: Count,
    metrics: Type.Array(
      Type.Object(
        {
          // As expected, with the aggregate: `http_req_duration p(99)`.
          metric: Type.String(),
          // The number of seeds with a value.
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
    // SHA-256 over the digests of all points in order: equal for sweeps with equal events.
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
    // The version of Orrery: another version may produce other results.
    orrery: Type.String(),
    scenario: Type.String(),
    // The file as the call named it; the only field outside the plan's identity.
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
    // By the names of `metrics.json`; metrics without a value are omitted.
    metrics: Type.Record(Type.String(), Type.Number()),
  },
  closed,
);

/**
 * One point. `held` and `failed`: the run finished. `broken`: an invariant of Orrery was violated. `crashed`: its
 * thread died while running only this point, or its workers died repeatedly.
 */
export const SweepPointSchema = Type.Object(
  {
    point: Ordinal,
    outcome: Type.Enum(['held', 'failed', 'broken', 'crashed']),
    // The first finding, or why the run ended early; null if all held, or only an expectation failed.
    message: nullable(Type.String()),
    // Null if the run did not finish.
    run: nullable(MeasuredSchema),
  },
  closed,
);

/** `manifest.json` of the folder; `making` says how it was produced. */
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
        // Points that existed before the call.
        resumed: Count,
        node: Type.String(),
      },
      closed,
    ),
    files: Type.Record(Type.String(), Sha256),
  },
  closed,
);

/** The output of a queue worker when it ends. */
export const SweepWorkSchema = Type.Object(
  {
    plan: Hex16,
    points: Count,
    leave: Type.Enum(['finished', 'stopped', 'nobody']),
    ok: Type.Boolean(),
  },
  closed,
);

/** The content of `summary.json`: a sweep, or one shard of it. */
export type SweepSummary = Omit<Written<Static<typeof SweepSchema>>, 'wallSeconds'>;
/** One cell of the grid: its settings and the means over its seeds. */
export type CellSummary = SweepSummary['cells'][number];
/** The mean of one expectation over the seeds of a cell, with its 95% interval. */
export type CellMetric = CellSummary['metrics'][number];
/** A point that did not hold, with the command that repeats it. */
export type PointFailure = SweepSummary['failures'][number];
/** One axis of a grid: a path in the scenario file and its distinct values. */
export type Axis = SweepSummary['grid'][number];

/** The plan of a sweep as plain data; `planHash` identifies it. */
export type SweepPlan = Written<Static<typeof SweepPlanSchema>>;
/** One expectation of the scenario, the same for all points. */
export type PlannedExpectation = SweepPlan['expectations'][number];

/** The result of one point; equal on every machine. */
export type PointResult = Written<Static<typeof SweepPointSchema>>;
/** `held`, `failed`, `broken` or `crashed`; see `SweepPointSchema`. */
export type PointOutcome = PointResult['outcome'];
/** The figures of a point whose run finished. */
export type MeasuredPoint = NonNullable<PointResult['run']>;

/** What a queue worker has done; `leave` says why it ended. */
export type SweepWork = Written<Static<typeof SweepWorkSchema>>;
/** The manifest of a sweep's folder, with a SHA-256 of every file. */
export type SweepManifest = Written<Static<typeof SweepManifestSchema>>;
/** How a sweep was produced, without the Node version, which the writer adds. */
export type SweepMaking = Omit<SweepManifest['making'], 'node'>;
