/** Comparisons of drawn sets of runs as data, text and page; limits on them; tables of a sweep and of a load's limit. */
import { describe } from 'vitest';
import type { LoadLimit } from '../../src/live/load/limit/result.ts';
import { compareRuns, type RunComparison } from '../../src/report/compare/comparison.ts';
import { differingField } from '../../src/report/compare/differing-field.ts';
import { comparisonHtml } from '../../src/report/compare/html.ts';
import { judged, parseLimit } from '../../src/report/compare/limit.ts';
import { adjustedChances, fewestAt } from '../../src/report/compare/permutation.ts';
import {
  byWeight,
  changeText,
  comparisonText,
  sideText,
  verdictWords,
} from '../../src/report/compare/text.ts';
import { limitJunit, limitStepsCsv } from '../../src/report/load/limit-files.ts';
import { resultsCsv } from '../../src/report/sweep/csv.ts';
import { resultsParquet } from '../../src/report/sweep/parquet.ts';
import type { SweepColumn } from '../../src/simulation/sweep/columns.ts';
import { Refusal } from '../../src/core/base/refusal.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow } from '../kept-digests.ts';
import { hostileText } from './fixture.ts';

const metricNames = ['zero', 'same', 'noise', 'shifted', `long{${'x'.repeat(60)}}`, hostileText, 'rare'];

function side(draw: DrawBelow, { name, seeds, metrics }: { name: string; seeds: number; metrics: number }) {
  const values = (at: number): number => [0, 5, draw(100), draw(9) + (name === 'b' ? 90 : 0), draw(7) / 7, -draw(50), draw(3) * 1e6][at % 7]!;
  const runs = Array.from({ length: seeds }, (__, seed) => ({
    scenario: draw(3) === 0 ? 'other' : 'month', seed: `${seed}`, profile: oneOf(draw, ['published', 'consistent'] as const), policyHash: `${draw(2)}`.repeat(16), digest: `${name}${draw(9)}${seed}`.padEnd(32, '0'),
    metrics: Array.from({ length: metrics }, (_, at) => ({ name: `${metricNames[at % 7]}${at < 7 ? '' : at}`, unit: 'ms', value: name === 'b' && at === 0 ? draw(2) : values(at) })).filter(() => draw(12) > 0),
  }));
  return { name: `${name}\u001b`, runs };
} // prettier-ignore

function drawnComparison(seed: number): RunComparison {
  const draw = drawFrom(`comparison ${seed}`);
  const metrics = oneOf(draw, [0, 1, 7, 7, 30]);
  const [first, second] = [1 + draw(5), 1 + draw(5)];
  return compareRuns(side(draw, { name: 'a', seeds: first, metrics }), side(draw, { name: 'b', seeds: second, metrics }));
} // prettier-ignore

const comparisons = Array.from({ length: 30 }, (_, seed) => drawnComparison(seed));
const texts = [
  'zero:1',
  'zero:5%',
  'same:0',
  'noise:10%',
  'shifted:1000%',
  'shifted:2.5',
  ' rare:7 ',
  'unknown:1',
  'x',
  'a:b:3%',
  'same:-1',
  'same:1.',
];
const limits = texts.flatMap((text) =>
  (['above', 'below'] as const).map((direction) => parseLimit(text, direction)),
);

const verdictsOf = (comparison: RunComparison) =>
  limits
    .map((limit) => (limit instanceof Refusal ? limit : judged(limit, comparison)))
    .map((each) => (each instanceof Refusal ? each.message : each));

function writtenTexts(comparison: RunComparison): unknown {
  const held = verdictsOf(comparison).filter((each) => typeof each !== 'string');
  const ways = [{ color: false, all: false }, { color: true, all: true }];
  return [ways.map((way) => comparisonText(comparison, held, way)), comparisonText(comparison, [], ways[0]!), byWeight(comparison.metrics).map(changeText), sideText(comparison.a), verdictWords];
} // prettier-ignore

function writtenPages(comparison: RunComparison): unknown {
  const held = verdictsOf(comparison).filter((each) => typeof each !== 'string');
  return [held, [], held.filter(({ ok }) => ok)].map((some) => comparisonHtml(comparison, { limits: some, command: 'npx orrery compare a b', script: 'x' }));
} // prettier-ignore

const pools = [[1, 1], [2, 2], [3, 4], [1, 5], [4, 4]].map(([countA, countB], at) => {
  const draw = drawFrom(`pool ${at}`);
  return { countA: countA!, rows: Array.from({ length: at + 1 }, () => Array.from({ length: countA! + countB! }, () => draw(9))) };
}); // prettier-ignore

const columns: SweepColumn[] = [
  { name: 'point', type: 'integer', values: [1, 2, null] },
  { name: 'rate', type: 'number', values: [0.25, null, 1e-9] },
  { name: 'seed', type: 'text', values: ['1', '=1+1', null] },
  { name: 'ok', type: 'boolean', values: [true, false, null] },
];

const level = { level: 4, holds: true, limitedBy: null, requests: 40, offeredPerSecond: 4.5, answeredPerSecond: 4, achievedShare: 0.9, failed: 1, responseMs: { p50: 1, p90: 2, p99: 3 }, sendLagP99Ms: 0.5, seconds: 10, why: null }; // prettier-ignore
const search = { scenario: 'town', seed: '7', target: 'staging', ok: false, limitedBy: 'target', steps: [level, { ...level, holds: false, limitedBy: 'ceiling', why: 'slow, "x"', seconds: 5 }] } as unknown as LoadLimit; // prettier-ignore

const rows = [{ event: 1, at: 'x', agent: 'a' }, { event: 2, at: 'x', agent: 'a' }, { event: 1, at: 'y', agent: 'a' }, { event: 1, at: 'x', agent: 'b' }, undefined]; // prettier-ignore

describe('a comparison', () => {
  describeKept(new URL('compare-kept.json', import.meta.url), [
    { name: 'as data', made: () => Array.from({ length: 8 }, (_, seed) => drawnComparison(seed)) },
    { name: 'as text', made: () => comparisons.map(writtenTexts) },
    { name: 'as a page', made: () => comparisons.slice(0, 12).map(writtenPages) },
    { name: 'with limits', made: () => [limits, ...comparisons.map(verdictsOf)] },
    { name: 'by permutation', made: () => [...pools, { countA: 1, rows: [] }].map((pool) => adjustedChances(pool)) },
    { name: 'fewest runs', made: () => [[1, 1], [2, 2], [3, 4], [5, 5], [9, 2]].map(([a, b]) => fewestAt(a!, b!)) },
    { name: 'of rows', made: () => rows.flatMap((one) => rows.map((two) => differingField(one, two))) },
    { name: 'of a sweep as tables', made: () => [resultsCsv(columns), resultsParquet(columns), resultsCsv([])] },
    { name: 'of levels of a load', made: () => [limitStepsCsv(search), limitJunit(search), limitJunit({ ...search, ok: true })] },
  ]);
}); // prettier-ignore
