/** Which shifts of a clock an instant of a response may have. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { InstantShifts } from '../../../src/live/traffic/correlation/instant-shifts.ts';
import { testSeed } from '../../seed.ts';

it('a session keeps the shift of its first request, however many follow, and that of its latest', () => {
  const shifts = new InstantShifts();
  const of = { session: 1, things: [] };
  const count = 500;
  for (let n = 0; n < count; n += 1) shifts.add({ byMs: n * 1000, toleranceMs: 1 }, of);
  const own = { byMs: -1, toleranceMs: 1 };
  const found = shifts.candidates(own, of).map(({ byMs }) => byMs);
  expect(found).toEqual(expect.arrayContaining([-1, 0, 1000, (count - 1) * 1000]));
  expect(found.length).toBeLessThan(100);
  expect(shifts.candidates(own, { session: 2, things: [] })).toEqual([own]);
});

it('an instant that lies in a write of another session has the shift of that write', () => {
  const shifts = new InstantShifts();
  const write = { byMs: 5000, toleranceMs: 1 };
  const reader = { session: 2, things: [] };
  shifts.add(write, { session: 1, things: [], wrote: { fromMs: 10_000, toMs: 10_200 } });
  const own = { byMs: 0, toleranceMs: 1 };
  expect(shifts.candidates(own, { ...reader, atMs: 10_100 })).toEqual([own, write]);
  expect(shifts.candidates(own, { ...reader, atMs: 10_201 })).toEqual([own]);
  expect(shifts.candidates(own, { ...reader, atMs: 9_999 })).toEqual([own]);
  expect(shifts.candidates(own, reader)).toEqual([own]);
});

it('writes are found in whatever order they were answered', () => {
  const shifts = new InstantShifts();
  const spans = [50, 10, 30, 20, 40];
  for (const at of spans)
    shifts.add(
      { byMs: at, toleranceMs: 1 },
      { session: at, things: [], wrote: { fromMs: at, toMs: at + 15 } },
    );
  const own = { byMs: 0, toleranceMs: 1 };
  const found = shifts.candidates(own, { session: 0, things: [], atMs: 32 }).map(({ byMs }) => byMs);
  expect(found.toSorted((left, right) => left - right)).toEqual([0, 20, 30]);
});

it('an instant that a client has sent is as far ahead as it was in the request, wherever its thing is shown', () => {
  const shifts = new InstantShifts();
  const created = { byMs: 90_000, toleranceMs: 1 };
  shifts.sent(7, 60_000);
  shifts.add(created, { session: 1, things: [7] });
  const own = { byMs: 0, toleranceMs: 1 };
  const found = shifts.candidates(own, { session: 2, things: [7] }).map(({ byMs }) => byMs);
  expect(found).toEqual([0, 60_000, 90_000]);
  expect(shifts.candidates(own, { session: 2, things: [8] })).toEqual([own]);
});

const plainOf = (byMs: readonly number[], toleranceMs = 1) => byMs.map((ms) => ({ byMs: ms, toleranceMs }));
const own = { byMs: 0, toleranceMs: 1 };

it('the first shifts of a thing and its latest ones are kept, 64 in all', () => {
  const shifts = new InstantShifts();
  const all = plainOf(Array.from({ length: 70 }, (_, n) => n * 10));
  for (const shift of all.slice(0, 64)) shifts.add(shift, { session: 1, things: [5] });
  expect(shifts.ofThings([5])).toEqual(all.slice(0, 64));
  for (const shift of all.slice(64)) shifts.add(shift, { session: 1, things: [5] });
  const kept = [...all.slice(0, 32), ...all.slice(38)];
  expect(shifts.ofThings([5])).toEqual(kept);
  expect(shifts.candidates(own, { session: 1, things: [] })).toEqual([own, ...kept]);
  expect(shifts.candidates(own, { session: 1, things: [5, 6, 5] })).toEqual([own, ...kept, ...kept, ...kept]);
});

it.each([
  [
    [
      { byMs: 0, toleranceMs: 2 },
      { byMs: 0.9, toleranceMs: 2 },
    ],
    1,
  ],
  [
    [
      { byMs: 0, toleranceMs: 2 },
      { byMs: -0.9, toleranceMs: 1 },
    ],
    1,
  ],
  [
    [
      { byMs: 0, toleranceMs: 2 },
      { byMs: 0.9, toleranceMs: 2.1 },
    ],
    2,
  ],
  [
    [
      { byMs: 0, toleranceMs: 2 },
      { byMs: 1, toleranceMs: 2 },
    ],
    2,
  ],
  [
    [
      { byMs: 0, toleranceMs: 2 },
      { byMs: 5, toleranceMs: 2 },
      { byMs: 0, toleranceMs: 2 },
    ],
    3,
  ],
])('of %j the alike ones are kept once: %i', (added, count) => {
  const shifts = new InstantShifts();
  for (const shift of added) shifts.add(shift, { session: 1, things: [] });
  expect(shifts.candidates(own, { session: 1, things: [] })).toEqual([own, ...added.slice(0, count)]);
});

it('an instant that was sent is known to a second', () => {
  const shifts = new InstantShifts();
  shifts.sent(7, 60_000);
  expect(shifts.ofThings([7])).toEqual([{ byMs: 60_000, toleranceMs: 1_000 }]);
});

it('the writes under way at an instant are those that began and had not ended, the latest first', () => {
  const write = fc.record({ fromMs: fc.nat(40), tookMs: fc.nat(15) });
  fc.assert(
    fc.property(fc.array(write, { maxLength: 80 }), fc.nat(60), (writes, atMs) => {
      const shifts = new InstantShifts();
      const spans = writes.map(({ fromMs, tookMs }, n) => ({ fromMs, toMs: fromMs + tookMs, shift: { byMs: n, toleranceMs: 1 } }));
      for (const { fromMs, toMs, shift } of spans) shifts.add(shift, { session: 1, things: [], wrote: { fromMs, toMs } });
      const found = shifts.candidates(own, { session: 2, things: [], atMs });
      const model = spans.toSorted((left, right) => left.fromMs - right.fromMs).toReversed().filter(({ fromMs, toMs }) => fromMs <= atMs && toMs >= atMs);
      expect(found).toEqual([own, ...model.slice(0, 64).map(({ shift }) => shift)]);
    }),
    { numRuns: 100, seed: testSeed },
  );
}); // prettier-ignore

it('a bound of sessions, of things and of writes is followed, and those keep what they have', () => {
  const shifts = new InstantShifts();
  const many = 200_000;
  for (let n = 0; n <= many; n++)
    shifts.add({ byMs: n, toleranceMs: 1 }, { session: n, things: [n], wrote: { fromMs: n, toMs: n } });
  const of = (n: number) => ({ session: n, things: [n], atMs: n });
  const [last, beyond] = plainOf([many - 1, many]);
  expect(shifts.candidates(own, of(many - 1))).toEqual([own, last, last, last]);
  expect(shifts.candidates(own, of(many))).toEqual([own]);
  shifts.add(beyond!, { session: 0, things: [0] });
  expect(shifts.candidates(own, of(0)).map(({ byMs }) => byMs)).toEqual([0, 0, many, 0, many, 0]);
});
