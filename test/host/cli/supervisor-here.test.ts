/** What the supervisor of a command does in its own thread, beside a thread that behaves as the test says. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CommandRow } from '../../../src/host/cli/command.ts';
import { supervise } from '../../../src/host/cli/supervision/supervisor.ts';
import { folderWith } from './orrery.ts';
import { progressIn, standIn } from './stand-in-thread.ts';
import {
  addedTo,
  begin,
  clocks,
  ended,
  message,
  restore,
  row,
  signals,
  supervised,
  texts,
} from './supervised.ts';

const heapMib = Math.round(getHeapStatistics().heap_size_limit / 1024 / 1024);

afterEach(restore);

describe('a brief command', () => {
  it('runs in the thread that calls', async () => {
    const started = standIn();
    const brief = {
      name: 'brief',
      isBrief: true,
      load: async () => (one: number) => one + 1,
    } as unknown as CommandRow;
    expect([await supervise(brief, [4], {}), started]).toEqual([5, []]);
  });
});

describe('a command', () => {
  it.each([0, 1, 3])('has the exit code of its thread: %d', async (code) => {
    begin();
    standIn();
    expect(await supervised('exit', code)).toBe(code);
    expect(texts()).toEqual({ stdout: '', stderr: '' });
  });

  it.each([
    [
      { isTTY: true, columns: 70 },
      { isTTY: true, columns: 70 },
    ],
    [{ isTTY: undefined } as never, { isTTY: false }],
  ])('knows its call, and the terminal as %o', async (size, terminal) => {
    begin(size);
    standIn();
    const origins = { '--runs': { key: 'check.runs' } };
    expect(await supervise(row, ['print', 1, { json: true }], origins)).toBe(1);
    expect(JSON.parse(texts().stdout)).toEqual({
      name: 'run',
      words: ['print', 1, { json: true }],
      origins,
      stdout: terminal,
      stderr: terminal,
      progress: 3,
      endless: [],
      young: Math.max(16, Math.min(192, Math.round(heapMib / 16))),
    });
  });

  it('has the signals of its process while it runs', async () => {
    begin();
    const started = standIn();
    const before = signals.map((signal) => process.listenerCount(signal));
    const running = supervised('exit', 0);
    expect(signals.map((signal) => process.listenerCount(signal))).toEqual(before.map((count) => count + 1));
    await running;
    expect(signals.map((signal) => process.listenerCount(signal))).toEqual(before);
    expect(started).toHaveLength(1);
  });

  it.each([
    ['', 3, 'orrery: a broken invariant inside Orrery: out of order\nError: out of order\n'],
    ['ENOSPC', 2, 'orrery: no space is left on the device (ENOSPC)\n'],
  ])('that throws has failed: %s', async (code, ends, text) => {
    begin();
    standIn();
    expect(await supervised('throw', 'out of order', code, {})).toBe(ends);
    expect(texts().stderr.slice(0, text.length)).toBe(text);
  });

  it('that throws says so in JSON where that is asked for', async () => {
    begin();
    standIn();
    expect(await supervised('throw', 'disk', 'ENOSPC', { json: true })).toBe(2);
    expect(JSON.parse(texts().stderr)).toEqual({
      error: { kind: 'machine', message: 'no space is left on the device (ENOSPC)' },
      exitCode: 2,
      ok: false,
    });
  });

  it('that has no memory left names what it needed, and the heap', async () => {
    begin();
    const started = standIn();
    const mib = heapMib;
    const more = `expected fewer agents, or a larger heap, such as NODE_OPTIONS=--max-old-space-size=${4 * mib}`;
    const of = (need: string): string =>
      `orrery: out of memory: ${need} needs more than the ${mib} MiB that the heap may grow to; ${more}\n`;
    const running = supervised('need', 'a town of 9 agents', {});
    await message(started[0]);
    started[0]?.postMessage('go on');
    expect(await running).toBe(2);
    expect(texts()).toEqual({ stdout: '', stderr: of('a town of 9 agents') });
    begin();
    expect(await supervised('throw', 'full', 'ERR_WORKER_OUT_OF_MEMORY', {})).toBe(2);
    expect(texts().stderr).toBe(of('the command'));
    begin();
    expect(await supervised('throw', 'full', 'ERR_WORKER_OUT_OF_MEMORY', { json: true })).toBe(2);
    expect(JSON.parse(texts().stderr)).toMatchObject({ error: { kind: 'machine' }, exitCode: 2 });
  });

  it('leaves nothing unfinished', async () => {
    begin();
    standIn();
    const folder = folderWith({ two: '' });
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    mkdirSync(one);
    writeFileSync(join(one, 'part'), '');
    const report = (path: string, exists: boolean) => ({ kind: 'temporary', path, exists });
    const reports = [
      report(one, true),
      report(two, true),
      report(two, false),
      report(join(folder, 'none'), true),
    ];
    expect(await supervised('leave', reports, 1)).toBe(1);
    expect([existsSync(one), existsSync(two)]).toEqual([false, true]);
  });
});

describe('a step without end', () => {
  /** Looks twice, with so much processor time between. */
  async function lookTwice(thread: Parameters<typeof message>[0], use: () => void): Promise<void> {
    await message(thread);
    vi.advanceTimersByTime(200);
    use();
    vi.advanceTimersByTime(200);
  }

  it('is left out in the next attempts, each of a run beside the others', async () => {
    begin();
    const started = standIn();
    const { use } = clocks();
    const running = supervised('compute', [1, 5, 0], [1, 9, 0.85]);
    await lookTwice(started[0], () => use(10_001));
    await ended(started[0]);
    await vi.waitFor(() => expect(started).toHaveLength(2), { timeout: 20_000 });
    await lookTwice(started[1], () => use(10_001));
    expect(await running).toBe(0);
    expect(texts()).toEqual({ stdout: '[[1,[5,9]]]', stderr: '' });
    expect(started).toHaveLength(3);
  });

  it('of a heap that is full has no memory left', async () => {
    begin();
    const started = standIn();
    const { use } = clocks();
    const running = supervised('compute', [1, 5, 0.851]);
    await lookTwice(started[0], () => use(10_001));
    expect(await running).toBe(2);
    expect(texts().stderr).toMatch(/^orrery: out of memory: the run needs more than the \d+ MiB/);
    expect(started).toHaveLength(1);
  });

  it.each([
    ['its time is not over', [1, 5, 0], 10_000],
    ['no run is under way', [0, 5, 0], 10_001],
  ])('is none where %s', async (_why, progress, ms) => {
    begin();
    const started = standIn();
    const { use } = clocks();
    const running = supervised('compute', progress);
    await lookTwice(started[0], () => use(ms));
    await started[0]?.terminate();
    expect([await running, started.length]).toEqual([1, 1]);
  });

  it('is none where the run goes on', async () => {
    begin();
    const started = standIn();
    const { use } = clocks();
    const running = supervised('compute', [1, 5, 0]);
    await lookTwice(started[0], () => {
      progressIn(started[0])?.set([1, 6]);
      use(10_001);
    });
    await started[0]?.terminate();
    expect([await running, started.length]).toEqual([1, 1]);
  });

  it('ends a command that was asked to stop', async () => {
    begin();
    const started = standIn();
    const { use } = clocks();
    const added = addedTo('SIGINT');
    const running = supervised('compute', [1, 5, 0]);
    await message(started[0]);
    added()[0]?.();
    vi.advanceTimersByTime(200);
    use(10_001);
    vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    vi.advanceTimersByTime(200);
    expect([await running, started.length]).toEqual([130, 1]);
  });
});
