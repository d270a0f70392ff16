/** The choice of coins: as few of the largest as cover amount and fee, in one order whatever order they come in. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseCoins } from '../../../../../src/platform/services/wallet/chains/coin-choice.ts';
import type { Coin } from '../../../../../src/platform/services/wallet/chains/native-book.ts';

const total = (coins: readonly Coin[]): bigint => coins.reduce((sum, { amount }) => sum + amount, 0n);
const perInput = (inputs: number): bigint => 100n * BigInt(inputs);
const many = (count: number, amount: bigint): Coin[] =>
  Array.from({ length: count }, (_, index) => ({ txid: 'a', index, amount }));

const coins = fc.uniqueArray(
  fc.record({
    txid: fc.constantFrom('a', 'b', 'c'),
    index: fc.integer({ min: 0, max: 4 }),
    amount: fc.constantFrom(500n, 1_000n, 1_000n, 5_000n),
  }),
  { selector: ({ txid, index }) => `${txid}${index}`, maxLength: 12 },
);

it('inputs are the first of one order, make up amount, fee and change, and one fewer would not do', () => {
  const isRight = fc.property(coins, fc.bigInt({ min: 1n, max: 20_000n }), (held, amount) => {
    const choice = chooseCoins(held, amount, perInput);
    const covered = [...held.keys()].map((index) => index + 1).find((count) => {
      const largest = held.map((one) => Number(one.amount)).toSorted((left, right) => right - left).slice(0, count);
      return largest.reduce((sum, one) => sum + one, 0) >= Number(amount + perInput(count));
    });
    expect(choice?.inputs.length).toBe(covered);
    expect(chooseCoins(held.toReversed(), amount, perInput)).toEqual(choice);
    if (choice === undefined) return;
    const { inputs, rest, fee, change } = choice;
    expect(total(inputs)).toBe(amount + fee + change);
    const inOrder = [...inputs, ...rest];
    expect(new Set(inOrder)).toEqual(new Set(held));
    const places = inOrder.map((one) => [Number(-one.amount), one.txid, one.index] as const);
    const sorted = places.toSorted(([a, b, c], [x, y, z]) => a - x || b.localeCompare(y) || c - z);
    expect(places).toEqual(sorted);
    const change0 = total(inputs) - amount - perInput(inputs.length);
    expect([fee, change]).toEqual(change0 < 546n ? [perInput(inputs.length) + change0, 0n] : [perInput(inputs.length), change0]);
  });
  fc.assert(isRight);
}); // prettier-ignore

it('coins may be covered to the last satoshi; change begins where it is relayed', () => {
  const [held] = [many(1, 10_000n)];
  const chosen = (amount: bigint) => {
    const choice = chooseCoins(held, amount, perInput);
    return choice === undefined ? undefined : [choice.fee, choice.change];
  };
  expect(chosen(9_901n)).toBeUndefined();
  expect(chosen(9_900n)).toEqual([100n, 0n]);
  expect(chosen(9_900n - 545n)).toEqual([645n, 0n]);
  expect(chosen(9_900n - 546n)).toEqual([100n, 546n]);
});

it('a transaction has a hundred inputs at most, or as many as are allowed', () => {
  const held = many(101, 1_000n);
  const none = () => 0n;
  expect(chooseCoins(held, 100_000n, none)?.inputs.length).toBe(100);
  expect(chooseCoins(held, 100_001n, none)).toBeUndefined();
  expect(chooseCoins(held, 100_001n, none, 101)?.inputs.length).toBe(101);
});
