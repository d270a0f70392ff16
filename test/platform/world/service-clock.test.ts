import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Journal } from '../../../src/core/base/journal.ts';
import { priority } from '../../../src/core/kernel/event.ts';
import { Kernel } from '../../../src/core/kernel/kernel.ts';
import { SteppableClock } from '../../../src/platform/world/service-clock.ts';

function newClock() {
  const kernel = new Kernel({ startMs: 0, seed: '7' });
  const journal = new Journal();
  const ran: string[] = [];
  let dueCount = 0;
  const clock = new SteppableClock({ kernel, journal, onDue: () => (dueCount += 1) });
  const due = (name: string, atMs: number): (() => void) =>
    clock.schedule(atMs, () => ran.push(`${name}@${kernel.nowMs}`));
  /** Does something at an instant of the kernel, as an agent would. */
  const at = (atMs: number, action: () => void): void => {
    kernel.schedule(atMs, priority.agent, { fire: action });
  };
  return { kernel, journal, clock, ran, due, at, dueCount: () => dueCount };
}

describe('the clock of a service', () => {
  it('runs due events exactly at their time, in order, before agents of the same instant', () => {
    const { kernel, ran, due, at, dueCount } = newClock();
    at(20, () => ran.push('agent@20'));
    due('b', 20);
    due('c', 20);
    due('a', 10);
    due('d', 21);
    kernel.run({ untilMs: 20 });
    expect(ran).toEqual(['a@10', 'b@20', 'c@20', 'agent@20']);
    kernel.run();
    expect([ran.at(-1), dueCount()]).toEqual(['d@21', 4]);
  });

  it('runs an event that is already due when it is scheduled, at that instant', () => {
    const { kernel, ran, due, at } = newClock();
    at(50, () => due('late', 10));
    kernel.run();
    expect(ran).toEqual(['late@50']);
  });

  it('does not run a cancelled event, and accepts a second cancel', () => {
    const { kernel, ran, due } = newClock();
    const cancel = due('a', 10);
    due('b', 10);
    cancel();
    cancel();
    kernel.run();
    expect(ran).toEqual(['b@10']);
    cancel();
    kernel.run();
    expect(ran).toEqual(['b@10']);
  });

  it('accepts new events from a due event', () => {
    const { kernel, clock, ran, due } = newClock();
    clock.schedule(10, () => {
      ran.push('first');
      due('same', 10);
      due('later', 15);
    });
    kernel.run();
    expect(ran).toEqual(['first', 'same@10', 'later@15']);
  });
});

describe('a held clock', () => {
  it('stands still and runs nothing; when released it jumps and runs the due events in order', () => {
    const { kernel, clock, ran, due, at } = newClock();
    due('b', 20);
    due('a', 15);
    at(10, () => clock.hold());
    at(12, () => due('c', 12));
    at(30, () => expect(clock.nowMs).toBe(10));
    at(40, () => clock.release());
    due('after', 50);
    kernel.run();
    expect(ran).toEqual(['c@40', 'a@40', 'b@40', 'after@50']);
    expect(clock.nowMs).toBe(50);
  });

  it('has run what is due at the instant it is held, in whichever order both were scheduled', () => {
    const { kernel, clock, ran, due } = newClock();
    kernel.schedule(20, priority.due, { fire: () => clock.hold() });
    due('a', 20);
    due('b', 21);
    kernel.run();
    expect(ran).toEqual(['a@20']);
  });

  it('may be held twice: it stays at the time of the first hold', () => {
    const { kernel, clock, at } = newClock();
    at(10, () => clock.hold());
    at(20, () => clock.hold());
    at(30, () => expect(clock.nowMs).toBe(10));
    kernel.run();
    expect(clock.nowMs).toBe(10);
  });

  it('that is stepped meanwhile shows the step when released', () => {
    const { kernel, clock, ran, due, at } = newClock();
    due('a', 100);
    at(10, () => clock.hold());
    at(20, () => clock.step(75));
    at(21, () => expect(clock.nowMs).toBe(10));
    at(25, () => clock.release());
    kernel.run();
    expect(ran).toEqual(['a@25']);
    expect(clock.nowMs).toBe(100);
  });
});

describe('a stepped clock', () => {
  it('forward runs the events that it passes at once, and never again', () => {
    const { kernel, clock, ran, due, at } = newClock();
    due('a', 30);
    due('b', 60);
    at(10, () => clock.step(30));
    at(11, () => expect(clock.nowMs).toBe(41));
    kernel.run();
    expect(ran).toEqual(['a@10', 'b@30']);
  });

  it('back runs a due event only when its time is reached again', () => {
    const { kernel, clock, ran, due, at } = newClock();
    due('done', 5);
    due('a', 30);
    at(10, () => clock.step(-20));
    at(11, () => expect(clock.nowMs).toBe(-9));
    kernel.run();
    expect(ran).toEqual(['done@5', 'a@50']);
  });

  it('forward and back has no effect, except for the events that it ran', () => {
    const { kernel, clock, ran, due, at } = newClock();
    due('a', 30);
    due('b', 60);
    at(10, () => (clock.step(25), clock.step(-25)));
    kernel.run();
    expect(ran).toEqual(['a@10', 'b@60']);
  });
});

