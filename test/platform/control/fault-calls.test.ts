/** Whole answers of the calls that begin faults and switch them off. */
import { describe, expect, it } from 'vitest';
import { newRoom, type Answered, type Room } from './in-process.ts';

const bad = (error: string): Answered => [400, { error, code: 'BAD_REQUEST' }];
const begin = ({ post }: Room, body: object): Answered => post('/_sim/fault', { service: 'faucet', ...body });
const end = ({ post }: Room, number: number): Answered => post('/_sim/fault/end', { number });
const begun = (kind: string, from: string, until: string | null): Answered => [
  200,
  { service: 'faucet', kind, from, until },
];
const ended = (number: number, kind: string, until: string): Answered => [
  200,
  { number, service: 'faucet', kind, until },
];
const isOver = (number: number): Answered => [
  409,
  { error: `fault ${number} is over; expected one that is on or planned`, code: 'CONFLICT' },
];
const noClock = (what: string): Answered => bad(`${what} would leave the years from 1970 to 9999`);
const start = '2026-01-01T00:00:00.000Z';
const endOfTime = '9999-01-01T00:00:00.000Z';

describe('a fault', () => {
  it('begins now or at an instant that is not past', () => {
    const room = newRoom();
    room.sandbox.advance(Date.parse(start) + 1000);
    const outage = { kind: 'outage', for: '1m' };
    const now = '2026-01-01T00:00:01.000Z';
    expect(begin(room, outage)).toEqual(begun('outage', now, '2026-01-01T00:01:01.000Z'));
    expect(begin(room, { ...outage, at: now })).toEqual(begun('outage', now, '2026-01-01T00:01:01.000Z'));
    expect(begin(room, { ...outage, at: '2026-01-01T00:00:00.999Z' })).toEqual(
      bad('at lies before now; time does not go back'),
    );
    expect(room.sandbox.faults).toHaveLength(2);
  });

  it('ends with the clocks at the latest', () => {
    const room = newRoom();
    const at = '9998-12-31T23:59:00Z';
    const outage = { kind: 'outage', at };
    expect(begin(room, { ...outage, for: '1m' })).toEqual(begun('outage', '9998-12-31T23:59:00.000Z', endOfTime)); // prettier-ignore
    expect(begin(room, { ...outage, for: '60001ms' })).toEqual(noClock('the end of the fault'));
    expect(begin(room, { kind: 'price-jump', service: 'trading', market: 'all', move: '+5%', at })).toEqual([
      200,
      { service: 'trading', kind: 'price-jump', from: '9998-12-31T23:59:00.000Z', until: null },
    ]);
  });

  it('that steps a clock leaves it in its range, with the other steps of that clock', () => {
    const room = newRoom({ startMs: 10_000 });
    const step = (by: string, more = {}): Answered => begin(room, { kind: 'clock-step', by, ...more });
    const from = '1970-01-01T00:00:10.000Z';
    expect(step('-10001ms')).toEqual(noClock('the clock of the service'));
    expect(step('-10s')).toEqual(begun('clock-step', from, null));
    expect(step('-1ms')).toEqual(noClock('the clock of the service'));
    expect(begin(room, { kind: 'outage', for: '1m' })[0]).toBe(200);
    expect(step('-1ms', { service: 'escrow' })[0]).toBe(200);
    expect(step('1s')).toEqual(begun('clock-step', from, null));
    expect(step('-1s')).toEqual(begun('clock-step', from, null));
    expect(step('-1ms')).toEqual(noClock('the clock of the service'));
  });

  it('that steps a clock to the end of time is the last one', () => {
    const room = newRoom();
    const at = '9998-12-31T23:59:59Z';
    const planned = { kind: 'clock-step', at };
    expect(begin(room, { ...planned, by: '1001ms' })).toEqual(noClock('the clock of the service'));
    expect(begin(room, { ...planned, by: '1s' })[0]).toBe(200);
    expect(begin(room, { ...planned, by: '1ms' })).toEqual(noClock('the clock of the service'));
    expect(end(room, 1)).toEqual(ended(1, 'clock-step', start));
    expect(begin(room, { ...planned, by: '1s' })[0]).toBe(200);
  });
});

describe('the end of a fault', () => {
  it('is now for one that is on or planned, and comes once', () => {
    const room = newRoom();
    begin(room, { kind: 'outage', for: '1m' });
    begin(room, { kind: 'outage', for: '1m', at: '2026-01-01T01:00:00Z' });
    begin(room, { kind: 'clock-step', by: '1m' });
    begin(room, { kind: 'clock-step', by: '1m', at: '2026-01-01T01:00:00Z' });
    expect(end(room, 1)).toEqual(ended(1, 'outage', start));
    expect(end(room, 1)).toEqual(isOver(1));
    expect(end(room, 2)).toEqual(ended(2, 'outage', start));
    expect(end(room, 3)).toEqual(isOver(3));
    expect(end(room, 4)).toEqual(ended(4, 'clock-step', start));
    expect(end(room, 5)).toEqual([404, { error: 'there is no fault 5; expected 1 to 4', code: 'NOT_FOUND' }]);
  });

  it.each([
    [59_999, ended(1, 'outage', '2026-01-01T00:00:59.999Z')],
    [60_000, isOver(1)],
  ])('after %d ms of a minute', (afterMs, answer) => {
    const room = newRoom();
    begin(room, { kind: 'outage', for: '1m' });
    room.sandbox.advance(Date.parse(start) + afterMs);
    expect(end(room, 1)).toEqual(answer);
  });
});
