import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/core/base/assert.ts';
import { chance } from '../../../src/core/kernel/distributions.ts';
import { Effect, log, now, random, sleep, sleepUntil, spawn } from '../../../src/core/kernel/effects.ts';
import type { BehaviourSteps } from '../../../src/core/kernel/effects.ts';
import { priority } from '../../../src/core/kernel/event.ts';
import type { Finding } from '../../../src/core/kernel/finding.ts';
import { Kernel } from '../../../src/core/kernel/kernel.ts';
import type { LogEntry } from '../../../src/core/kernel/performers.ts';
import { suspended } from '../../../src/core/kernel/process.ts';
import { StepWatch } from '../../../src/core/kernel/step-watch.ts';
import type { Performer, Process } from '../../../src/core/kernel/process.ts';

const startMs = 1_767_225_600_000;

function makeKernel(
  performers: Record<string, Performer> = {},
  effectsPerInstantMax = 1000,
  watch?: StepWatch,
) {
  const findings: Finding[] = [];
  const entries: LogEntry[] = [];
  const kernel = new Kernel({
    startMs,
    seed: '7',
    performers,
    effectsPerInstantMax,
    watch,
    onLog: (entry) => entries.push(entry),
    onFinding: (finding) => findings.push(finding),
  });
  const start = (run: () => BehaviourSteps, name = 'a'): Process =>
    kernel.spawn({ name, behaviour: 'test', run });
  return { kernel, findings, entries, start };
}

describe('a process', () => {
  it('sleeps, asks the time and gets the results, by yield* and by plain yield', () => {
    const { kernel, start } = makeKernel();
    const seen: unknown[] = [];
    const process = start(function* () {
      seen.push(yield* now());
      seen.push(yield* sleep(1500));
      seen.push(yield now());
      yield sleep(500);
      yield* sleepUntil(startMs + 10_000);
      seen.push(yield* now());
      yield* sleepUntil(startMs);
      seen.push(yield* now());
    });
    expect(kernel.run()).toBe('drained');
    expect(seen).toEqual([startMs, undefined, startMs + 1500, startMs + 10_000, startMs + 10_000]);
    expect([process.state, kernel.processCount]).toEqual(['ended', 0]);
  });

  it('may keep an effect, share it with others and use it again', () => {
    const { kernel, start } = makeKernel();
    const nap = sleep(10);
    const seen: [string, number][] = [];
    const sleeper = (name: string) =>
      function* () {
        for (let count = 0; count < 3; count += 1) {
          yield* nap;
          seen.push([name, (yield* now()) - startMs]);
        }
      };
    start(sleeper('a'));
    start(sleeper('b'));
    kernel.run();
    expect(seen).toEqual(
      [10, 20, 30].flatMap((atMs) => [
        ['a', atMs],
        ['b', atMs],
      ]),
    );
  });

  it('draws from its own stream, whatever the others draw', () => {
    const drawn = (others: number): unknown[] => {
      const { kernel, start } = makeKernel();
      const seen: unknown[] = [];
      for (let other = 0; other < others; other += 1) {
        start(function* () {
          yield* random();
        }, `other/${other}`);
      }
      start(function* () {
        seen.push(yield* random(), yield* random(chance(0.5)), yield* random((stream) => stream.integer(6)));
      });
      kernel.run();
      return seen;
    };
    expect(drawn(0)).toEqual([expect.any(Number), expect.any(Boolean), expect.any(Number)]);
    expect(drawn(3)).toEqual(drawn(0));
  });

  it('logs with its name and the time', () => {
    const { kernel, entries, start } = makeKernel();
    start(function* () {
      yield* sleep(5);
      yield* log('hello', { stakeMicros: 3 });
    });
    kernel.run();
    const fields = { stakeMicros: 3 };
    expect(entries).toEqual([{ agent: 'a', behaviour: 'test', atMs: startMs + 5, message: 'hello', fields }]);
  });

  it('starts others, which get their first turn at the same instant after it', () => {
    const { kernel, start } = makeKernel();
    const seen: unknown[] = [];
    start(function* () {
      const child = function* () {
        seen.push(['child', yield* now()]);
      };
      seen.push(yield* spawn(child, 'child'));
      seen.push('parent');
    });
    kernel.run();
    expect(seen).toEqual([1, 'parent', ['child', startMs]]);
  });

  it('waits for a performer that answers later, and not for one that answers at once', () => {
    const waiting: Process[] = [];
    const { kernel, start } = makeKernel({
      double: (_, effect) => 2 * (effect.payload as number),
      ask: (process) => {
        waiting.push(process);
        return suspended;
      },
    });
    const seen: unknown[] = [];
    start(function* () {
      seen.push(yield* new Effect<number>('double', 21));
      seen.push(yield* new Effect<string>('ask', undefined));
      seen.push(yield* now());
    });
    kernel.schedule(startMs + 70, priority.delivery, { fire: () => waiting[0]?.resume('answer') });
    kernel.run();
    expect(seen).toEqual([42, 'answer', startMs + 70]);
  });

  it('runs its finally block when it is ended from outside, and loses its wake-up', () => {
    const { kernel, start } = makeKernel();
    let cleaned = 0;
    const process = start(function* () {
      try {
        yield* sleep(1000);
      } finally {
        cleaned += 1;
      }
    });
    kernel.schedule(startMs + 10, priority.control, { fire: () => process.end() });
    expect(kernel.run()).toBe('drained');
    expect([cleaned, kernel.nowMs, kernel.processCount]).toEqual([1, startMs + 10, 0]);
  });
});

