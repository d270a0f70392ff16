/** The values of answers by place, and the two among them that a bet changes. */
import { describe, expect, it } from 'vitest';
import { leavesOf, type Leaves } from '../../../../src/live/traffic/names/leaves.ts';
import { numberAt, stakedSums } from '../../../../src/live/traffic/names/staked-sums.ts';

const leaves = (body: object): Leaves => leavesOf(body, () => false);

describe('the leaves of an answer', () => {
  it('are as deep and as many as a file of names can use, with names that it can hold', () => {
    const deep = (depth: number): unknown => (depth === 0 ? 1 : { a: deep(depth - 1) });
    expect([leaves(deep(10) as object).size, leaves(deep(11) as object).size]).toEqual([1, 0]);
    const many = leaves({ a: Array.from({ length: 4_001 }, (_, n) => n), b: 1 });
    expect([many.get('/a/*')?.length, many.has('/b')]).toEqual([4_000, false]);
    const odd = { '*': 1, constructor: 2, prototype: 3, ['x'.repeat(121)]: 4, '': 5, 'a\nb': 6, none: null };
    expect(leaves(odd).size).toBe(0);
    const kept = { ['x'.repeat(120)]: 1, '**': 2, constructors: 3, 'a~/b': 4, no: false };
    expect([...leaves(kept).keys()]).toEqual([
      `/${'x'.repeat(120)}`,
      '/**',
      '/constructors',
      '/a~0~1b',
      '/no',
    ]);
  });

  it('have a number where there is one, as number or text', () => {
    const found = leaves({ a: 1.5, b: '2.50', c: 'x', d: [1], e: [1, 2], f: true });
    expect(['/a', '/b', '/c', '/d/*', '/e/*', '/f', '/g'].map((pointer) => numberAt(found, pointer))).toEqual(
      [1.5, 2.5, undefined, 1, undefined, undefined, undefined],
    );
  });
});

describe('payout and balance', () => {
  /** Bets of one unit from ten on, that pay these. */
  const bets = (paid: readonly number[], more: (index: number) => object = () => ({}), session = 1) => {
    let left = 10;
    return paid.map((payout, index) => {
      left += payout - 1;
      return { session, stake: 1, theirs: leaves({ won: payout, purse: { left }, ...more(index) }) };
    });
  };
  const found = { payout: '/won', balance: '/purse/left', confirmed: 3 };

  it('are found by three bets after a first one, if anything was paid', () => {
    expect(stakedSums(bets([0, 2, 0, 0]))).toEqual(found);
    expect(stakedSums(bets([0, 2, 0]))).toBeUndefined();
    expect(stakedSums(bets([0, 0, 0, 0, 0]))).toBeUndefined();
    // What the first bet pays is in no difference.
    expect(stakedSums(bets([2, 0, 0, 0]))).toBeUndefined();
    expect(stakedSums([])).toBeUndefined();
  });

  it('are followed in each session alone', () => {
    const [one, other] = [bets([0, 2, 0, 0]), bets([0, 3, 0, 1], undefined, 2)];
    const mixed = one.flatMap((bet, index) => [bet, ...other.slice(index, index + 1)]);
    expect(stakedSums(mixed)).toEqual({ ...found, confirmed: 6 });
  });

  it('are not found where two fields do the same, and are where other fields do not', () => {
    expect(stakedSums(bets([0, 2, 0, 0], (index) => ({ again: [0, 2, 0, 0][index] })))).toBeUndefined();
    expect(stakedSums(bets([0, 2, 0, 0], (index) => ({ spin: index * 3, text: 'x', id: String(index) })))).toEqual(found);
  });

  it('are not confirmed by bets that have one of them alone, or another sum', () => {
    const all = bets([0, 2, 0, 0, 0, 0]);
    const without = (index: number, body: object) => all.map((bet, at) => (at === index ? { ...bet, theirs: leaves(body) } : bet));
    expect(stakedSums(without(5, { purse: { left: 5.5 }, won: 0 }))).toEqual({ ...found, confirmed: 4 });
    expect(stakedSums(without(5, { won: 0 }))).toEqual({ ...found, confirmed: 4 });
    expect(stakedSums(without(4, { won: 0 }))?.confirmed).toBe(3);
    expect(stakedSums(without(4, { purse: { left: 7 } }))?.confirmed).toBe(4);
    expect(stakedSums(without(5, { won: 0, purse: { left: 6.0000005 } }))?.confirmed).toBe(5);
  });
}); // prettier-ignore
