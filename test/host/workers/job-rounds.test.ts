/** What a collector asks of its queue, call by call and by the clock. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  JobCollector,
  type BatchQueue,
  type EndedJob,
  type PointCollection,
} from '../../../src/host/workers/job-collector.ts';

type Calls = readonly (readonly unknown[])[];

const answered = (returnvalue: unknown): EndedJob => ({
  returnvalue,
  failedReason: undefined,
  stalledCounter: 0,
});

const pointOf = (line: string): number | undefined =>
  line.startsWith('r') ? Number(line.slice(1)) : undefined;

/** A queue whose ended jobs are listed for each time that it is asked; at the end there are none. */
class Scripted implements BatchQueue {
  readonly calls: unknown[][] = [];
  readonly kept = new Set<string>();
  readonly rounds: (readonly string[])[];
  readonly jobs: Readonly<Record<string, EndedJob>>;
  isLost = true;
  readonly #startMs = performance.now();

  constructor(rounds: (readonly string[])[], jobs: Readonly<Record<string, EndedJob>>) {
    this.rounds = rounds;
    this.jobs = jobs;
  }

  #note(...call: readonly unknown[]): void {
    this.calls.push([performance.now() - this.#startMs, ...call]);
  }

  async resume(): Promise<void> {
    this.#note('resume');
  }

  async addBatches(batches: ReadonlyMap<string, readonly number[]>): Promise<void> {
    this.#note('add', Object.fromEntries(batches));
  }

  async ended(most: number): Promise<readonly string[]> {
    const ids = this.rounds.shift() ?? [];
    if (ids.length > 0) this.#note('ended', most);
    return ids;
  }

  async jobOf(id: string): Promise<EndedJob | undefined> {
    this.#note('job', id);
    return this.jobs[id];
  }

  async remove(id: string): Promise<void> {
    this.#note('remove', id);
  }

  async isEmpty(): Promise<boolean> {
    this.#note('empty?');
    return this.isLost;
  }

  keep = (lines: readonly string[]): void => {
    this.#note('keep', [...lines]);
    for (const line of lines) this.kept.add(line.replace('crash ', 'r').replace(/ .*/, ''));
  };
}

const collecting = (queue: Scripted, points: readonly number[], pointCount: number): PointCollection => ({
  points,
  pointCount,
  pointOf,
  keep: queue.keep,
  isKept: (point) => queue.kept.has(`r${point}`),
  crashed: (point, message) => `crash ${point} ${message}`,
  signal: new AbortController().signal,
});

/** Runs a collector on a clock that the test sets; the calls of its queue. */
async function calls(queue: Scripted, points: readonly number[], pointCount = 3): Promise<Calls> {
  let isDone: boolean | undefined;
  const running = new JobCollector(queue, collecting(queue, points, pointCount)).run();
  void running.then((done) => (isDone = done));
  for (let passed = 0; passed < 20_000 && isDone === undefined; passed += 100)
    await vi.advanceTimersByTimeAsync(passed === 0 ? 0 : 100);
  expect(isDone).toBe(true);
  return queue.calls;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  vi.advanceTimersByTime(10_000);
});
afterEach(() => void vi.useRealTimers());

describe('the calls of a collector', () => {
  it('put its open points there, and each job is removed after its lines are kept', async () => {
    const jobs = { h0: answered(['r1', 'r2']), h1: answered(['r3']) };
    const queue = new Scripted([['h0', 'h1']], jobs);
    expect(await calls(queue, [1, 2, 3], 400)).toEqual([
      [0, 'resume'],
      [0, 'add', { h0: [1, 2], h1: [3] }],
      [0, 'ended', 100],
      [0, 'job', 'h0'],
      [0, 'keep', ['r1', 'r2']],
      [0, 'remove', 'h0'],
      [0, 'job', 'h1'],
      [0, 'keep', ['r3']],
      [0, 'remove', 'h1'],
    ]);
  });

  it('come every tenth of a second while nothing has ended, and at once after something has', async () => {
    const jobs = { h0: answered(['r1']), h1: answered(['r2']), h2: answered(['r3']) };
    const seen = await calls(new Scripted([[], [], ['h0'], ['h1'], [], ['h2']], jobs), [1, 2, 3]);
    expect(seen.filter(([, name]) => name === 'ended')).toEqual([
      [200, 'ended', 100],
      [200, 'ended', 100],
      [300, 'ended', 100],
    ]);
  });

  it('look after three seconds whether the queue has lost its jobs, and replace those of open points', async () => {
    const queue = new Scripted([['h0'], ...Array.from({ length: 31 }, () => [])], {
      h0: answered(['r1', 'r2']),
      h1: answered(['r3', 'r4']),
    });
    queue.rounds.push(['h1']);
    expect((await calls(queue, [1, 2, 3, 4], 400)).slice(6)).toEqual([
      [3_000, 'empty?'],
      [3_000, 'remove', 'h1'],
      [3_000, 'add', { h1: [3, 4] }],
      [3_100, 'ended', 100],
      [3_100, 'job', 'h1'],
      [3_100, 'keep', ['r3', 'r4']],
      [3_100, 'remove', 'h1'],
    ]);
  });

  it('replace nothing where the queue has jobs, and look again three seconds later', async () => {
    const queue = new Scripted([...Array.from({ length: 65 }, () => []), ['h0']], { h0: answered(['r1']) });
    queue.isLost = false;
    expect((await calls(queue, [1])).slice(2)).toEqual([
      [3_000, 'empty?'],
      [6_000, 'empty?'],
      [6_500, 'ended', 100],
      [6_500, 'job', 'h0'],
      [6_500, 'keep', ['r1']],
      [6_500, 'remove', 'h0'],
    ]);
  });
});

