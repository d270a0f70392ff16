import { describe, expect, it } from 'vitest';
import { planHash } from '../../../src/simulation/sweep/plan.ts';
import type { PointResult } from '../../../src/simulation/sweep/result-schema.ts';
import { wholeSweep } from '../../../src/simulation/sweep/shard.ts';
import { commandOf, quoted, summaryOf } from '../../../src/simulation/sweep/summary.ts';
import { heldPoint, planOf } from './plans.ts';

const plan = planOf({
  axes: [{ path: 'population.0.count', values: [3, 5] }],
  seeds: ['1', '2'],
  expectations: [
    { metric: 'http_req_failed', threshold: 'rate<=0.5', aggregate: 'rate' },
    { metric: 'http_req_failed', threshold: 'rate<=0.9', aggregate: 'rate' },
    { metric: 'http_reqs', threshold: 'count>1', aggregate: 'count' },
  ],
});
const judged = (values: readonly (number | null)[], oks: readonly boolean[]) =>
  values.map((value, index) => ({ value, ok: oks[index] ?? true }));

const results: readonly PointResult[] = [
  heldPoint(1, 0.25, { expectations: judged([0.25, 0.25, 10], []) }),
  {
    ...heldPoint(2, 0.75, { expectations: judged([0.75, 0.75, null], [false, true, false]) }),
    outcome: 'failed',
  },
  { point: 3, outcome: 'crashed', message: 'its thread died', run: null },
  {
    ...heldPoint(4, 0.5, { expectations: judged([0.5, 0.5, null], [true, true, false]) }),
    outcome: 'failed',
  },
];
const command = (seed: number, count: number): string =>
  `npx orrery-sim run town.yaml --seed ${seed} --with population.0.count=${count}`;
const alone = (metric: string, mean: number) => ({ metric, count: 1, mean, low: null, high: null });

describe('the summary of a sweep', () => {
  it('is this object', () => {
    const summary = summaryOf(plan, results, wholeSweep);
    expect(summary).toEqual({
      scenario: 'town',
      plan: planHash(plan),
      shard: null,
      grid: [{ path: 'population.0.count', values: [3, 5] }],
      seeds: 2,
      points: 4,
      held: 1,
      failed: 2,
      broken: 0,
      crashed: 1,
      digest: expect.stringMatching(/^[0-9a-f]{32}$/),
      cells: [
        {
          cell: 1,
          settings: { 'population.0.count': 3 },
          points: 2,
          failed: 1,
          metrics: [
            {
              metric: 'http_req_failed rate',
              count: 2,
              mean: 0.5,
              low: expect.any(Number),
              high: expect.any(Number),
            },
            alone('http_reqs count', 10),
          ],
        },
        {
          cell: 2,
          settings: { 'population.0.count': 5 },
          points: 2,
          failed: 2,
          metrics: [alone('http_req_failed rate', 0.5)],
        },
      ],
      failures: [
        { point: 2, outcome: 'failed', why: 'http_req_failed rate<=0.5: 0.75', command: command(2, 3) },
        { point: 3, outcome: 'crashed', why: 'its thread died', command: command(1, 5) },
        { point: 4, outcome: 'failed', why: 'http_reqs count>1: not measured', command: command(2, 5) },
      ],
      ok: false,
    });
  });

  it('names its shard, and is in order when all points hold', () => {
    const { shard, points, cells, failures, ok } = summaryOf(plan, [heldPoint(4, 0.5)], {
      index: 2,
      count: 4,
    });
    expect({ shard, points, cells: cells.map(({ cell }) => cell), failures, ok }).toEqual({
      shard: '2/4',
      points: 1,
      cells: [2],
      failures: [],
      ok: true,
    });
  });

  it.each(['failed', 'broken', 'crashed'] as const)('is not in order where one point has %s', (outcome) => {
    const bad: PointResult = { point: 2, outcome, message: 'why', run: null };
    const summary = summaryOf(plan, [heldPoint(1, 0.5), bad], wholeSweep);
    const none = { held: 1, failed: 0, broken: 0, crashed: 0 };
    expect(summary).toMatchObject({ ...none, [outcome]: 1, ok: false });
    expect(summary.failures).toEqual([{ point: 2, outcome, why: 'why', command: command(2, 3) }]);
  });

  it('has the mean of requests where nothing is expected', () => {
    const free = planOf({ expectations: [] });
    const [cell] = summaryOf(free, [heldPoint(1, 0, { requests: 8, expectations: [] })], wholeSweep).cells;
    expect(cell?.metrics).toEqual([alone('http_reqs value', 8)]);
  });

  it('says why a point failed: a finding, or else missing money', () => {
    const drifted: PointResult = {
      ...heldPoint(1, 0, { driftMicros: -5, expectations: judged([0, 0, 2], []) }),
      outcome: 'failed',
    };
    const whys = [drifted, { ...drifted, message: 'x at noon: y' }].map(
      (result) => summaryOf(plan, [result], wholeSweep).failures[0]?.why,
    );
    expect(whys).toEqual(['money is missing: a drift of -5 micro-USDC', 'x at noon: y']);
  });

  it('has the first hundred failures', () => {
    const seeds = Array.from({ length: 102 }, (_, index) => String(index + 1));
    const crashed = seeds.map((_, index): PointResult => ({
      point: index + 1,
      outcome: 'crashed',
      message: 'x',
      run: null,
    }));
    const { failures, crashed: count } = summaryOf(planOf({ seeds }), crashed, wholeSweep);
    expect([failures.length, failures.at(-1)?.point, count]).toEqual([100, 100, 102]);
  });

  it('has a digest over the digests and the outcomes of its points', () => {
    const digestOf = (points: readonly PointResult[]) => summaryOf(plan, points, wholeSweep).digest;
    const failed = (outcome: 'broken' | 'crashed'): PointResult => ({
      point: 1,
      outcome,
      message: '',
      run: null,
    });
    const digests = [[failed('broken')], [failed('crashed')], [heldPoint(1, 0)], [], results].map(digestOf);
    expect(new Set(digests).size).toBe(5);
    expect(digestOf([])).toBe('e3b0c44298fc1c149afbf4c8996fb924');
    expect(digestOf([heldPoint(1, 0)])).toBe(digestOf([heldPoint(1, 1)]));
  });
});

describe('the command of a point', () => {
  it('is that of its seed alone without profile, policies and axes', () => {
    expect(commandOf(planOf({ file: 'a b.yaml' }), 3)).toBe("npx orrery-sim run 'a b.yaml' --seed 3");
  });

  it.each([
    ['a', 'a'],
    ['./a/b.c=d:e@f%g+h-i_9', './a/b.c=d:e@f%g+h-i_9'],
    ['', "''"],
    ['a b', "'a b'"],
    ['a$', "'a$'"],
    ['$a', "'$a'"],
    ["''", "''\\'''\\'''"],
  ])('quotes %j for a shell as %s', (word, expected) => expect(quoted(word)).toBe(expected));
});
