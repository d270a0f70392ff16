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