describe('a collector', () => {
  it('removes a job that it has not asked for without a look at it', async () => {
    const queue = new Scripted([['strange', 'h2', 'h0']], { h0: answered(['r1']) });
    expect((await calls(queue, [1])).slice(2)).toEqual([
      [0, 'ended', 100],
      [0, 'keep', []],
      [0, 'remove', 'strange'],
      [0, 'keep', []],
      [0, 'remove', 'h2'],
      [0, 'job', 'h0'],
      [0, 'keep', ['r1']],
      [0, 'remove', 'h0'],
    ]);
  });

  it('asks again for what a job has left out, and for nothing else', async () => {
    const queue = new Scripted([['h0'], [], ['h1', 'h0']], {
      h0: answered(['r1', 7, null, 'r3', 'no result', ['r2']]),
      h1: answered(['r3']),
    });
    const running = calls(queue, [1, 2, 3], 400);
    await vi.advanceTimersByTimeAsync(50);
    Object.assign(queue.jobs, { h0: answered(['r1', 'r2']) });
    expect(await running).toEqual([
      [0, 'resume'],
      [0, 'add', { h0: [1, 2], h1: [3] }],
      [0, 'ended', 100],
      [0, 'job', 'h0'],
      [0, 'keep', ['r1']],
      [0, 'remove', 'h0'],
      [0, 'add', { h0: [2], h1: [3] }],
      [100, 'ended', 100],
      [100, 'job', 'h1'],
      [100, 'keep', ['r3']],
      [100, 'remove', 'h1'],
      [100, 'job', 'h0'],
      [100, 'keep', ['r2']],
      [100, 'remove', 'h0'],
    ]);
  });

  it.each<[string, EndedJob | undefined]>([
    ['is none', undefined],
    ['has failed for a reason that is no text', { returnvalue: null, failedReason: 7, stalledCounter: 9 }],
    [
      'has failed before its workers were lost often',
      { returnvalue: null, failedReason: 'x', stalledCounter: 8 },
    ],
    ['has no list', answered('r1')],
    ['says nothing about its points', answered(['r2', 'r3', 'x', ''])],
  ])('asks again, and at the ninth time gives up, where a job %s', async (_, job) => {
    const nine = Array.from({ length: 9 }, () => ['h0']);
    const queue = new Scripted(nine, job === undefined ? {} : { h0: job });
    const seen = await calls(queue, [1]);
    const round = [
      [0, 'ended', 100],
      [0, 'job', 'h0'],
      [0, 'keep', []],
      [0, 'remove', 'h0'],
    ];
    expect(seen.slice(0, 7)).toEqual([
      [0, 'resume'],
      [0, 'add', { h0: [1] }],
      ...round,
      [0, 'add', { h0: [1] }],
    ]);
    expect(seen.slice(-6)).toEqual([
      ...round,
      [0, 'keep', ['crash 1 its workers gave no usable answer']],
      [0, 'add', {}],
    ]);
    expect(seen).toHaveLength(2 + 8 * 5 + 6);
  });

  it('keeps a crash of each open point of a job whose workers were lost nine times', async () => {
    const queue = new Scripted([['h0']], {
      h0: { returnvalue: undefined, failedReason: 'lost', stalledCounter: 9 },
    });
    const seen = await calls(queue, [1, 2], 400);
    expect(seen.filter(([, name]) => name === 'keep')).toEqual([
      [0, 'keep', ['crash 1 lost', 'crash 2 lost']],
    ]);
  });
});
