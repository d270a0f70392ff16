/** A process from its start to its end: what it may do when, what its kernel counts, and what no caller may do. */
import { describe, expect, it } from 'vitest';
import { Effect, log, now, random, sleep, spawn } from '../../../src/core/kernel/effects.ts';
import type { BehaviourSteps } from '../../../src/core/kernel/effects.ts';
import { priority } from '../../../src/core/kernel/event.ts';
import { Kernel, type KernelOptions } from '../../../src/core/kernel/kernel.ts';
import { suspended, type Performer, type Process } from '../../../src/core/kernel/process.ts';
import { StepWatch } from '../../../src/core/kernel/step-watch.ts';
import { Streams } from '../../../src/core/kernel/stream.ts';

const startMs = 1_000;

/** A kernel with what it found, and a performer `wait` that answers when the test resumes the process. */
function kernelWith(options: Partial<KernelOptions> = {}) {
  const found: [string, unknown][] = [];
  const waiting: Process[] = [];
  const wait: Performer = (process) => {
    waiting.push(process);
    return suspended;
  };
  const kernel = new Kernel({
    startMs,
    seed: '7',
    performers: { wait },
    onFinding: ({ kind, message }, cause) => found.push([`${kind}: ${message}`, cause]),
    ...options,
  });
  const start = (run: () => BehaviourSteps, name = 'a'): Process =>
    kernel.spawn({ name, behaviour: 'test', run });
  return { kernel, found, waiting, start };
}

const waitFor = new Effect<unknown>('wait', undefined);

describe('a process', () => {
  it('is resumed only while it waits for an answer', () => {
    const { kernel, start } = kernelWith();
    const resumed = (process: Process) => () => process.resume('x');
    const process = start(function* () {
      expect(yield* waitFor).toBe('x');
      yield* sleep(5);
    });
    expect(resumed(process)).toThrow('process a is resumed while it is asleep');
    kernel.run({ untilMs: startMs });
    expect(process.state).toBe('waiting');
    process.resume('x');
    expect(resumed(process)).toThrow('process a is resumed while it is asleep');
    kernel.run();
    expect(resumed(process)).toThrow('process a is resumed while it is ended');
  });

  it('has one wake-up at a time', () => {
    const { kernel, start } = kernelWith();
    const process = start(function* () {
      yield* sleep(5);
    });
    expect(() => process.sleepUntil(startMs + 9)).toThrow('process a sleeps once at a time');
    expect(kernel.run()).toBe('drained');
    expect(kernel.nowMs).toBe(startMs + 5);
  });

  it('ends once: a second end, or a fault after it, changes nothing', () => {
    const { kernel, found, waiting, start } = kernelWith();
    let cleaned = 0;
    start(function* () {
      try {
        yield* waitFor;
      } finally {
        cleaned += 1;
      }
    });
    start(function* () {
      yield* sleep(50);
    }, 'b');
    kernel.run({ untilMs: startMs });
    for (let time = 0; time < 2; time += 1) waiting[0]?.end();
    waiting[0]?.fail('unknown-effect', 'too late');
    expect([cleaned, found, kernel.processCount, waiting[0]?.state]).toEqual([1, [], 1, 'ended']);
  });

  it('that never had a turn ends without one', () => {
    const { kernel, start } = kernelWith();
    const process = start(() => expect.unreachable());
    process.end();
    expect([kernel.run(), kernel.eventCount, kernel.processCount]).toEqual(['drained', 0, 0]);
  });

  it('may not end itself while it runs, and nothing ends by the attempt', () => {
    const { kernel, found, start } = kernelWith();
    const process: Process = start(function* () {
      yield* sleep(1);
      process.end();
    });
    kernel.run();
    expect(found).toEqual([
      [
        'behaviour-threw: threw InvariantError: a process is not ended while its generator runs',
        expect.any(Error),
      ],
    ]);
  });

  it('may be ended by another while that one runs, and control comes back to it', () => {
    const { kernel, found, start } = kernelWith();
    const seen: string[] = [];
    const victim = start(function* () {
      try {
        yield* sleep(10);
      } finally {
        seen.push(`ended while ${kernel.running?.name} runs`);
      }
    }, 'victim');
    const killer: Process = start(function* () {
      yield* sleep(1);
      victim.end();
      seen.push(`back in ${kernel.running?.name}`);
      killer.end();
    }, 'killer');
    kernel.run();
    expect(seen).toEqual(['ended while victim runs', 'back in killer']);
    expect(found.map(([message]) => message)).toEqual([
      expect.stringContaining('a process is not ended while its generator runs'),
    ]);
  });

  it('draws from the stream of its name, or from the one that it is given', () => {
    const { kernel } = kernelWith();
    const streams = new Streams('7');
    const drawn: unknown[] = [];
    const run = function* () {
      drawn.push(yield* random());
    };
    const parent = function* () {
      drawn.push(yield* random());
      yield* spawn(run, 'child');
    };
    kernel.spawn({ name: 'a', behaviour: 'test', run: parent });
    kernel.spawn({ name: 'b', behaviour: 'test', stream: streams.stream('other'), run });
    kernel.run();
    const first = (path: string): number => streams.stream(path).unit();
    expect(drawn).toEqual([first('agents/a'), first('other'), first('agents/a/child')]);
  });

  it('has the number that it is given, else the next one that is free', () => {
    const { kernel } = kernelWith();
    const numberOf = (number?: number): number => {
      const options = { name: 'a', behaviour: 'test', *run() {} };
      return kernel.spawn(number === undefined ? options : { ...options, number }).number;
    };
    expect([numberOf(), numberOf(5), numberOf(), numberOf(2), numberOf()]).toEqual([0, 5, 6, 2, 7]);
    expect(kernel.processCount).toBe(5);
  });

  it('is prefetched once it has begun', () => {
    const { kernel, start } = kernelWith();
    const process = start(function* () {
      yield* sleep(1);
    });
    const before = process.prefetch();
    kernel.run({ untilMs: startMs });
    expect([before, process.prefetch()]).toEqual([0, 1]);
  });

  it.each([
    ['nothing', null, 'null'],
    ['a list', [], 'an array of 0'],
    ['what cannot be ended', { next: () => ({}), [Symbol.iterator]: (): void => undefined }, 'a generator'],
    ['what is no iterable', { next: () => ({}), return: () => ({}) }, 'a generator'],
    [
      'what has no steps',
      { return: () => ({}), [Symbol.iterator]: (): void => undefined },
      'an object with return',
    ],
  ])('is refused where its function returns %s', (_what, returned, name) => {
    const { kernel, found, start } = kernelWith();
    start(() => returned as unknown as BehaviourSteps);
    kernel.run();
    expect(found.map(([message]) => message)).toEqual([
      `behaviour-threw: threw TypeError: expected a generator function (function*), but it returned ${name}`,
    ]);
  });

  it('hands on what it threw', () => {
    const { kernel, found, start } = kernelWith();
    const wrong = new Error('mine');
    start(function* () {
      yield* random(() => {
        throw wrong;
      });
    });
    start(function* () {
      yield* sleep(1);
      throw wrong;
    });
    kernel.run();
    expect(found).toEqual([
      ['behaviour-threw: a distribution threw Error: mine', wrong],
      ['behaviour-threw: threw Error: mine', wrong],
    ]);
  });

  it('is refused a child without a name', () => {
    const { kernel, found, start } = kernelWith();
    start(function* () {
      yield new Effect('spawn', { run: sleep, name: 6 });
    });
    kernel.run();
    expect(found.map(([message]) => message)).toEqual([
      'unknown-effect: yielded spawn(the function sleep, 6); expected a generator function and a name',
    ]);
  });

  it('runs without listeners for its log and its faults', () => {
    const kernel = new Kernel({ startMs, seed: '7' });
    const process = kernel.spawn({
      name: 'a',
      behaviour: 'test',
      *run() {
        yield* log('without a listener');
        yield 'wrong';
      },
    });
    expect([kernel.run(), process.state]).toEqual(['drained', 'ended']);
  });
});

