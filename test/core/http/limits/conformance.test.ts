/** One suite for every algorithm. What an algorithm does not promise stands in its `skips`, with the reason. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs } from '../../../../src/core/base/time.ts';
import type { Meter, QuotaState, Window } from '../../../../src/core/http/limits/meter.ts';
import { emptyReading } from '../../../../src/core/http/limits/reading.ts';
import { attempts } from '../../../campaigns.ts';
import { expectSame, expectSameFields } from '../../../expect-same.ts';
import { contenders, type Contender } from './contenders.ts';

const startMs = 1_767_225_600_000;

/** Lengths that divide a day, so that a shift by days moves clock windows onto clock windows. */
const windowArbitrary: fc.Arbitrary<Window> = fc.record({
  limit: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 40 })),
  windowMs: fc.constantFrom(1, 2, 4, 5, 20, 100, 1_000, 60_000),
});

interface Step {
  readonly afterMs: number;
  readonly weight: number;
  /** Whether a refused use is recorded all the same (gap L4). */
  readonly insists: boolean;
}

const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  afterMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 6 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 120 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 65_000 }) },
  ),
  weight: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 12 })),
  insists: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
});

interface Story {
  readonly windows: readonly Window[];
  readonly steps: readonly Step[];
}

const storyArbitrary: fc.Arbitrary<Story> = fc.record({
  windows: fc.array(windowArbitrary, { minLength: 1, maxLength: 3 }),
  steps: fc.array(stepArbitrary, { maxLength: 120, size: 'max' }),
});

interface Told {
  readonly meter: Meter;
  readonly uses: readonly number[];
  readonly nowMs: number;
  readonly decisions: readonly boolean[];
}

/** Lives a story through with a meter; `onStep` sees every instant before the use is recorded. */
function tell(
  contender: Contender,
  story: Story,
  options: { shiftMs?: number; onStep?: (told: Told, weight: number) => void } = {},
): Told {
  const meter = contender.make(story.windows);
  const uses: number[] = [];
  const decisions: boolean[] = [];
  let nowMs = startMs + (options.shiftMs ?? 0);
  for (const step of story.steps) {
    nowMs += step.afterMs;
    const weight = Math.min(step.weight, contender.weightMax(story.windows));
    options.onStep?.({ meter, uses, nowMs, decisions }, weight);
    const admitted = meter.waitMs(nowMs, weight) === 0;
    decisions.push(admitted);
    if (!admitted && !step.insists) continue;
    meter.consume(nowMs, weight);
    for (let use = 0; use < weight; use++) uses.push(nowMs);
  }
  return { meter, uses, nowMs, decisions };
}

function readingOf(meter: Meter, nowMs: number): QuotaState {
  const reading = emptyReading();
  meter.read(nowMs, reading);
  return reading;
}

function admittedAtOnce(meter: Meter, nowMs: number): number {
  let count = 0;
  for (; meter.waitMs(nowMs) === 0; count++) meter.consume(nowMs);
  return count;
}

/** Gap L17 applied to the parts one by one; of several that are used up, gap L20 asks for the one waited for longest. */
function bindingOf(contender: Contender, story: Story, told: Told): QuotaState {
  const readings = contender.parts(story.windows).map((part) => {
    for (const use of told.uses) part.consume(use);
    return readingOf(part, told.nowMs);
  });
  const usedUp = readings.filter(({ remaining }) => remaining === 0);
  const candidates = usedUp.length > 0 ? usedUp : readings;
  const [binding] = candidates.toSorted(
    (one, other) =>
      (usedUp.length > 0 ? other.resetAtMs - one.resetAtMs : 0) ||
      one.remaining * other.limit - other.remaining * one.limit ||
      one.windowMs - other.windowMs,
  );
  return binding!;
}

const onlyWithConsent = (story: Story): Story => ({
  ...story,
  steps: story.steps.map((step) => ({ ...step, insists: false })),
});

