/** What a comparison calls more than noise, and what it must not. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/core/base/refusal.ts';
import type { MeasuredRun } from '../../src/simulation/scenario/result.ts';
import { compareRuns, type RunComparison } from '../../src/report/compare/comparison.ts';
import { comparisonHtml } from '../../src/report/compare/html.ts';
import { judged, parseLimit } from '../../src/report/compare/limit.ts';
import { comparisonText } from '../../src/report/compare/text.ts';
import { hostileText, uniform } from './fixture.ts';

let digests = 0;

const runOf = (values: Readonly<Record<string, number>>, seed = '1'): MeasuredRun => ({
  scenario: 'small',
  seed,
  profile: 'published',
  policyHash: '0'.repeat(16),
  digest: String(++digests).padStart(32, '0'),
  metrics: Object.entries(values).map(([name, value]) => ({ name, unit: 'ms', value })),
});

const compared = (a: readonly MeasuredRun[], b: readonly MeasuredRun[]): RunComparison =>
  compareRuns({ name: 'a', runs: a }, { name: 'b', runs: b });

const metric = (comparison: RunComparison, name: string) =>
  comparison.metrics.find((one) => one.name === name);

/** Runs of metrics that are noise, each correlated with its neighbour; `shift` is added to the first. */
function noisyRuns(
  random: () => number,
  parts: { runs: number; metrics: number; shift?: number },
): MeasuredRun[] {
  return Array.from({ length: parts.runs }, () => {
    const base = random();
    const entries = Array.from({ length: parts.metrics }, (_, index) => {
      const value = (index % 2 === 0 ? base : 0) + random() + (index === 0 ? (parts.shift ?? 0) : 0);
      return [`m${index}`, value] as const;
    });
    return runOf(Object.fromEntries(entries));
  });
}

describe('more than noise', () => {
  it('is said of runs that differ in nothing in at most one comparison of twenty', () => {
    const random = uniform(5);
    const rounds = 400;
    let alarms = 0;
    for (let round = 0; round < rounds; round++) {
      const { metrics } = compared(
        noisyRuns(random, { runs: 4, metrics: 20 }),
        noisyRuns(random, { runs: 5, metrics: 20 }),
      );
      if (metrics.some(({ verdict }) => verdict === 'more')) alarms += 1;
    }
    // Exactly 5% would be 20 of 400; three standard deviations above are 33.
    expect(alarms).toBeLessThanOrEqual(33);
  });

  it('is said of the one metric that differs, and of no other', () => {
    const random = uniform(6);
    const comparison = compared(
      noisyRuns(random, { runs: 6, metrics: 20 }),
      noisyRuns(random, { runs: 6, metrics: 20, shift: 6 }),
    );
    const more = comparison.metrics.filter(({ verdict }) => verdict === 'more').map(({ name }) => name);
    expect(more).toEqual(['m0']);
    expect(comparison.permutations).toBe(924);
  });

  it('goes on with drawn ways where there are too many, and says the same each time', () => {
    const make = (): RunComparison => {
      const random = uniform(7);
      return compared(
        noisyRuns(random, { runs: 12, metrics: 6 }),
        noisyRuns(random, { runs: 12, metrics: 6, shift: 4 }),
      );
    };
    const [one, two] = [make(), make()];
    expect(one.permutations).toBe(20_000);
    expect(metric(one, 'm0')?.verdict).toBe('more');
    expect(metric(one, 'm1')?.verdict).toBe('noise');
    expect(one.metrics).toEqual(two.metrics);
  });

  it('has the exact chance of a table one can count by hand', () => {
    // 4 and 4 runs, one metric, fully parted: this way and its mirror of 70.
    const a = [1, 2, 3, 4].map((x) => runOf({ x }));
    const b = [11, 12, 13, 14].map((x) => runOf({ x }));
    expect(metric(compared(a, b), 'x')).toMatchObject({
      chance: 2 / 70,
      verdict: 'more',
      difference: 10,
      change: 4,
    });
    // Swapping 4 and 11 leaves a way that parts less: of 70 ways four part as much or more.
    const c = [1, 2, 3, 11].map((x) => runOf({ x }));
    const d = [4, 12, 13, 14].map((x) => runOf({ x }));
    expect(metric(compared(c, d), 'x')).toMatchObject({ chance: 4 / 70, verdict: 'noise' });
  });

  it('is unknown with one run, and with three and three', () => {
    const [one] = [1, 2].map((x) => runOf({ x }));
    const other = runOf({ x: 100 });
    expect(metric(compared([one!], [other]), 'x')?.verdict).toBe('unknown');
    expect(compared([one!], [other]).noise).toBe('One run each: what is noise is unknown.');
    const three = (from: number) => [0, 1, 2].map((more) => runOf({ x: from + more }));
    const few = compared(three(0), three(100));
    expect(few).toMatchObject({ canTell: false, permutations: 0 });
    expect(few.noise).toMatch(/too few/);
    expect(metric(few, 'x')?.verdict).toBe('unknown');
  });

  it('does not grow from one run copied many times', () => {
    const [a, b] = [runOf({ x: 1 }), runOf({ x: 2 })];
    const comparison = compared(Array(9).fill(a), Array(9).fill(b));
    expect(comparison.a).toMatchObject({ runs: 1, repeated: 8 });
    expect(metric(comparison, 'x')?.verdict).toBe('unknown');
  });

  it('has nothing to deal out where no metric differs', () => {
    const same = () => [1, 2, 3, 4, 5].map(() => runOf({ x: 1, y: 2 }));
    expect(compared(same(), same())).toMatchObject({ canTell: true, permutations: 0 });
    expect(compared(same(), same()).metrics.every(({ verdict }) => verdict === 'same')).toBe(true);
  });

  it('distinguishes equal metrics from those of only one side', () => {
    const a = [1, 2, 3, 4].map((x) => runOf({ x, same: 5, left: x }));
    const b = [1, 2, 3, 4].map((x) => runOf({ x, same: 5 }));
    const comparison = compared(a, b);
    expect(metric(comparison, 'same')).toMatchObject({ verdict: 'same', difference: 0 });
    expect(metric(comparison, 'left')).toMatchObject({ verdict: 'absent', b: null, difference: null });
  });
});

