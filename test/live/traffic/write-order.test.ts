/** Writes of other sessions that may have come before a response on one side alone. */
import { describe, expect, it } from 'vitest';
import { WriteOrder } from '../../../src/live/traffic/compare/write-order.ts';

interface Made {
  readonly n: number;
  readonly at: number;
  readonly session?: number;
  readonly method?: string;
  readonly things?: readonly number[];
  readonly touched?: readonly number[];
}

const request = ({ n, at, session = n, method = 'POST', things = [9], touched = [session] }: Made) => ({
  record: { n, at, took: 10, session, request: { method, path: '/', ip: '10.0.0.1' } },
  things,
  touched,
});

type Step = ['sent' | 'answered', number];
const inTurn: Step[] = [['sent', 1], ['answered', 1], ['sent', 2], ['answered', 2]]; // prettier-ignore
const inOtherTurn: Step[] = [['sent', 2], ['answered', 2], ['sent', 1], ['answered', 1]]; // prettier-ignore
const atOnce: Step[] = [['sent', 1], ['sent', 2], ['answered', 2], ['answered', 1]]; // prettier-ignore
const neverSent: Step[] = [['sent', 2], ['answered', 2]]; // prettier-ignore

function isOpen(write: Made, read: Made, steps: readonly Step[]): boolean {
  const order = new WriteOrder();
  for (const each of [write, read]) order.planned(request(each));
  for (const [what, n] of steps) order[what](n);
  return order.isOpen(request(read));
}

const write = { n: 1, at: 100 };
const read = { n: 2, at: 200, method: 'GET' };

describe('a response about what another session has written', () => {
  it.each([
    ['the write was over before on both sides', write, read, inTurn, false],
    ['the write was late on the target', write, read, inOtherTurn, true],
    ['the write has not been sent yet', write, read, neverSent, true],
    ['both were under way at once on the target', write, read, atOnce, true],
    ['both were under way at once in the recording', write, { ...read, at: 105 }, inTurn, true],
    ['both were under way at once on both sides', write, { ...read, at: 105 }, atOnce, true],
    ['the write came after on both sides', write, { ...read, at: 50 }, inOtherTurn, false],
    ['the write came after in the recording alone', write, { ...read, at: 50 }, inTurn, true],
  ] as const)('%s', (_when, one, other, steps, expected) => {
    expect(isOpen(one, other, steps)).toBe(expected);
  });

  it.each([
    ['a thing of both', {}, {}, true],
    ['the thing that it has made', { things: [] }, { things: [1] }, true],
    ['the agent that asks', { things: [], touched: [1, 2] }, {}, true],
    ['something else', { things: [8] }, {}, false],
    ['the same, in one session', { session: 5 }, { session: 5 }, false],
    ['a thing of both, which it reads', { method: 'GET' }, {}, false],
  ] as const)('is disturbed by a request about %s: %s', (_what, one, other, expected) => {
    expect(isOpen({ ...write, ...one }, { ...read, ...other }, inOtherTurn)).toBe(expected);
  });

  it('is not in a trace of the simulation, whose order is known', () => {
    const order = new WriteOrder();
    const { record, ...about } = request(write);
    const { took: _took, ...instant } = record;
    order.planned({ ...about, record: instant });
    order.sent(2);
    order.answered(2);
    expect(order.isOpen(request(read))).toBe(false);
  });
});
