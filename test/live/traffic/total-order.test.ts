/** By how much a pool may differ because payments and reads of it came in another order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExistingTotals } from '../../../src/live/traffic/compare/existing-totals.ts';
import { TotalOrder } from '../../../src/live/traffic/compare/total-order.ts';

const payment = (n: number, at: number, took?: number) => ({
  n,
  at,
  ...(took === undefined ? {} : { took }),
  call: 'faucet/B/register',
  answer: { status: 201, body: { amount: '10.00' } },
});

type Step = ['sent' | 'answered', number];

/** A run of the replay in which requests were sent and answered in this order; all are payments of 10 but those of `reads`. */
function ran(recorded: readonly ReturnType<typeof payment>[], steps: readonly Step[]): TotalOrder {
  const order = new TotalOrder();
  for (const record of recorded) order.read(record);
  for (const [what, n] of steps) order[what](n);
  return order;
}

describe('a pool is lower on the target', () => {
  const read = { n: 2, at: 100, took: 20 };

  it('by nothing, where payments were over before, or began after, on both sides', () => {
    const steps: Step[] = [
      ['sent', 1],
      ['answered', 1],
      ['sent', 2],
      ['answered', 2],
      ['sent', 3],
    ];
    const order = ran([payment(1, 0, 10), payment(3, 121, 10)], steps);
    expect(order.apart(read)).toEqual({ least: 0, most: 0 });
  });

  it('by a payment that the target had before and the recording after', () => {
    const steps: Step[] = [
      ['sent', 3],
      ['answered', 3],
      ['sent', 2],
      ['answered', 2],
    ];
    expect(ran([payment(3, 121, 10)], steps).apart(read)).toEqual({ least: -10, most: -10 });
  });

  it('perhaps, where a payment was under way beside the read on one side', () => {
    const beside: Step[] = [
      ['sent', 1],
      ['sent', 2],
      ['answered', 1],
      ['answered', 2],
    ];
    expect(ran([payment(1, 0, 10)], beside).apart(read)).toEqual({ least: 0, most: 10 });
    const after: Step[] = [
      ['sent', 2],
      ['answered', 2],
    ];
    expect(ran([payment(3, 110, 50)], after).apart(read)).toEqual({ least: 0, most: 10 });
  });

  it('by what the target alone has paid', () => {
    const steps: Step[] = [
      ['sent', 1],
      ['answered', 1],
    ];
    const order = ran([payment(1, 0, 10)], steps);
    order.judged(1, 25);
    order.sent(2);
    order.answered(2);
    expect(order.apart(read)).toEqual({ least: -15, most: -15 });
  });
});

it('in a trace of the simulation the order of the recording is known', () => {
  const steps: Step[] = [
    ['sent', 1],
    ['answered', 1],
    ['sent', 2],
    ['answered', 2],
  ];
  expect(ran([payment(1, 100)], steps).apart({ n: 2, at: 100 })).toEqual({ least: 0, most: 0 });
});

/** A payment, or a read, of 1 to 20 milliseconds on each side. */
const span = fc.record({ from: fc.integer({ min: 0, max: 60 }), ms: fc.integer({ min: 1, max: 20 }) });
const exchange = fc.record({
  isRead: fc.boolean(),
  recorded: span,
  live: span,
  at: fc.tuple(fc.nat(99), fc.nat(99)),
});

it('the range has every difference that an order of execution within the spans can make', () => {
  const drawn = fc.property(fc.array(exchange, { minLength: 1, maxLength: 12 }), (exchanges) => {
    const sorted = exchanges.toSorted((one, other) => one.recorded.from - other.recorded.from);
    const whole = (one: { from: number; ms: number }, share: number): number =>
      one.from + (one.ms * share) / 100;
    const order = new TotalOrder();
    const steps = sorted.flatMap(({ isRead, recorded, live }, n) => {
      if (!isRead) order.read(payment(n, recorded.from, recorded.ms));
      return [
        { atMs: live.from, tell: () => order.sent(n) },
        { atMs: live.from + live.ms, tell: () => order.answered(n) },
      ];
    });
    for (const { tell } of steps.toSorted((one, other) => one.atMs - other.atMs)) tell();
    const paidBefore = (n: number, side: 'recorded' | 'live'): number => {
      const index = side === 'recorded' ? 0 : 1;
      const readAt = whole(sorted[n]![side], sorted[n]!.at[index]);
      return 10 * sorted.filter((each) => !each.isRead && whole(each[side], each.at[index]) < readAt).length;
    };
    for (const [n, { isRead, recorded }] of sorted.entries()) {
      if (!isRead) continue;
      const { least, most } = order.apart({ n, at: recorded.from, took: recorded.ms });
      const apart = paidBefore(n, 'recorded') - paidBefore(n, 'live');
      expect(apart).toBeGreaterThanOrEqual(least);
      expect(apart).toBeLessThanOrEqual(most);
    }
  });
  fc.assert(drawn);
});

describe('a total that counts earlier data', () => {
  const asked = { call: 'faucet/B/status', request: { method: 'GET', path: '/faucet/status' } };
  const shown = (recorded: number, live: number) =>
    ({ kind: 'amount', field: '/pool_balance', recorded: `"${recorded}"`, live: `"${live}"` }) as const;

  it('has begun between bounds that each response narrows', () => {
    const totals = new ExistingTotals();
    expect(totals.explains(asked, shown(100, 150), () => ({ least: -10, most: 10 }))).toBe(true);
    expect(totals.explains(asked, shown(90, 131))).toBe(true);
    expect(totals.explains(asked, shown(80, 121))).toBe(true);
    expect(totals.explains(asked, shown(80, 120))).toBe(false);
    expect(totals.explains(asked, shown(80, 111), () => ({ least: -10, most: 0 }))).toBe(true);
    expect(totals.explains(asked, shown(80, 122), () => ({ least: -10, most: 0 }))).toBe(false);
  });
});