describe('a run', () => {
  it('stops at its end, at its budget, or when nothing is left, and goes on from there', () => {
    const { kernel, start } = makeKernel();
    start(function* () {
      for (let count = 0; count < 10; count += 1) yield* sleep(100);
    });
    expect(kernel.run({ untilMs: startMs + 250 })).toBe('reached');
    expect([kernel.nowMs - startMs, kernel.eventCount]).toEqual([250, 3]);
    expect(kernel.run({ eventsMax: 2 })).toBe('budget');
    expect(kernel.nowMs - startMs).toBe(400);
    expect(kernel.run({ untilMs: startMs + 5000 })).toBe('drained');
    expect([kernel.nowMs - startMs, kernel.eventCount]).toEqual([5000, 11]);
  });

  it('gives the same order of events every time', () => {
    const order = (): string[] => {
      const { kernel, start } = makeKernel();
      const seen: string[] = [];
      for (let number = 0; number < 50; number += 1) {
        start(function* () {
          for (let count = 0; count < 20; count += 1) {
            yield* sleep(yield* random((stream) => stream.integer(4)));
            seen.push(`${number} at ${yield* now()}`);
          }
        }, `agent/${number}`);
      }
      kernel.run();
      return seen;
    };
    expect(order()).toEqual(order());
    expect(order().length).toBe(1000);
  });

  it('rethrows errors of the platform, whatever the caller', () => {
    const broken = new InvariantError('drift');
    const { kernel, findings, start } = makeKernel({
      post: () => {
        throw broken;
      },
    });
    start(function* () {
      try {
        yield new Effect('post', undefined);
      } catch {
        yield* sleep(1);
      }
    });
    expect(() => kernel.run()).toThrow(broken);
    expect(findings).toEqual([]);
  });

  it.each([
    ['that never waited', false],
    ['that sleeps', true],
  ])('refuses to resume a process %s', (_, asleep) => {
    const { kernel, start } = makeKernel();
    const process = start(function* () {
      yield* sleep(1000);
    });
    if (asleep) kernel.run({ untilMs: startMs });
    expect(() => process.resume(1)).toThrow(asleep ? 'asleep' : 'resumed');
  });

  it('refuses a performer of a built-in kind', () => {
    expect(() => makeKernel({ random: () => 1 })).toThrow(InvariantError);
  });
});

/** What the behaviour does, the kind of finding, part of its message, the behaviour. */
type FaultRow = [string, Finding['kind'], string, () => unknown];

