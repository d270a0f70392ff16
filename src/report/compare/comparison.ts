/**
 * Compares two groups of runs metric by metric. A permutation test over all metrics at once decides whether a
 * difference is more than noise (see docs/compare.md); with too few runs nothing is decided.
 */
import { Type, type Static } from 'typebox';
import { closed, Count, Hex16, nullable } from '../../core/base/schema-parts.ts';
import type { Written } from '../../core/base/written.ts';
import type { MeasuredRun, MetricResult } from '../../simulation/scenario/result.ts';
import { adjustedChances, fewestAt, type PooledMetrics } from './permutation.ts';

/**
 * `unknown`: too few runs; `absent`: a side has no sample; `same`: all runs agree; `noise`: such a difference is not
 * rare among runs with different seeds; `more`: it is rare.
 */
const verdicts = ['same', 'noise', 'more', 'unknown', 'absent'] as const;

const Figure = nullable(Type.Number());

const ComparedMetricSchema = Type.Object(
  {
    name: Type.String(),
    unit: Type.String(),
    // Means over the runs of a side; null if no run measured it.
    a: Figure,
    b: Figure,
    // `b - a`.
    difference: Figure,
    // As a share of a; null if a is 0.
    change: Figure,
    // The probability that any metric differs this much by seeds alone; null if it was not tested.
    chance: nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
    verdict: Type.Enum([...verdicts]),
  },
  closed,
);

const SideSchema = Type.Object(
  {
    name: Type.String(),
    scenarios: Type.Array(Type.String()),
    seeds: Type.Array(Type.String()),
    profiles: Type.Array(Type.Enum(['published', 'consistent'])),
    policyHashes: Type.Array(Hex16),
    runs: Type.Integer({ minimum: 1, description: 'of runs with one digest one counts' }),
    repeated: Count,
  },
  closed,
);

const comparisonFields = {
  a: SideSchema,
  b: SideSchema,
  // False if there are too few seeds to tell any difference from noise.
  canTell: Type.Boolean(),
  // One sentence for a person.
  noise: Type.String(),
  permutations: Count,
  metrics: Type.Array(ComparedMetricSchema),
};

const JudgedLimitSchema = Type.Object(
  {
    limit: Type.String(),
    direction: Type.Enum(['above', 'below']),
    // How far the metric moved in that direction, in the unit of the limit; null without samples on both sides.
    moved: Figure,
    ok: Type.Boolean(),
    why: Type.String(),
  },
  closed,
);

/** What `orrery compare --json` prints. */
export const CompareSchema = Type.Object(
  { ...comparisonFields, limits: Type.Array(JudgedLimitSchema), ok: Type.Boolean() },
  closed,
);

/** The result of `orrery compare`, as `CompareSchema` describes it. */
export type CompareResult = Written<Static<typeof CompareSchema>>;
/** A comparison before limits are judged. */
export type RunComparison = Omit<CompareResult, 'limits' | 'ok'>;
/** One metric on both sides: means, difference and verdict. */
export type ComparedMetric = RunComparison['metrics'][number];
/** One side of a comparison: its scenarios, seeds and distinct runs. */
export type ComparedSide = RunComparison['a'];
/** Whether a metric differs: `same`, `noise`, `more`, `unknown` or `absent`. */
export type MetricVerdict = ComparedMetric['verdict'];
/** A limit with its outcome. */
export type JudgedLimit = CompareResult['limits'][number];

/** Family-wise significance level: a difference at or below it is more than noise. */
export const level = 0.05;

/** Compares two sides. Runs with equal digests count once, because they are the same run. */
export function compareRuns(
  a: { readonly name: string; readonly runs: readonly MeasuredRun[] },
  b: { readonly name: string; readonly runs: readonly MeasuredRun[] },
): RunComparison {
  const [left, right] = [distinct(a.runs), distinct(b.runs)];
  const sides = [sideOf(a, left), sideOf(b, right)] as const;
  const names = [...new Set([...left, ...right].flatMap(({ metrics }) => metrics.map(({ name }) => name)))];
  const rows = names.map((name) => rowOf(name, left, right));
  const tested = rows.filter(({ isTested }) => isTested);
  const pool: PooledMetrics = { countA: left.length, rows: tested.map(({ values }) => values) };
  const few = left.length < 2 || right.length < 2 ? 1 : fewestAt(left.length, right.length);
  const canTell = few <= level;
  const { chances, permutations } = canTell
    ? adjustedChances(pool)
    : { chances: [] as readonly number[], permutations: 0 };
  const chanceOf = new Map(tested.map(({ name }, index) => [name, chances[index]]));
  return {
    a: sides[0],
    b: sides[1],
    canTell,
    noise: noiseSentence(left.length, right.length, { canTell, permutations, few }),
    permutations,
    metrics: rows.map((row) => comparedMetric(row, chanceOf.get(row.name))),
  };
}

