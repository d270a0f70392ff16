import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SampledRun } from '../../../src/simulation/scenario/sampled-series.ts';
import { TimelineRecorder } from '../../../src/simulation/scenario/timeline.ts';

const startMs = 1_767_225_600_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A run in which nothing has happened but for these. */
const stateOf = ({ pool, agents }: { pool: number; agents: number }): SampledRun =>
  ({
    world: { agents: { count: agents }, casino: { play: { leaderboard: { turnoverOf: () => undefined } } } },
    groups: { totals: () => ({ pool }) },
    happened: () => 0,
  }) as unknown as SampledRun;

describe('a timeline', () => {
  it.each([
    [1, 1_000, 1],
    [1_000, 1_000, 1],
    [1_001, 1_000, 2],
    [60_000, 1_000, 60],
    [240_000, 1_000, 240],
    [240_001, 5_000, 49],
    [hourMs, 30_000, 120],
    [dayMs, 600_000, 144],
    [3 * dayMs, 1_800_000, 144],
    [30 * dayMs, 10_800_000, 240],
    [365 * dayMs, 604_800_000, 53],
  ])('of %d ms has slices of %d ms, %d of them', (forMs, bucketMs, bucketCount) => {
    const timeline = new TimelineRecorder(startMs, forMs);
    expect([timeline.bucketMs, timeline.bucketCount]).toEqual([bucketMs, bucketCount]);
    expect(timeline.endOfMs(bucketCount - 1)).toBeGreaterThanOrEqual(startMs + forMs);
  });

  it('counts what happens at an edge in the slice that begins there, and at the end in the last', () => {
    const timeline = new TimelineRecorder(startMs, 3_000);
    for (const atMs of [0, 999, 1_000, 1_999, 2_000, 2_999, 3_000])
      timeline.count('requests', 'ok', startMs + atMs);
    expect(timeline.finish().requests).toEqual({ ok: [2, 2, 3] });
  });

  it('loses and doubles nothing, whenever it happens', () => {
    const runs = fc
      .integer({ min: 1, max: 40 * dayMs })
      .chain((forMs) =>
        fc.tuple(
          fc.constant(forMs),
          fc.array(fc.tuple(fc.nat({ max: forMs }), fc.constantFrom('ok', 'refused'))),
        ),
      );
    fc.assert(
      fc.property(runs, ([forMs, happenings]) => {
        const timeline = new TimelineRecorder(startMs, forMs);
        for (const [atMs, name] of happenings) timeline.count('requests', name, startMs + atMs);
        const { requests, bucketMs, bucketCount } = timeline.finish();
        for (const name of ['ok', 'refused']) {
          const expected = Array.from({ length: bucketCount }, (_, bucket) => {
            const isLast = bucket === bucketCount - 1;
            const within = (atMs: number): boolean =>
              atMs >= bucket * bucketMs && (atMs < (bucket + 1) * bucketMs || isLast);
            return happenings.filter(([atMs, other]) => other === name && within(atMs)).length;
          });
          if (name in requests) expect(requests[name]).toEqual(expected);
          else expect(expected.every((count) => count === 0)).toBe(true);
        }
      }),
    );
  });

  it('shows series in the order of their first mention, even those that stay empty', () => {
    const timeline = new TimelineRecorder(startMs, 2_000);
    timeline.touch('requests', 'ok');
    timeline.touch('requests', 'timeout');
    timeline.count('requests', 'failed', startMs);
    timeline.count('requests', 'ok', startMs);
    expect(Object.entries(timeline.finish().requests)).toEqual([
      ['ok', [1, 0]],
      ['timeout', [0, 0]],
      ['failed', [1, 0]],
    ]);
  });

  it('keeps what was sampled at the end of each slice', () => {
    const timeline = new TimelineRecorder(startMs, 3_000);
    timeline.sample(0, stateOf({ pool: 5, agents: 0 }));
    timeline.sample(1, stateOf({ pool: 0, agents: 4 }));
    timeline.sample(2, stateOf({ pool: 7, agents: 0 }));
    expect(timeline.finish()).toMatchObject({ startMs, money: { pool: [5, 0, 7] }, registered: [0, 4, 0] });
  });
});
