/** A step is measured by the time of the processor, which these tests set; so is a task that is watched. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookMs, processorMs, StepClock } from '../../../src/host/workers/processor-time.ts';
import { WatchedTask } from '../../../src/host/workers/watched-task.ts';

/** Microseconds, of which a quarter is spent in the system. */
let spentMicros = 0;
const spend = (ms: number): void => void (spentMicros += ms * 1000);

beforeEach(() => {
  spentMicros = 7_000_000;
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({
    user: (spentMicros * 3) / 4,
    system: spentMicros / 4,
  }));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a clock of steps', () => {
  it('counts in milliseconds what the process and the system for it have used', () => {
    expect(processorMs()).toBe(7_000);
    spend(2.5);
    expect(processorMs()).toBe(7_002.5);
  });

  it('says that a step is over only beyond its time, from when it was first seen', () => {
    const clock = new StepClock(100);
    spend(500);
    expect(clock.isOver([1, 1])).toBe(false);
    spend(100);
    expect(clock.isOver([1, 1])).toBe(false);
    spend(1);
    expect(clock.isOver([1, 1])).toBe(true);
    expect(clock.isOver([1, 1])).toBe(true);
  });

  it.each([
    ['another step', [1, 2]],
    ['another point', [2, 1]],
    ['fewer numbers', [1]],
    ['more numbers', [1, 1, 1]],
    ['no numbers', []],
  ])('starts again with %s', (_, step) => {
    const clock = new StepClock(100);
    expect(clock.isOver([1, 1])).toBe(false);
    spend(1_000);
    expect(clock.isOver(step)).toBe(false);
    spend(100);
    expect(clock.isOver(step)).toBe(false);
    spend(1);
    expect(clock.isOver(step)).toBe(true);
    expect(clock.isOver([1, 1])).toBe(false);
  });

  it('has seen no step before the first', () => {
    const clock = new StepClock(-1);
    expect([clock.isOver([]), new StepClock(-1).isOver([1])]).toEqual([true, false]);
  });
});

describe('a watched task', () => {
  const watched = (): WatchedTask => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    return new WatchedTask([4, 5], { endless: new Map([[4, [1]]]), stepMsMax: 100 });
  };

  it('sends its points, what does not end, and shared memory for a point and a step', () => {
    const task = watched();
    expect(task.message).toEqual({
      points: [4, 5],
      progress: new Float64Array(2),
      endless: new Map([[4, [1]]]),
    });
    expect(task.message.progress.buffer).toBeInstanceOf(SharedArrayBuffer);
    task.close();
  });

  it('is aborted with the step that takes too long', () => {
    const task = watched();
    task.message.progress.set([5, 3]);
    vi.advanceTimersByTime(lookMs);
    spend(101);
    vi.advanceTimersByTime(lookMs - 1);
    expect([task.endless, task.signal.aborted]).toEqual([undefined, false]);
    vi.advanceTimersByTime(1);
    expect([task.endless, task.signal.aborted]).toEqual([{ point: 5, step: 3 }, true]);
    task.close();
  });

  it('is not aborted while its steps go on, nor by what comes before its first point', () => {
    const task = watched();
    for (const [point, step] of [
      [5, 1],
      [5, 2],
      [6, 2],
      [0, 2],
      [0, 2],
      [0, 2],
    ]) {
      task.message.progress.set([point ?? 0, step ?? 0]);
      vi.advanceTimersByTime(lookMs);
      spend(1_000);
    }
    expect([task.endless, task.signal.aborted]).toEqual([undefined, false]);
    task.close();
  });

  it('is not looked at once it is closed', () => {
    const task = watched();
    task.message.progress.set([5, 3]);
    vi.advanceTimersByTime(lookMs);
    expect(vi.getTimerCount()).toBe(1);
    task.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
