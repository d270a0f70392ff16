import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WindowAudit } from '../../../src/simulation/scenario/window-audit.ts';

interface Use {
  readonly key: number;
  readonly tier: 'free' | 'pro';
  readonly atMs: number;
}

const limits = { free: [[100, 60_000], [50, 10_000]], pro: [[1_000, 60_000], [500, 10_000]] } as const; // prettier-ignore

/** For every use and every window: how many uses of the key lie in the window that ends with it. */
function bruteForce(uses: readonly Use[]): number {
  let excess = 0;
  for (const [index, { key, tier, atMs }] of uses.entries()) {
    for (const [limit, windowMs] of limits[tier]) {
      const before = uses.slice(0, index + 1).filter((use) => use.key === key && use.atMs > atMs - windowMs);
      excess = Math.max(excess, before.length - limit);
    }
  }
  return excess;
}

function audited(uses: readonly Use[]): number {
  const audit = new WindowAudit();
  for (const { key, tier, atMs } of uses) audit.admitted(key, tier, atMs);
  return audit.excess;
}

/** Bursts: so many uses by one key at equal steps. */
const bursts = fc.record({
  key: fc.nat({ max: 2 }),
  count: fc.integer({ min: 1, max: 70 }),
  stepMs: fc.constantFrom(0, 1, 150, 200, 201, 600, 900),
  pauseMs: fc.constantFrom(0, 1, 9_999, 10_000, 10_001, 50_000, 59_999, 60_000),
});

const stories: fc.Arbitrary<Use[]> = fc.array(bursts, { minLength: 1, maxLength: 6 }).map((list) => {
  let nowMs = 0;
  return list.flatMap(({ key, count, stepMs, pauseMs }) => {
    nowMs += pauseMs;
    return Array.from({ length: count }, (): Use => ({ key, tier: 'free', atMs: (nowMs += stepMs) }));
  });
});

const evenly = (count: number, stepMs: number, rest: Partial<Use> = {}): Use[] =>
  Array.from({ length: count }, (_, index) => ({ key: 1, tier: 'free', atMs: index * stepMs, ...rest }));

describe('the audit of windows', () => {
  it('finds what a separate count of every window finds', () => {
    let violations = 0;
    fc.assert(
      fc.property(stories, (uses) => {
        violations += Number(bruteForce(uses) > 0);
        expect(audited(uses)).toBe(bruteForce(uses));
      }),
      { numRuns: 200 },
    );
    expect(violations).toBeGreaterThan(20);
    expect(violations).toBeLessThan(180);
  });

  it.each<[string, Use[], number]>([
    ['fifty at once', evenly(50, 0), 0],
    ['fifty-one at once', evenly(51, 0), 1],
    ['fifty-one within just under 10 s', evenly(51, 199), 1],
    ['fifty-one of which the first is just 10 s old', evenly(51, 200), 0],
    ['a hundred in a minute', evenly(100, 600), 0],
    ['a hundred and one within a minute', evenly(101, 599), 1],
    ['a hundred and one of which the first is just a minute old', evenly(101, 600), 0],
    ['fifty-one at once by a Pro key', evenly(51, 0, { tier: 'pro' }), 0],
    ['five hundred and three at once by a Pro key', evenly(503, 0, { tier: 'pro' }), 3],
    ['fifty at once by each of two keys', [...evenly(50, 0), ...evenly(50, 0, { key: 2 })], 0],
  ])('has its line exactly where the table has it: %s', (_, uses, excess) =>
    expect(audited(uses)).toBe(excess),
  );

  it('remembers the worst, however quiet it gets', () => {
    const uses = [...evenly(60, 0), ...evenly(5, 1).map((use) => ({ ...use, atMs: use.atMs + 600_000 }))];
    expect(audited(uses)).toBe(10);
  });

  it('asks nothing of a tier without limits', () => {
    const audit = new WindowAudit();
    for (let count = 0; count < 5_000; count++) audit.admitted(1, 'enterprise', 0);
    expect(audit.excess).toBe(0);
  });
});
