/** Which shifts of a clock an instant of a response may have. */
import { expect, it } from 'vitest';
import { InstantShifts } from '../../../src/live/traffic/correlation/instant-shifts.ts';

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
