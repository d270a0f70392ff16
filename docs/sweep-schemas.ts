/** JSON Schemas of what a sweep prints and of the files in its folder. Tested against real output. */
import { Type } from 'typebox';
import { draft } from './result-schemas.ts';

const closed = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0 });
const Place = Type.Integer({ minimum: 1 });
const Hex32 = Type.String({ pattern: '^[0-9a-f]{32}$' });
const Hex16 = Type.String({ pattern: '^[0-9a-f]{16}$' });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Shard = Type.String({ pattern: '^\\d+/\\d+$' });
const Axis = Type.Object(
  { path: Type.String(), values: Type.Array(Type.Unknown(), { minItems: 1 }) },
  closed,
);

const Cell = Type.Object(
  {
    cell: Place,
    settings: Type.Record(Type.String(), Type.Unknown()),
    points: Count,
    failed: Count,
    metrics: Type.Array(
      Type.Object(
        { metric: Type.String(), count: Place, mean: Type.Number(), low: NumberOrNull, high: NumberOrNull },
        closed,
      ),
    ),
  },
  closed,
);

const Failure = Type.Object(
  {
    point: Place,
    outcome: Type.Enum(['failed', 'broken', 'crashed']),
    why: Type.String(),
    command: Type.String({ description: 'repeats the point alone' }),
  },
  closed,
);

export const sweepSchema = draft(
  'orrery sweep --json, orrery merge --json, and without wallSeconds summary.json of their folder',
  Type.Object(
    {
      scenario: Type.String(),
      plan: Hex16,
      shard: Type.Union([Shard, Type.Null()]),
      grid: Type.Array(Axis),
      seeds: Place,
      points: Count,
      held: Count,
      failed: Count,
      broken: Count,
      crashed: Count,
      digest: Hex32,
      cells: Type.Array(Cell),
      failures: Type.Array(Failure, { description: 'the first hundred' }),
      wallSeconds: Type.Optional(NumberOrNull),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

export const sweepWorkSchema = draft(
  'orrery sweep --queue --work --json',
  Type.Object(
    {
      plan: Hex16,
      points: Count,
      leave: Type.Enum(['finished', 'stopped', 'nobody']),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

export const sweepPlanSchema = draft(
  'plan.json of the folder of a sweep',
  Type.Object(
    {
      version: Type.Literal(1),
      orrery: Type.String(),
      scenario: Type.String(),
      file: Type.String(),
      source: Type.Record(Type.String(), Type.Unknown()),
      behaviours: Type.Record(Type.String(), Sha256),
      profile: TextOrNull,
      policies: Type.Record(Type.String(), Type.String()),
      axes: Type.Array(Axis),
      seeds: Type.Array(Type.String(), { minItems: 1 }),
      expectations: Type.Array(
        Type.Object({ metric: Type.String(), threshold: Type.String(), aggregate: Type.String() }, closed),
      ),
    },
    closed,
  ),
);

const Measured = Type.Object(
  {
    policyHash: Hex16,
    digest: Hex32,
    virtualSeconds: Type.Number({ minimum: 0 }),
    agents: Count,
    events: Count,
    requests: Count,
    transfers: Count,
    driftMicros: Type.Integer(),
    findings: Count,
    expectations: Type.Array(Type.Object({ value: NumberOrNull, ok: Type.Boolean() }, closed)),
    metrics: Type.Record(Type.String(), Type.Number()),
  },
  closed,
);

export const sweepPointSchema = draft(
  'one line of points.ndjson in the folder of a sweep',
  Type.Object(
    {
      point: Place,
      outcome: Type.Enum(['held', 'failed', 'broken', 'crashed']),
      message: TextOrNull,
      run: Type.Union([Measured, Type.Null()]),
    },
    closed,
  ),
);

export const sweepManifestSchema = draft(
  'manifest.json of the folder of a sweep',
  Type.Object(
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
          wallSeconds: NumberOrNull,
          resumed: Count,
          node: Type.String(),
        },
        closed,
      ),
      files: Type.Record(Type.String(), Sha256),
    },
    closed,
  ),
);
