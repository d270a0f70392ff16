/** Events that are expected at instants: in order, each once, and what was cancelled is nothing that came due. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Timers } from '../../../src/verification/oracle/timers.ts';

const event = fc.record({ atMs: fc.nat(6), isOff: fc.boolean() });
const step = fc.record({
  untilMs: fc.nat(6),
  added: fc.array(event, { maxLength: 4 }),
  forgets: fc.boolean(),
});

it('run in order of time and of insertion, without those that are cancelled; the latest is one that has run', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const timers = new Timers();
      const ran: string[] = [];
      let waiting: { atMs: number; what: string; isOff: boolean }[] = [];
      let [count, nowMs] = [0, 0];
      let latest: string | undefined;
      for (const { untilMs, added, forgets } of steps) {
        for (const { atMs, isOff } of added) {
          const what = `event ${(count += 1)}`;
          const cancel = timers.at(atMs, what, () => void ran.push(what));
          if (isOff) cancel();
          waiting.push({ atMs, what, isOff });
        }
        if (forgets) timers.forget();
        if (forgets) latest = undefined;
        const isDue = ({ atMs }: { atMs: number }): boolean => atMs <= untilMs;
        const due = waiting.filter(isDue).toSorted((one, two) => one.atMs - two.atMs);
        waiting = waiting.filter((each) => !isDue(each));
        const expected = due.flatMap(({ what, isOff }) => (isOff ? [] : [what]));
        latest = expected.at(-1) ?? latest;
        const beforeMs = untilMs > nowMs ? nowMs : timers.beforeMs;
        nowMs = Math.max(nowMs, untilMs);
        ran.length = 0;
        timers.advance(untilMs);
        expect([ran, timers.latest?.what, timers.nowMs, timers.beforeMs]).toEqual([expected, latest, nowMs, beforeMs]);
      }
    }),
  );
}); // prettier-ignore

it('that are added while one runs, run as well where they are due', () => {
  const timers = new Timers();
  const ran: string[] = [];
  timers.at(2, 'first', () => {
    ran.push('first');
    timers.at(5, 'later', () => void ran.push('later'));
    timers.at(3, 'second', () => void ran.push('second'));
  });
  timers.advance(4);
  expect([ran, timers.latest?.what]).toEqual([['first', 'second'], 'second']);
  timers.advance(5);
  expect(ran).toEqual(['first', 'second', 'later']);
});