describe.each(contenders)('$name', (contender) => {
  const titles: string[] = [];
  const promise = (title: string, property: (story: Story) => void) => {
    titles.push(title);
    if (title in contender.skips) return;
    test(title, () => {
      fc.assert(fc.property(storyArbitrary, property), { numRuns: attempts('storiesOfMeters') });
    });
  };

  promise('decides as the slow oracle does, refused uses recorded or not', (story) => {
    tell(contender, story, {
      onStep: ({ meter, uses, nowMs }, weight) => {
        const expected = contender.admits(story.windows, { uses, nowMs, weight });
        expectSame(meter.waitMs(nowMs, weight) === 0, expected);
      },
    });
  });

  promise('admits no more than its bound in any stretch of time', (story) => {
    const { uses } = tell(contender, onlyWithConsent(story));
    for (const stretchMs of [...story.windows.map((window) => window.windowMs), 7, 150, 70_000]) {
      const allowed = contender.admittedMax(story.windows, stretchMs);
      const counts = uses.map((from) => uses.filter((use) => use >= from && use < from + stretchMs).length);
      expect(Math.max(0, ...counts)).toBeLessThanOrEqual(allowed);
    }
  });

  promise('admits a lone client after exactly the wait and not 1 ms earlier', (story) => {
    tell(contender, story, {
      onStep: ({ meter, uses, nowMs }, weight) => {
        const waitMs = meter.waitMs(nowMs, weight);
        if (waitMs === 0) return;
        const admits = (atMs: number) => contender.admits(story.windows, { uses, nowMs: atMs, weight });
        expectSame(admits(nowMs + waitMs - 1), false);
        expectSame(admits(nowMs + waitMs), true);
      },
    });
    const { meter, nowMs } = tell(contender, story);
    const waitMs = meter.waitMs(nowMs);
    if (waitMs > 0) expect(meter.waitMs(nowMs + waitMs - 1)).toBe(1);
    expect(meter.waitMs(nowMs + waitMs)).toBe(0);
  });

  promise('does not depend on the absolute time', (story) => {
    const here = tell(contender, story);
    const there = tell(contender, story, { shiftMs: 3_653 * dayMs });
    expect(there.decisions).toEqual(here.decisions);
    expect(there.meter.waitMs(there.nowMs)).toBe(here.meter.waitMs(here.nowMs));
  });

  promise('answers the same however often it is asked', (story) => {
    const asked = tell(contender, story, {
      onStep: ({ meter, nowMs }, weight) => {
        const reading = readingOf(meter, nowMs);
        meter.waitMs(nowMs, weight);
        expectSameFields(readingOf(meter, nowMs), reading);
      },
    });
    const unasked = tell(contender, story);
    expect(asked.decisions).toEqual(unasked.decisions);
    expect(readingOf(asked.meter, asked.nowMs)).toEqual(readingOf(unasked.meter, unasked.nowMs));
  });

  promise('reads the part with the smallest remaining/limit', (story) => {
    const told = tell(contender, story);
    expect(readingOf(told.meter, told.nowMs)).toEqual(bindingOf(contender, story, told));
  });

  promise('remaining is how many more are admitted at the same instant', (story) => {
    const { meter, nowMs } = tell(contender, story);
    const { remaining } = readingOf(meter, nowMs);
    expect(admittedAtOnce(meter, nowMs)).toBe(remaining);
  });

  promise('with one window, remaining is how many more are admitted at the same instant', (story) => {
    const [part] = contender.parts(story.windows);
    const { uses, nowMs } = tell(contender, story);
    for (const use of uses) part!.consume(use);
    const { remaining } = readingOf(part!, nowMs);
    expect(admittedAtOnce(part!, nowMs)).toBe(remaining);
  });

  promise('remaining is never less than what is admitted, and 0 exactly when it refuses', (story) => {
    const { meter, nowMs } = tell(contender, story);
    const { remaining } = readingOf(meter, nowMs);
    expect(remaining === 0).toBe(meter.waitMs(nowMs) > 0);
    expect(admittedAtOnce(meter, nowMs)).toBeLessThanOrEqual(remaining);
  });

  promise('when exhausted, resetAtMs is the instant a lone client is admitted', (story) => {
    const { meter, nowMs } = tell(contender, story);
    admittedAtOnce(meter, nowMs);
    const { remaining, resetAtMs } = readingOf(meter, nowMs);
    expect(remaining).toBe(0);
    expect(meter.waitMs(resetAtMs - 1)).toBe(1);
    expect(meter.waitMs(resetAtMs)).toBe(0);
  });

  promise('of each part, resetAtMs is the first instant at which remaining grows', (story) => {
    const { uses, nowMs } = tell(contender, story);
    for (const part of contender.parts(story.windows)) {
      for (const use of uses) part.consume(use);
      const { limit, remaining, resetAtMs } = readingOf(part, nowMs);
      if (resetAtMs === nowMs) {
        expect(remaining).toBe(limit);
        continue;
      }
      expect(readingOf(part, resetAtMs - 1).remaining).toBe(remaining);
      expect(readingOf(part, resetAtMs).remaining).toBeGreaterThan(remaining);
    }
  });

  promise('while time stands still, nothing is given back', (story) => {
    const { meter, nowMs } = tell(contender, story);
    admittedAtOnce(meter, nowMs);
    const waitMs = meter.waitMs(nowMs);
    expect(waitMs).toBeGreaterThan(0);
    const waitsMs = Array.from({ length: 60 }, () => {
      meter.consume(nowMs);
      return meter.waitMs(nowMs);
    });
    expect(Math.min(...waitsMs)).toBeGreaterThanOrEqual(waitMs);
  });

  test('every skip names a promise of this suite and gives a reason', () => {
    for (const [title, reason] of Object.entries(contender.skips)) {
      expect(titles).toContain(title);
      expect(reason).toMatch(/\w+ \w+ \w+/);
    }
  });
});
