/** A collector whose process may end at any await: what the queue no longer has is always kept. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  JobCollector,
  type BatchQueue,
  type EndedJob,
  type PointCollection,
} from '../../../src/host/workers/job-collector.ts';
import { jobIdOf } from '../../../src/host/workers/queue.ts';

/** The end of a process between two calls. */
class Killed extends Error {}

const lineOf = (point: number): string => `result ${point}`;
const pointOf = (line: string): number | undefined => {
  const digits = /^(?:result|crash) (\d+)/.exec(line)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

type Answer = (points: readonly number[], tries: number) => EndedJob;
const answered = (returnvalue: unknown): EndedJob => ({
  returnvalue,
  failedReason: undefined,
  stalledCounter: 0,
});

/** A queue and a store that outlive a collector. `callsLeft` calls later the process that makes them is killed. */
class Outside implements BatchQueue {
  readonly kept: string[] = [];
  readonly jobs = new Map<string, readonly number[]>();
  readonly removed: string[] = [];
  /** Results that the queue lost before they were kept. */
  readonly lost: number[] = [];
  callsLeft = Number.POSITIVE_INFINITY;
  readonly #answer: Answer;
  readonly #tries = new Map<string, number>();
  readonly #points = new Set<number>();

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  #lives(): void {
    this.callsLeft -= 1;
    if (this.callsLeft < 0) throw new Killed();
  }

  isKept = (point: number): boolean => this.#points.has(point);

  keep = (lines: readonly string[]): void => {
    this.#lives();
    for (const line of lines) {
      const point = pointOf(line);
      if (point !== undefined && this.isKept(point)) continue;
      this.kept.push(line);
      if (point !== undefined) this.#points.add(point);
    }
  };

  async resume(): Promise<void> {
    this.#lives();
  }

  async addBatches(batches: ReadonlyMap<string, readonly number[]>): Promise<void> {
    this.#lives();
    for (const [id, points] of batches) if (!this.jobs.has(id)) this.jobs.set(id, points);
  }

  async ended(most: number): Promise<readonly string[]> {
    this.#lives();
    return [...this.jobs.keys()].slice(0, most);
  }

  async jobOf(id: string): Promise<EndedJob | undefined> {
    this.#lives();
    const tries = (this.#tries.get(id) ?? 0) + 1;
    this.#tries.set(id, tries);
    return this.#answer(this.jobs.get(id) ?? [], tries);
  }

  async remove(id: string): Promise<void> {
    this.#lives();
    for (const point of this.jobs.get(id) ?? []) {
      const hasLine = this.#answer([point], 99).returnvalue !== undefined;
      if (hasLine && !this.isKept(point)) this.lost.push(point);
    }
    this.jobs.delete(id);
    this.removed.push(id);
  }

  async isEmpty(): Promise<boolean> {
    return this.jobs.size === 0;
  }
}

const collection = (outside: Outside, pointCount: number): PointCollection => ({
  points: Array.from({ length: pointCount }, (_, index) => index + 1),
  pointCount,
  pointOf,
  keep: outside.keep,
  isKept: outside.isKept,
  crashed: (point, message) => `crash ${point} ${message}`,
  signal: new AbortController().signal,
});

/** Runs collectors one after the other until one is not killed. */
async function collected(outside: Outside, pointCount: number, lives: readonly number[]): Promise<void> {
  for (const callsLeft of [...lives, Number.POSITIVE_INFINITY]) {
    outside.callsLeft = callsLeft;
    try {
      expect(await new JobCollector(outside, collection(outside, pointCount)).run()).toBe(true);
      return;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}

const whole: Answer = (points) => answered(points.map(lineOf));
const pointCounts = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 390, max: 500 }));

describe('a collector', () => {
  it('loses no result, wherever it is killed, and keeps each point once', async () => {
    const lives = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(pointCounts, lives, async (pointCount, killedAfter) => {
        const outside = new Outside(whole);
        await collected(outside, pointCount, killedAfter);
        expect(outside.lost).toEqual([]);
        const points = outside.kept.map(pointOf).toSorted((one, two) => (one ?? 0) - (two ?? 0));
        expect(points).toEqual(Array.from({ length: pointCount }, (_, index) => index + 1));
      }),
      { numRuns: 40 },
    );
  });

  it("takes from a job the lines of that job's points alone, each once", async () => {
    const strange: Answer = (points, tries) =>
      answered([...points.map(lineOf), lineOf(1), lineOf(9_999), 'no result', 7, null, tries]);
    const outside = new Outside(strange);
    await collected(outside, 3, []);
    expect(outside.kept.toSorted()).toEqual([1, 2, 3].map(lineOf));
  });

  it('asks again for what a job leaves out, and gives a point up after eight answers without it', async () => {
    const without: Answer = (points) => answered(points.filter((point) => point !== 2).map(lineOf));
    const outside = new Outside(without);
    await collected(outside, 3, []);
    expect(outside.kept.toSorted()).toEqual([
      'crash 2 its workers gave no usable answer',
      lineOf(1),
      lineOf(3),
    ]);
    expect(outside.removed.filter((id) => id === jobIdOf(2, 3))).toHaveLength(9);
  });

  it('counts a point as crashed only where its workers were lost again and again', async () => {
    const failing =
      (stalledCounter: number): Answer =>
      (points, tries) =>
        tries > 1 ? whole(points, tries) : { returnvalue: undefined, failedReason: 'lost', stalledCounter };
    const [often, seldom] = [new Outside(failing(9)), new Outside(failing(8))];
    await collected(often, 1, []);
    await collected(seldom, 1, []);
    expect(often.kept).toEqual(['crash 1 lost']);
    expect(seldom.kept).toEqual([lineOf(1)]);
  });

  it('ends where it is told to, with what is kept by then', async () => {
    const outside = new Outside(() => answered('nothing'));
    const signal = AbortSignal.abort();
    const collector = new JobCollector(outside, { ...collection(outside, 2), signal });
    expect(await collector.run()).toBe(false);
    expect(outside.kept).toEqual([]);
  });
});
