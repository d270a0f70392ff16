/** The result of a bench, of any shape. */
import { Type, type Static } from 'typebox';
import { IntervalSchema } from '../../../core/base/interval.ts';
import { closed, Count, nullable, Positive, StatusCounts } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import { GeneratorSchema } from '../engine/generator-watch.ts';
import { generatorParts, limiters } from '../engine/limiter.ts';
import { PercentilesSchema } from '../engine/measures.ts';
import { measuredFields } from '../measure/schema.ts';
import { Notes } from '../http/notes-schema.ts';

/** How a bench offers load: search for the highest rate, keep one rate (both open loop), or closed loop. */
export const benchShapes = ['saturation', 'constant', 'closed'] as const;
/** One of `benchShapes`. */
export type BenchShape = (typeof benchShapes)[number];

/** What limited a bench: one of `limiters`, the requested rate, or an interruption. */
const benchLimits = [...limiters, 'rate', 'stop'] as const;

const StepSchema = Type.Object(
  {
    offeredPerSecond: Type.Number({ exclusiveMinimum: 0 }),
    achievedPerSecond: Positive,
    // From when a request was due.
    responseMs: PercentilesSchema,
    // From when it was sent.
    serviceMs: Type.Optional(PercentilesSchema),
    // Requests without a response or with a status from 400 on.
    failed: Count,
    statuses: Type.Optional(StatusCounts),
    failures: Type.Optional(
      Type.Record(Type.String(), Count, {
        description: 'requests without a response by why, such as refused or timeout',
      }),
    ),
    sendLagP99Ms: Positive,
    // Means over all requests: how long they waited below the ceiling, and for a free connection.
    waitedMs: Type.Optional(Type.Object({ ceiling: Positive, connection: Positive }, closed)),
    generator: Type.Optional(GeneratorSchema),
    // Why the step does not count as a measurement of the target: the generator was the limit.
    voidReason: nullable(Type.String()),
    holds: Type.Boolean(),
    // What kept the step from holding; null if it holds or was interrupted.
    limitedBy: nullable(Type.Enum([...limiters])),
    generatorPart: nullable(Type.Enum([...generatorParts])),
  },
  closed,
);

const MixSchema = Type.Object(
  {
    source: Type.String(),
    reads: Type.Integer({ minimum: 1, description: 'different reads' }),
    coveredShare: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'the share of all requests of the source that the mix stands for',
    }),
  },
  closed,
);

const RequestsSchema = Type.Object(
  {
    source: Type.String({ description: 'the request file' }),
    users: Count,
    operations: Type.Array(Type.String(), { description: 'documented operations, or methods and paths' }),
    // What the set-up and all steps took from the budget; nothing is given back for a refusal.
    spent: Type.Object({ usdc: Type.String(), requests: Count }, closed),
  },
  closed,
);

const BenchMeasured = Type.Object(
  {
    steps: Type.Array(Count, {
      description:
        'positions of the steps whose requests are counted: those at the highest rate of each search that held; at a constant rate all. The series has all steps',
    }),
    ...measuredFields,
  },
  closed,
);

const Factor = nullable(Positive);

const BaselineSchema = Type.Object(
  {
    file: Type.String(),
    // Ours over theirs; null where either has none.
    perSecondRatio: Factor,
    p99Ratio: Factor,
    worse: Type.Array(Type.String(), { description: 'what is worse, in words' }),
  },
  closed,
);

/** `--json`, and `bench.json` of `--out`; `--baseline` takes either. */
export const BenchSchema = Type.Object(
  {
    target: Type.String(),
    // What was sent: one path, a mix, or the requests of a file.
    path: nullable(Type.String()),
    mix: nullable(MixSchema),
    requests: Type.Optional(RequestsSchema),
    shape: Type.Enum([...benchShapes]),
    steps: Type.Array(StepSchema),
    // The highest rate that held: the mean of the repeated searches; at a constant rate or closed what was achieved.
    highestPerSecond: nullable(Type.Number()),
    // Its 95% interval over the repetitions; null of fewer than two. It includes the gap between the rates that held and
    // the lowest rates that did not.
    perSecond: nullable(IntervalSchema),
    // The rate that held before the target's limit changed during the search: all other figures are of after that.
    changedFromPerSecond: Type.Optional(nullable(Positive)),
    // The lowest rate that did not hold, of all searches; null if none broke.
    lowestBrokenPerSecond: Type.Optional(nullable(Positive)),
    // The p99 of the response time over the repetitions (closed: of the time from request to answer).
    p99Ms: nullable(IntervalSchema),
    limitedBy: Type.Enum([...benchLimits]),
    // Of the open loop.
    measured: Type.Optional(BenchMeasured),
    baseline: nullable(BaselineSchema),
    notes: Notes,
    ok: Type.Boolean(),
  },
  closed,
);

/** The result of `orrery bench`, as `BenchSchema` describes it. */
export type BenchResult = Written<Static<typeof BenchSchema>>;
/**
 * One step: a rate that was offered for a fixed time, and what was measured. Rates are per second, times in
 * milliseconds.
 */
export type BenchStep = BenchResult['steps'][number];
/** What limited the highest rate: one of `limiters`, `rate` (the requested maximum was reached) or `stop`. */
export type BenchLimit = BenchResult['limitedBy'];
/** The comparison with an earlier bench. */
export type Comparison = NonNullable<BenchResult['baseline']>;

/** The measured part of a result, without the target, what was sent, and the baseline. */
export type BenchFigures = Omit<BenchResult, 'target' | 'path' | 'mix' | 'requests' | 'baseline' | 'notes'>;
