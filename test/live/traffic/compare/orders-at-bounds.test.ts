/** Orders of requests at their edges: spans that touch, steps that follow at once, and how many are kept. */
import { describe, expect, it } from 'vitest';
import { TotalOrder } from '../../../../src/live/traffic/compare/total-order.ts';
import { WriteOrder } from '../../../../src/live/traffic/compare/write-order.ts';

type Step = readonly ['sent' | 'answered', number];
const whole = (...numbers: readonly number[]): Step[] =>
  numbers.flatMap((n): Step[] => [['sent', n], ['answered', n]]); // prettier-ignore

const range = (least: number, most: number) => ({ least, most });

describe('a payment of 10 and a read of the pool', () => {
  /** By how much the pool of the target may be less at read 2, taken from 100 to 120. */
  function apart({ at, took, n = 1, steps, live, status = 201, amount = '10.00', call = 'faucet/B/register' }: { at: number; took?: number; n?: number; steps: readonly Step[]; live?: number | undefined; status?: number; amount?: unknown; call?: string }) {
    const order = new TotalOrder();
    order.read({ n, at, ...(took === undefined ? {} : { took }), call, answer: { status, body: { amount } } } as Parameters<TotalOrder['read']>[0]);
    for (const [what, number] of steps) order[what](number);
    if (live !== undefined) order.judged(n, live);
    return order.apart({ n: 2, at: 100, took: 20 });
  } // prettier-ignore

  it.each<[string, number, number, object]>([
    ['ended before it', 0, 99, range(0, 0)],
    ['ended as it began', 0, 100, range(-10, 0)],
    ['began as it ended', 120, 5, range(-10, 0)],
    ['began after it', 121, 5, range(-10, -10)],
  ])('which in the recording %s: the target has paid before', (_what, at, took, expected) => {
    expect(apart({ at, took, steps: whole(1, 2) })).toEqual(expected);
  });

  it.each<[string, readonly Step[], object]>([
    ['before it', whole(1, 2), range(0, 0)],
    ['after it', whole(2, 1), range(10, 10)],
    ['not at all', whole(2), range(10, 10)],
    ['while it was under way', [['sent', 2], ['sent', 1], ['answered', 1], ['answered', 2]], range(0, 10)],
    ['around it', [['sent', 1], ['sent', 2], ['answered', 2], ['answered', 1]], range(0, 10)],
    ['without an answer yet', [['sent', 1], ['sent', 2], ['answered', 2]], range(0, 10)],
    ['before it, which has no answer yet', [['sent', 1], ['answered', 1], ['sent', 2]], range(0, 10)],
    ['alone: the read was not sent', whole(1), range(0, 10)],
  ])('which in the recording was over before: on the target it came %s', (_what, steps, expected) => {
    expect(apart({ at: 0, took: 10, steps })).toEqual(expected);
  }); // prettier-ignore

  it('differ by what each side has paid, as far as it says so', () => {
    const order = whole(1, 2).slice(0, 2);
    const both = (live: number | undefined, change: object = {}) => apart({ at: 0, took: 10, steps: [...order, ...whole(2)], live, ...change });
    expect([both(25), both(0), both(undefined)]).toEqual([range(-15, -15), range(10, 10), range(0, 0)]);
    expect([both(25, { status: 409 }), both(25, { amount: 'x' }), both(25, { call: 'escrow/B/create' }), both(25, { call: 'faucet/A/claimOnce' }), both(25, { call: 'faucet/B/status' })]).toEqual([range(-25, -25), range(0, 0), range(0, 0), range(-15, -15), range(0, 0)]);
  }); // prettier-ignore

  it('in a trace of the simulation follow their numbers', () => {
    const order = new TotalOrder();
    for (const n of [1, 3])
      order.read({ n, at: 100, call: 'faucet/B/register', answer: { status: 201, body: { amount: 10 * n } } }); // prettier-ignore
    for (const [what, n] of whole(3, 2)) order[what](n);
    expect(order.apart({ n: 2, at: 100 })).toEqual(range(10 - 30, 10 - 30));
  });

  it('are kept up to a thousand; of older ones what was paid on both sides is known', () => {
    const order = new TotalOrder();
    const read = (n: number) => order.read({ n, at: n, took: 0, call: 'faucet/B/register', answer: { status: 201, body: { amount: 10 } } }); // prettier-ignore
    for (let n = 1; n <= 1_000; n += 1) read(n);
    for (const [what, n] of whole(1, 2)) order[what](n);
    order.judged(1, 4);
    const at = () => {
      for (const [what, n] of whole(5_000)) order[what](n);
      return order.apart({ n: 5_000, at: 0, took: 0 });
    };
    // Of all that is kept the recording has paid nothing before that instant, and the target two of them.
    expect(at()).toEqual(range(-14, -14));
    read(1_001);
    expect(at()).toEqual(range(6 - 10, 6 - 10));
    read(1_002);
    expect(at()).toEqual(range(6, 6));
    // The third was never answered there.
    read(1_003);
    expect(at()).toEqual(range(16, 16));
  });
});