describe('a limit', () => {
  const comparison = (a: number, b: number): RunComparison => compared([runOf({ x: a })], [runOf({ x: b })]);
  const holds = (
    text: string,
    of: RunComparison,
    direction: 'above' | 'below' = 'above',
  ): boolean | string => {
    const limit = parseLimit(text, direction);
    if (limit instanceof Refusal) return limit.message;
    const verdict = judged(limit, of);
    return verdict instanceof Refusal ? verdict.message : verdict.ok;
  };

  it.each([
    ['x:10%', 100, 110, 'above', true],
    ['x:10%', 100, 111, 'above', false],
    ['x:10%', 100, 50, 'above', true],
    ['x:10%', 100, 89, 'below', false],
    ['x:11', 100, 111, 'above', true],
    ['x:10.5', 100, 111, 'above', false],
    ['x:0', 0, 0, 'above', true],
    ['x:500%', 0, 1, 'above', false],
    ['x:500%', 0, 1, 'below', true],
    ['x:500%', 0, 0, 'above', true],
    ['x:10%', -100, -85, 'above', false],
  ] as const)('%s from %d to %d (%s) holds: %s', (text, a, b, direction, ok) => {
    expect(holds(text, comparison(a, b), direction)).toBe(ok);
  });

  it.each(['x', 'x:', 'x:ten', 'x:-5%', ':5%', 'x:5%%', 'x:1e9'])('refuses %j', (text) => {
    expect(holds(text, comparison(1, 2))).toMatch(/is no limit; expected one such as/);
  });

  it('names the nearest metric if no run measured it', () => {
    expect(holds('X:5%', comparison(1, 2))).toMatch(/did you mean "x"\?/);
    expect(holds('y:5%', comparison(1, 2))).toMatch(/no run measured "y"; expected x/);
    expect(holds('__proto__:5%', comparison(1, 2))).toMatch(/expected x/);
  });

  it('holds where a move beyond it is noise, and fails where it is more', () => {
    const runs = (...values: number[]): MeasuredRun[] => values.map((x) => runOf({ x }));
    expect(holds('x:1%', compared(runs(1, 5, 9, 12), runs(2, 6, 10, 11)))).toBe(true);
    expect(holds('x:1%', compared(runs(1, 2, 3, 4), runs(5, 6, 7, 8)))).toBe(false);
  });
});

describe('its pages', () => {
  const a = [1, 2, 3, 4].map((x) => runOf({ [hostileText]: x, same: 1 }));
  const b = [11, 12, 13, 14].map((x) => runOf({ [hostileText]: x, same: 1 }));
  const comparison = compareRuns({ name: hostileText, runs: a }, { name: 'b\u001b[2J', runs: b });

  it('escape names of metrics and folders for markup and terminals', () => {
    const page = comparisonHtml(comparison, { limits: [], command: hostileText, script: '' });
    expect(page).not.toContain('<img');
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(comparisonText(comparison, [], { color: false, all: true })).not.toContain('\u001b');
  });

  it('fit a screen unless everything is asked for', () => {
    const many = (shift: number) =>
      [1, 2, 3, 4].map((x) =>
        runOf(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`m${index}`, x + shift]))),
      );
    const wide = compared(many(0), many(9));
    const text = comparisonText(wide, [], { color: false, all: false });
    expect(text.split('\n').length).toBeLessThan(25);
    expect(text).toContain('44 more differ (--all shows them)');
    expect(comparisonText(wide, [], { color: false, all: true }).split('\n').length).toBeGreaterThan(60);
  });
});
