/** The result of a bench, of any shape. */
import { Type, type Static } from 'typebox';
import { IntervalSchema } from '../../../core/base/interval.ts';
import { closed, Count, nullable, Positive } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import { PercentilesSchema } from '../engine/measures.ts';
import { Notes } from '../http/notes-schema.ts';

/** How a bench offers load: search for the highest rate, keep one rate (both open loop), or closed loop. */
export const benchShapes = ['saturation', 'constant', 'closed'] as const;
/** One of `benchShapes`. */
export type BenchShape = (typeof benchShapes)[number];

/** What limited a bench: the target, the generator, the requested rate, or an interruption. */
const benchLimits = ['target', 'generator', 'rate', 'stop'] as const;

const StepSchema = Type.Object(
  {
    offeredPerSecond: Type.Number({ exclusiveMinimum: 0 }),
    achievedPerSecond: Positive,
    responseMs: PercentilesSchema,
    // Requests without a response or with a status from 400 on.
    failed: Count,
    sendLagP99Ms: Positive,
    // Why the step does not count as a measurement of the target.
    voidReason: nullable(Type.String()),
    holds: Type.Boolean(),
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
    // What was read: one path, or a mix.
    path: nullable(Type.String()),
    mix: nullable(MixSchema),
    shape: Type.Enum([...benchShapes]),
    steps: Type.Array(StepSchema),
    // The highest rate that held: the mean of the repeated searches; at a constant rate or closed what was achieved.
    highestPerSecond: nullable(Type.Number()),
    // Its 95% interval over the repetitions; null of fewer than two.
    perSecond: nullable(IntervalSchema),
    // The p99 of the response time over the repetitions (closed: of the time from request to answer).
    p99Ms: nullable(IntervalSchema),
    limitedBy: Type.Enum([...benchLimits]),
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
/** What limited the highest rate: `target`, `generator`, `rate` (the requested maximum was reached) or `stop`. */
export type BenchLimit = BenchResult['limitedBy'];
/** The comparison with an earlier bench. */
export type Comparison = NonNullable<BenchResult['baseline']>;

/** The measured part of a result, without the target, the mix and the baseline. */
export type BenchFigures = Omit<BenchResult, 'target' | 'path' | 'mix' | 'baseline' | 'notes'>;
