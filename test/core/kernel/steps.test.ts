/** Which steps a host sees of a process, what a process is in between, and times that are none. */
import { expect, it } from 'vitest';
import { Effect, now, sleep, sleepUntil } from '../../../src/core/kernel/effects.ts';
import type { BehaviourSteps } from '../../../src/core/kernel/effects.ts';
import { Kernel, type KernelOptions } from '../../../src/core/kernel/kernel.ts';
import { suspended, type Performer, type Process } from '../../../src/core/kernel/process.ts';
import { StepWatch } from '../../../src/core/kernel/step-watch.ts';

const startMs = 1_000;

function kernelWith(options: Partial<KernelOptions> = {}) {
  const found: string[] = [];
  const onFinding: KernelOptions['onFinding'] = ({ kind, message }) => found.push(`${kind}: ${message}`);
  const kernel = new Kernel({ startMs, seed: '7', onFinding, ...options });
  const start = (run: () => BehaviourSteps): Process => kernel.spawn({ name: 'a', behaviour: 'test', run });
  return { kernel, found, start };
}

/** What a run says whose step of that number does not end: the part that is at fault. */
function faultAt(step: number, run: () => BehaviourSteps): string {
  const { kernel, found, start } = kernelWith({ watch: new StepWatch(new Float64Array(1), [step]) });
  start(run);
  try {
    kernel.run({ untilMs: startMs + 5 });
    expect(kernel.processCount).toBe(0);
  } catch (error) {
    return (error as Error).message.slice(0, 'event 1'.length);
  }
  return found.map((finding) => finding.split(':')[0]).join(' and ');
}

it('of a process each is its own turn or one of the platform for it, to the end', () => {
  const steps = Array.from({ length: 9 }, (_, index) =>
    faultAt(index + 1, function* () {
      yield* now();
      yield* sleep(1);
    }),
  );
  const [turn, first, second] = ['never-yielded', 'event 1', 'event 2'];
  expect(steps).toEqual([first, turn, first, turn, first, second, turn, second, '']);
});

it('of a process that throws the last is one of the platform for it', () => {
  const steps = [1, 2, 3, 4].map((step) =>
    // oxlint-disable-next-line require-yield -- a behaviour may throw at once
    faultAt(step, function* () {
      throw new Error('mine');
    }),
  );
  expect(steps).toEqual(['event 1', 'never-yielded', 'event 1', 'behaviour-threw']);
});

it('of a process that is ended the last is one of the platform for it', () => {
  const steps = [4, 5, 6].map((step) =>
    faultAt(step, function* () {
      yield 1;
    }),
  );
  expect(steps).toEqual(['unknown-effect and never-yielded', 'event 1', 'unknown-effect']);
});

it('a process is ready until it waits, for an instant or for an answer', () => {
  const seen: string[] = [];
  const wait: Performer = () => suspended;
  const { kernel, start } = kernelWith({ performers: { wait } });
  const process = start(function* () {
    yield* sleep(1);
    yield* sleepUntil(startMs + 2);
    yield* new Effect('wait', undefined);
  });
  seen.push(process.state);
  for (const untilMs of [startMs, startMs + 1, startMs + 2]) {
    kernel.run({ untilMs });
    seen.push(process.state);
  }
  expect(seen).toEqual(['ready', 'waiting', 'waiting', 'waiting']);
});

it('none of several processes that sleep is resumed', () => {
  const { kernel, start } = kernelWith();
  const processes = [1, 2, 3].map(() =>
    start(function* () {
      yield* sleep(1);
    }),
  );
  kernel.run({ untilMs: startMs });
  for (const process of processes) expect(() => process.resume(0)).toThrow('while it is asleep');
});

it('a process that a performer has failed gets no answer', () => {
  const fault: Performer = (process) => process.fail('unknown-effect', 'refused');
  const { kernel, found, start } = kernelWith({ performers: { fault } });
  const seen: string[] = [];
  start(function* () {
    yield* new Effect('fault', undefined);
    seen.push('goes on');
  });
  expect([kernel.run(), kernel.processCount, found, seen]).toEqual([
    'drained',
    0,
    ['unknown-effect: refused'],
    [],
  ]);
});

it('what a behaviour throws while it is ended is its own', () => {
  const { kernel, found, start } = kernelWith();
  const process = start(function* () {
    try {
      yield* sleep(5);
    } finally {
      // oxlint-disable-next-line no-unsafe-finally -- a behaviour may do so
      throw new Error('mine');
    }
  });
  kernel.run({ untilMs: startMs });
  process.end();
  expect(found).toEqual(['behaviour-threw: threw Error: mine while it was being ended']);
});

it.each(['sleep', 'sleepUntil'])('%s refuses what is no whole number, of any type', (kind) => {
  const payloads = ['5', 5n, Symbol('five'), null, {}, 0.5, Number.NaN, 2 ** 53];
  const { kernel, found, start } = kernelWith();
  for (const payload of payloads)
    start(function* () {
      yield new Effect(kind, payload);
    });
  expect(kernel.run()).toBe('drained');
  expect(found.map((finding) => finding.split(';')[0])).toEqual(
    ['"5"', '5n', 'Symbol(five)', 'null', 'an empty object', '0.5', 'NaN', '9007199254740992'].map(
      (name) => `unknown-effect: yielded ${kind}(${name})`,
    ),
  );
});

it('a run until an instant that has passed leaves the clock where it is', () => {
  const { kernel, start } = kernelWith();
  start(function* () {
    yield* sleep(5);
  });
  expect([kernel.run({ untilMs: startMs - 1 }), kernel.nowMs]).toEqual(['reached', startMs]);
});

it('effects of one instant are counted together, in however many runs', () => {
  let waiting: Process | undefined;
  const wait: Performer = (process) => {
    waiting = process;
    return suspended;
  };
  const { kernel, found, start } = kernelWith({ performers: { wait }, effectsPerInstantMax: 4 });
  start(function* () {
    for (let count = 0; count < 5; count += 1) yield* new Effect('wait', undefined);
  });
  for (let run = 0; run < 5; run += 1) {
    kernel.run({ untilMs: startMs });
    if (waiting?.state === 'waiting') waiting.resume(0);
  }
  expect(found).toEqual([expect.stringContaining('zero-delay-loop: yielded more than 4 effects')]);
});

it('a performer of a built-in kind is refused by what is wrong', () => {
  expect(() => kernelWith({ performers: { random: () => 1 } })).toThrow(
    'a performer of a built-in kind is given again',
  );
});