describe('effects while no time passes', () => {
  const counting = (effects: number, effectsPerInstantMax?: number): string[] => {
    const { kernel, found, start } = kernelWith(
      effectsPerInstantMax === undefined ? {} : { effectsPerInstantMax },
    );
    start(function* () {
      for (let count = 0; count < effects; count += 1) yield* now();
    });
    kernel.run();
    return found.map(([message]) => message);
  };

  it('are a fault from one more than the bound on, which is 100,000 where none is given', () => {
    expect([counting(10, 10), counting(100_000)]).toEqual([[], []]);
    expect([...counting(11, 10), ...counting(100_001)]).toEqual([
      'zero-delay-loop: yielded more than 10 effects while no time passed; does a loop lack a sleep?',
      'zero-delay-loop: yielded more than 100000 effects while no time passed; does a loop lack a sleep?',
    ]);
  });

  it('are counted from 0 again once the clock has moved, by an event or by the end of a run', () => {
    const { kernel, found, waiting, start } = kernelWith({ effectsPerInstantMax: 4 });
    start(function* () {
      for (let round = 0; round < 3; round += 1) {
        for (let count = 0; count < 3; count += 1) yield* now();
        yield* waitFor;
      }
    });
    kernel.run({ untilMs: startMs });
    kernel.run({ untilMs: startMs + 1 });
    waiting[0]?.resume(0);
    kernel.schedule(startMs + 2, priority.due, { fire: () => waiting[1]?.resume(0) });
    kernel.run();
    expect(found).toEqual([]);
  });
});

describe('a run', () => {
  it('is not entered from within itself, and goes on after the attempt', () => {
    const { kernel } = kernelWith();
    kernel.schedule(startMs, priority.due, { fire: () => void kernel.run() });
    expect(() => kernel.run()).toThrow('a run is not entered from within itself');
    expect(kernel.run()).toBe('drained');
  });

  it('wakes a target with its argument, 0 where none is given, unless it is cancelled', () => {
    const { kernel } = kernelWith();
    const seen: number[] = [];
    const target = { fire: (argument: number) => void seen.push(argument) };
    kernel.schedule(startMs + 1, priority.due, target, 6);
    kernel.schedule(startMs + 2, priority.due, target);
    const handle = kernel.schedule(startMs + 3, priority.due, target, 7);
    expect([kernel.cancel(handle), kernel.cancel(handle)]).toEqual([true, false]);
    expect([kernel.run(), seen]).toEqual(['drained', [6, 0]]);
  });

  it('counts every step for those who watch, and enters none that is known not to end', () => {
    const shared = new Float64Array(1);
    const watch = new StepWatch(shared, [3]);
    const entered = [1, 2, 3, 4].map((step) => [watch.mayEnter(), shared[0] === step]);
    expect(entered).toEqual([
      [true, true],
      [true, true],
      [false, true],
      [true, true],
    ]);
    expect(new StepWatch(shared).mayEnter()).toBe(true);
  });
});