describe('a write of another session and a response', () => {
  const made = (n: number, at: number, took = 10, method = 'POST') => ({
    record: { n, at, took, session: n, request: { method, path: '/', ip: '10.0.0.1' } },
    things: [9_000],
    touched: [n],
  });

  function isOpen(write: readonly [at: number, took: number], steps: readonly Step[]): boolean {
    const order = new WriteOrder();
    order.planned(made(1, ...write));
    order.planned(made(2, 100, 20, 'GET'));
    for (const [what, n] of steps) order[what](n);
    return order.isOpen(made(2, 100, 20, 'GET'));
  }

  it.each<[string, readonly [number, number], boolean, boolean]>([
    ['was over before', [80, 19], false, true],
    ['ended as it began', [80, 20], true, true],
    ['began as it ended', [120, 5], true, true],
    ['came after', [121, 5], true, false],
  ])('that %s in the recording', (_what, write, ifBefore, ifAfter) => {
    expect([isOpen(write, whole(1, 2)), isOpen(write, whole(2, 1))]).toEqual([ifBefore, ifAfter]);
  });

  it('that has no answer, or was not sent, is not known to come before', () => {
    expect([isOpen([0, 10], [['sent', 1], ...whole(2)]), isOpen([0, 10], whole(2)), isOpen([121, 10], whole(2))]).toEqual([true, true, false]);
    expect([isOpen([0, 10], [...whole(1), ['sent', 2]]), isOpen([0, 10], whole(1)), isOpen([0, 10], [['sent', 2]])]).toEqual([false, false, true]);
  }); // prettier-ignore

  it('is asked for once for each response', () => {
    const order = new WriteOrder();
    const [read, other] = [made(2, 100, 20, 'GET'), made(3, 100, 20, 'GET')];
    order.planned(made(1, 0));
    for (const [what, n] of whole(2, 3)) order[what](n);
    expect(order.isOpen(read)).toBe(true);
    // The same answer, whatever it is about now; that of another is looked for again.
    expect(order.isOpen({ ...read, things: [8] })).toBe(true);
    expect([order.isOpen({ ...other, things: [8] }), order.isOpen(read)]).toEqual([false, true]);
  });

  it('is one of the last thousand', () => {
    const order = new WriteOrder();
    const read = (n: number) => made(n, 5_000, 0, 'GET');
    order.planned(made(1, 0));
    for (let n = 2; n <= 1_000; n += 1) order.planned({ ...made(n, 0), things: [7], touched: [n] });
    order.sent(3_001);
    expect(order.isOpen(read(3_001))).toBe(true);
    order.planned({ ...made(1_001, 0), things: [7], touched: [1_001] });
    order.sent(3_002);
    expect(order.isOpen(read(3_002))).toBe(false);
    // A request that was not seen to be sent is open to nothing.
    expect(order.isOpen({ ...read(3_003), things: [7] })).toBe(false);
  });
});