describe('a behaviour at fault', () => {
  function* twoNaps() {
    yield* sleep(1);
    yield* sleep(1);
  }
  const cleanUp = (): void => {
    throw new Error('cleanup');
  };
  const yielded: [unknown, string][] = [
    [42, "yielded 42; expected an effect such as agent.sleep('1s')"],
    [undefined, 'yielded undefined; expected'],
    ['1s', 'yielded "1s"; expected'],
    [{ to: 1, amount: 2 }, 'yielded an object with to, amount; expected'],
    [Promise.resolve(1), 'yielded a Promise; a behaviour never awaits'],
    [sleep, 'yielded the function sleep; expected'],
    [twoNaps(), 'yielded a generator; hand over to another generator with yield*'],
    [new Effect('teleport', 1), 'yielded an effect of kind "teleport"; nothing in this run performs that'],
    [sleep(Number.NaN), 'yielded sleep(NaN); expected a whole number of milliseconds, zero or more'],
    [sleep(-1), 'yielded sleep(-1)'],
    [sleep(0.5), 'yielded sleep(0.5)'],
    [sleep(2 ** -30), 'yielded sleep(9.313225746154785e-10)'],
    [sleep(Number.POSITIVE_INFINITY), 'yielded sleep(Infinity)'],
    [new Effect('sleep', '1s'), 'yielded sleep("1s")'],
    [sleepUntil(Number.NaN), 'yielded sleepUntil(NaN)'],
    [new Effect('random', 6), 'yielded random(6); expected a distribution'],
    [new Effect('spawn', { run: 1, name: 'x' }), 'yielded spawn(1, "x"); expected a generator function'],
  ];
  const rows: FaultRow[] = [
    [
      'throws',
      'behaviour-threw',
      'threw RangeError: too much',
      function* () {
        yield* sleep(0);
        throw new RangeError('too much');
      },
    ],
    [
      'throws something odd',
      'behaviour-threw',
      'threw "odd"',
      function* () {
        yield* sleep(0);
        throw 'odd';
      },
    ],
    [
      'breaks an invariant by its own call',
      'behaviour-threw',
      'chance(2)',
      function* () {
        yield* random(chance(2));
      },
    ],
    [
      'draws from a distribution that throws',
      'behaviour-threw',
      'a distribution threw Error: mine',
      function* () {
        yield* random(() => {
          throw new Error('mine');
        });
      },
    ],
    ['is no generator function', 'behaviour-threw', 'it returned undefined', () => undefined],
    ['is an async function', 'behaviour-threw', 'it returned a Promise', async () => {}],
    [
      'is an async generator',
      'behaviour-threw',
      'function*',
      async function* () {
        yield sleep(1);
      },
    ],
    ...yielded.map(([value, message]): FaultRow => [
      `yields what gives: ${message}`,
      'unknown-effect',
      message,
      function* () {
        yield value;
      },
    ]),
    [
      'loops without letting time pass',
      'zero-delay-loop',
      'more than 1000 effects',
      function* () {
        for (;;) yield* now();
      },
    ],
    [
      'sleeps for no time again and again',
      'zero-delay-loop',
      'more than 1000 effects',
      function* () {
        for (;;) yield* sleep(0);
      },
    ],
  ];

  it.each(rows)('that %s is named in a finding and ends, and the others go on', (_, kind, message, run) => {
    const { kernel, findings, start } = makeKernel();
    const culprit = start(run as () => BehaviourSteps, 'culprit');
    const bystander = start(function* () {
      yield* sleep(5000);
    }, 'bystander');
    expect(kernel.run()).toBe('drained');
    expect(findings[0]).toEqual({
      kind,
      agent: 'culprit',
      behaviour: 'test',
      atMs: startMs,
      message: expect.stringContaining(message),
    });
    expect([culprit.state, bystander.state, kernel.nowMs]).toEqual(['ended', 'ended', startMs + 5000]);
  });

  it('that throws while it is being ended gives a second finding', () => {
    const { kernel, findings, start } = makeKernel();
    start(function* () {
      try {
        yield 1;
      } finally {
        cleanUp();
      }
    });
    kernel.run();
    expect(findings.map(({ message }) => message)).toEqual([
      "yielded 1; expected an effect such as agent.sleep('1s')",
      'threw Error: cleanup while it was being ended',
    ]);
  });

  it('may do as many effects as it likes while time passes', () => {
    const { kernel, findings, start } = makeKernel();
    start(function* () {
      for (let count = 0; count < 5000; count += 1) yield* sleep(count % 10 === 0 ? 1 : 0);
    });
    kernel.run();
    expect(findings).toEqual([]);
  });

  it('that never yields is seen from outside by its step, and ended there by the next run from the start', () => {
    const shared = new Float64Array(1);
    let step = 0;
    const attempt = (endless: number[]) => {
      const made = makeKernel({}, 1000, new StepWatch(shared, endless));
      const seen: unknown[] = [];
      const culprit = made.start(function* () {
        yield* sleep(10);
        try {
          step = shared[0] ?? 0;
          seen.push('computes');
        } finally {
          seen.push('finally');
        }
      }, 'culprit');
      made.start(function* () {
        yield* sleep(20);
        seen.push(yield* now());
      }, 'bystander');
      expect(made.kernel.run()).toBe('drained');
      return { ...made, seen, culprit };
    };
    expect(attempt([]).seen).toEqual(['computes', 'finally', startMs + 20]);
    const { kernel, findings, seen, culprit } = attempt([step]);
    expect(findings).toMatchObject([{ kind: 'never-yielded', agent: 'culprit', atMs: startMs + 10 }]);
    expect(findings[0]?.message).toBe('computes without end between two effects; does a loop lack a yield?');
    expect([culprit.state, kernel.processCount, seen]).toEqual(['ended', 0, [startMs + 20]]);
  });

  it('is told from an event of the platform that does not end, which is an invariant', () => {
    const { kernel } = makeKernel({}, 1000, new StepWatch(new Float64Array(1), [1]));
    kernel.schedule(startMs, priority.due, { fire: () => undefined });
    expect(() => kernel.run()).toThrow('event 1 takes more processor time than any event may take');
  });

  it('is told from what the platform does for it, which is an invariant', () => {
    // Event, turn, and what the turn has asked for.
    const { kernel, start } = makeKernel({}, 1000, new StepWatch(new Float64Array(1), [3]));
    start(function* () {
      yield* sleep(10);
    });
    expect(() => kernel.run()).toThrow('event 1 takes more processor time');
  });

  it('whose end does not end is reported, and its generator left alone', () => {
    // Event, turn, what it asked for, and its end.
    const { kernel, findings, start } = makeKernel({}, 1000, new StepWatch(new Float64Array(1), [4]));
    const seen: string[] = [];
    start(function* () {
      try {
        yield 1;
      } finally {
        seen.push('finally');
      }
    });
    kernel.run();
    expect([findings.map(({ kind }) => kind), seen]).toEqual([['unknown-effect', 'never-yielded'], []]);
  });
});