describe('a clock and a journal', () => {
  it('both drop the events of a request that is rolled back', () => {
    const { kernel, journal, ran, due } = newClock();
    due('kept', 20);
    journal.begin();
    due('undone', 10);
    due('undone too', 30);
    journal.rollback();
    kernel.run();
    expect(ran).toEqual(['kept@20']);
  });

  it('restore an event that a rolled back request had cancelled, in its place among equals', () => {
    const { kernel, journal, ran, due } = newClock();
    const cancel = due('first', 20);
    due('second', 20);
    journal.begin();
    cancel();
    due('never', 15);
    journal.rollback();
    kernel.run();
    expect(ran).toEqual(['first@20', 'second@20']);
  });

  it('keep an event cancelled that is cancelled after its restoration', () => {
    const { kernel, journal, ran, due } = newClock();
    const cancel = due('a', 20);
    journal.begin();
    cancel();
    journal.rollback();
    cancel();
    kernel.run();
    expect(ran).toEqual([]);
  });

  it('undo a timer that the same request set and cancelled', () => {
    const { kernel, journal, ran, due } = newClock();
    journal.begin();
    due('a', 20)();
    journal.rollback();
    kernel.run();
    expect(ran).toEqual([]);
  });
});

type Move =
  | { do: 'due'; inMs: number }
  | { do: 'cancel'; index: number }
  | { do: 'hold' | 'release' }
  | { do: 'step'; byMs: number };

const moves: fc.Arbitrary<[number, Move][]> = fc.array(
  fc.tuple(
    fc.nat({ max: 100 }),
    fc.oneof(
      fc.record({ do: fc.constant('due' as const), inMs: fc.integer({ min: -20, max: 60 }) }),
      fc.record({ do: fc.constant('cancel' as const), index: fc.nat({ max: 10 }) }),
      fc.record({ do: fc.constantFrom('hold' as const, 'release' as const) }),
      fc.record({ do: fc.constant('step' as const), byMs: fc.integer({ min: -40, max: 40 }) }),
    ),
  ),
  { maxLength: 25 },
);

/** The expected order of events, found by a simulation of every millisecond, without alarms. */
function everyMillisecond(story: readonly [number, Move][], endMs: number): string[] {
  const timers: { name: string; atMs: number; isOff: boolean }[] = [];
  const ran: string[] = [];
  let offsetMs = 0;
  let heldAtMs: number | null = null;
  for (let nowMs = 0; nowMs <= endMs; nowMs++) {
    const runDue = (): void => {
      if (heldAtMs !== null) return;
      const reached = timers
        .filter(({ isOff, atMs }) => !isOff && atMs <= nowMs + offsetMs)
        .toSorted((left, right) => left.atMs - right.atMs);
      for (const timer of reached) {
        timer.isOff = true;
        ran.push(`${timer.name}@${nowMs}`);
      }
    };
    runDue();
    for (const [, move] of story.filter(([atMs]) => atMs === nowMs)) {
      const clockMs: number = heldAtMs ?? nowMs + offsetMs;
      if (move.do === 'due')
        timers.push({ name: `t${timers.length}`, atMs: clockMs + move.inMs, isOff: false });
      else if (move.do === 'hold') heldAtMs = clockMs;
      else if (move.do === 'cancel') timers[move.index] &&= { ...timers[move.index]!, isOff: true };
      else if (move.do === 'step') offsetMs += move.byMs;
      else heldAtMs = null;
      runDue();
    }
  }
  return ran;
}

it('a clock gives the results of a simulation of every millisecond', () => {
  fc.assert(
    fc.property(moves, (unordered) => {
      const story = unordered.toSorted(([left], [right]) => left - right);
      const { kernel, clock, ran, at } = newClock();
      const cancels: (() => void)[] = [];
      for (const [atMs, move] of story) {
        at(atMs, () => {
          if (move.do === 'due') {
            const name = `t${cancels.length}`;
            cancels.push(clock.schedule(clock.nowMs + move.inMs, () => ran.push(`${name}@${kernel.nowMs}`)));
          } else if (move.do === 'cancel') cancels[move.index]?.();
          else if (move.do === 'step') clock.step(move.byMs);
          else clock[move.do]();
        });
      }
      kernel.run({ untilMs: 1000 });
      expect(ran).toEqual(everyMillisecond(story, 1000));
    }),
    { numRuns: 500 },
  );
});