function distinct(runs: readonly MeasuredRun[]): readonly MeasuredRun[] {
  const byDigest = new Map<string, MeasuredRun>();
  for (const run of runs) if (!byDigest.has(run.digest)) byDigest.set(run.digest, run);
  return [...byDigest.values()];
}

function sideOf(
  { name, runs }: { readonly name: string; readonly runs: readonly MeasuredRun[] },
  counted: readonly MeasuredRun[],
): ComparedSide {
  const all = <Part>(part: (run: MeasuredRun) => Part | undefined): Part[] => [
    ...new Set(counted.flatMap((run) => part(run) ?? [])),
  ];
  return {
    name,
    scenarios: all(({ scenario }) => scenario),
    seeds: all(({ seed }) => seed),
    profiles: all(({ profile }) => profile),
    policyHashes: all(({ policyHash }) => policyHash),
    runs: counted.length,
    repeated: runs.length - counted.length,
  };
}

interface Row {
  readonly name: string;
  readonly unit: string;
  readonly a: number | null;
  readonly b: number | null;
  readonly values: readonly number[];
  readonly isSame: boolean;
  /** Every run of both sides measured it, and the values differ. */
  readonly isTested: boolean;
}

function rowOf(name: string, left: readonly MeasuredRun[], right: readonly MeasuredRun[]): Row {
  const samplesOf = (runs: readonly MeasuredRun[]): readonly MetricResult[] =>
    runs.flatMap(({ metrics }) => metrics.find((metric) => metric.name === name) ?? []);
  const [ofA, ofB] = [samplesOf(left), samplesOf(right)];
  const values = [...ofA, ...ofB].map(({ value }) => value);
  const isWhole = ofA.length === left.length && ofB.length === right.length;
  const isSame = isWhole && values.every((value) => value === values[0]);
  const unit = ofA[0]?.unit ?? ofB[0]?.unit ?? '';
  return { name, unit, a: mean(ofA), b: mean(ofB), values, isSame, isTested: isWhole && !isSame };
}

const mean = (samples: readonly MetricResult[]): number | null =>
  samples.length === 0 ? null : samples.reduce((sum, { value }) => sum + value, 0) / samples.length;

function comparedMetric(
  { name, unit, a, b, isSame, isTested }: Row,
  chance: number | undefined,
): ComparedMetric {
  const difference = a === null || b === null ? null : b - a;
  const change = difference === null || a === null || a === 0 ? null : difference / Math.abs(a);
  return { name, unit, a, b, difference, change, chance: chance ?? null, verdict: verdictOf() };

  function verdictOf(): MetricVerdict {
    if (isSame) return 'same';
    if (a === null || b === null) return 'absent';
    if (!isTested || chance === undefined) return 'unknown';
    return chance <= level ? 'more' : 'noise';
  }
}

function noiseSentence(
  a: number,
  b: number,
  { canTell, permutations, few }: { canTell: boolean; permutations: number; few: number },
): string {
  if (a === 1 && b === 1) return 'One run each: what is noise is unknown.';
  if (a < 2 || b < 2) return `${a} and ${b} runs: a side with one run says nothing about noise.`;
  if (!canTell) {
    return `${a} and ${b} runs are too few: were there nothing but noise, the clearest of all differences would come up with a chance of ${few.toFixed(3)}; 4 and 4 runs of different seeds are enough.`;
  }
  return `${a} and ${b} runs: a permutation test over all metrics at once, ${permutations} ways to deal out the runs, family-wise chance ${level}.`;
}
