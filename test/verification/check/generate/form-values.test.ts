/** The values of rules of form one by one, and those of fields whose name says more than their rule. */
import { describe, expect, it } from 'vitest';
import {
  edgesOf,
  meant,
  textsOf,
  type Edges,
} from '../../../../src/verification/check/generate/form-edges.ts';

const flips = (count: number): object[] =>
  Array.from({ length: count }, () => ({ game: 'coin_flip', amount: 0.01, side: 'heads' }));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const notNumbers = ['x', true, null, [1], { x: 1 }];
const notTexts = [7, true, null, ['x'], { x: 1 }];

describe('the values of a rule', () => {
  it.each<readonly [rule: string, edges: Edges]>([
    ['text 1 4 !', { allowed: ['a', 'aaaa', 'aaaa'], refused: ['', 'aaaaa', ...notTexts] }],
    ['text 0 30', { allowed: ['', 'a'.repeat(30), 'a'.repeat(20)], refused: ['a'.repeat(31), ...notTexts] }],
    ['one buy|sell', { allowed: ['buy', 'sell'], refused: ['', 'other', 'BUY', 'buyx', ...notTexts] }],
    ['one A|AAAA', { allowed: ['A', 'AAAA'], refused: ['', 'other', 'Ax', ...notTexts] }],
    ['object', { allowed: [{}, { a: 1 }], refused: ['x', 7, true, null, [1]] }],
    ['integer 1 10', { allowed: [1, 10, 1, 10, 2], refused: [0, 11, 1.5, ...notNumbers] }],
    ['number 0.01 1', { allowed: [0.01, 1, 0.01, 1, 0.011], refused: [0.009, 1.001, ...notNumbers] }],
    ['decimal 1 10', { allowed: [1, 10, 1, 10, 1.001], refused: [0.999, 10.001, ...notNumbers] }],
    ['! one buy', { allowed: ['buy'], refused: ['', 'other', 'BUY', 'buyx', ...notTexts] }],
    ['positive', { allowed: [0.5, '1.5', 3], refused: [0, -1, '0', '-1', ...notNumbers] }],
    ['page', { allowed: ['1', '2', '100'], refused: ['0', '-1', '1.5', 'x', ''] }],
    ['digits !', { allowed: ['0', '7'], refused: ['', 'x', '-1', '1.5', '1234567890'] }],
    ['bets 1 3 !', { allowed: [flips(1), flips(3)], refused: [[], flips(4), 7, 'x', { 0: {} }, ['x'], [[1]], null] }],
    ['usdc 0.1', { allowed: [0.1, 0.100001, '0.1', 1], refused: [0.099999, -1, '0.1000001', '1.2345678', ...notNumbers] }],
    ['usdc 0.01 900', { allowed: [0.01, 0.010001, '0.01', 1, 900], refused: [0.009999, 900.000001, -1, '0.0100001', '1.2345678', ...notNumbers] }],
    ['numbers 1 80 3', { allowed: [[1], [80], upTo(3)], refused: [[], [0], [81], [1, 1], [1.5], ['1'], 7, 'x', upTo(4)] }],
    ['instant', {
      allowed: ['2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00Z', '2026-12-31t23:59:60.5z', '2028-02-29T00:00:00-00:00'],
      refused: ['2026-01-01T00:00:00', '2026-01-01', '2026-02-30T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T00:00:00+0200', '2026-06-29T23:59:60Z', 'x', ''],
    }],
    ['', { allowed: ['x'], refused: [] }],
  ])('of "%s" are at its edges and beside them', (rule, edges) => {
    expect(edgesOf(rule)).toEqual(edges);
  }); // prettier-ignore

  it('that are objects of so many bytes have fewer characters', () => {
    const { allowed, refused } = edgesOf('object 100');
    expect(allowed.slice(0, 2)).toEqual([{}, { a: 1 }]);
    expect(refused.slice(0, 5)).toEqual(['x', 7, true, null, [1]]);
    const [largest, larger] = [allowed[2], refused[5]].map((value) => JSON.stringify(value));
    expect([Buffer.byteLength(largest ?? ''), Buffer.byteLength(larger ?? '')]).toEqual([100, 101]);
    expect([largest?.length, larger?.length]).toEqual([80, 81]);
  });
});

it('some fields mean more than their rule says', () => {
  expect(meant).toEqual({
    pair: ['ETH-USDC', 'BTC-USDC'],
    symbol: ['ETH-PERP'],
    side: ['buy', 'long'],
    domain: ['probe-name.agent', 'other.bot'],
    receiver: ['alice', 'bob'],
    seller: ['alice', 'bob'],
    to: ['alice', 'bob'],
    challenged_agent_id: ['alice', 'bob'],
    address: ['0xcccccccccccccccccccccccccccccccccccccccc'],
    name: ['@', 'www'],
    value: ['10.0.0.1'],
  });
});

it('a query has the JSON of what is no text', () => {
  expect(textsOf({ text: 'a b', empty: '', number: 1.5, no: null, list: [1, 'x'], yes: true })).toEqual({
    text: 'a b', empty: '', number: '1.5', no: 'null', list: '[1,"x"]', yes: 'true',
  }); // prettier-ignore
});
