/** The book of native assets: what it lets move, and every way in which it could disagree with itself. */
import { expect, it } from 'vitest';
import { Journal } from '../../../../../src/core/base/journal.ts';
import {
  miners,
  mint,
  NativeBook,
  type Coin,
} from '../../../../../src/platform/services/wallet/chains/native-book.ts';

const coin = (amount: bigint): Coin => ({ txid: 'x', index: 0, amount });

/** A book with ten units at `a`. */
function tenAtA(journal = new Journal()): NativeBook {
  const book = new NativeBook(journal);
  book.move('base', { from: mint, to: 'a', amount: 10n });
  return book;
}

it('what is held back can neither move nor be held back again, until it is released', () => {
  const book = tenAtA();
  book.hold('base', 'a', 6n);
  expect(book.available('base', 'a')).toBe(4n);
  expect(() => book.hold('base', 'a', 5n)).toThrow('what is held back is there');
  expect(() => book.move('base', { from: 'a', to: 'b', amount: 5n })).toThrow('what moves is there');
  book.move('base', { from: 'a', to: 'b', amount: 4n });
  expect(() => book.release('base', 'a', 7n)).toThrow('no more is released than is held back');
  book.release('base', 'a', 6n);
  expect([book.available('base', 'a'), book.available('base', 'b'), book.drift()]).toEqual([6n, 4n, 0]);
  expect(book.available('ethereum', 'a')).toBe(0n);
});

it('amounts are above zero and join two addresses; nothing is done for zero', () => {
  const book = tenAtA();
  expect(() => book.move('base', { from: 'a', to: 'b', amount: -1n })).toThrow('a move joins two addresses');
  expect(() => book.move('base', { from: 'a', to: 'a', amount: 1n })).toThrow('a move joins two addresses');
  expect(() => book.hold('base', 'a', -1n)).toThrow('what is held back is there');
  book.move('base', { from: 'a', to: 'a', amount: 0n });
  book.move('base', { from: 'b', to: 'a', amount: 0n });
  book.hold('base', 'b', 0n);
  book.release('base', 'b', 0n);
  expect([book.available('base', 'a'), book.available('base', 'b')]).toEqual([10n, 0n]);
});

it('the mint gives out all that a chain may have and no more, counting what it has promised', () => {
  const all = 20_000_000n * 10n ** 8n;
  const book = new NativeBook(new Journal());
  const canMint = () => [3n, 4n].map((less) => book.canMint('bitcoin', all - less));
  expect([book.canMint('bitcoin', all), book.canMint('bitcoin', all + 1n)]).toEqual([true, false]);
  book.hold('bitcoin', mint, 4n);
  expect(canMint()).toEqual([false, true]);
  book.release('bitcoin', mint, 4n);
  book.move('bitcoin', { from: mint, to: 'a', amount: 4n });
  expect(canMint()).toEqual([false, true]);
  book.move('bitcoin', { from: 'a', to: mint, amount: 1n });
  expect(canMint()).toEqual([true, true]);
});

it('transactions are counted by chain and address', () => {
  const book = new NativeBook(new Journal());
  for (const address of ['a', 'a', 'b']) book.countSent('base', address);
  const counts = [book.nonce('base', 'a'), book.nonce('base', 'b'), book.nonce('base', 'c'), book.nonce('tron', 'a')];
  expect(counts).toEqual([2, 1, 0, 0]);
}); // prettier-ignore

it('coins make up what is available on bitcoin, but for the mint and the miners', () => {
  const book = new NativeBook(new Journal());
  book.move('bitcoin', { from: mint, to: 'a', amount: 10n });
  book.move('bitcoin', { from: 'a', to: miners, amount: 3n });
  expect(book.drift()).toBe(7);
  book.setCoins('a', [coin(5n), coin(2n)]);
  expect([book.drift(), book.coins('a')]).toEqual([0, [coin(5n), coin(2n)]]);
  book.hold('bitcoin', 'a', 2n);
  expect(book.drift()).toBe(2);
  book.setCoins('a', [coin(5n)]);
  expect([book.drift(), book.coins('b')]).toEqual([0, []]);
  book.setCoins('a', [coin(9n)]);
  expect(book.drift()).toBe(4);
});

it('a move that is half undone is a drift of what is missing', () => {
  const undos: (() => void)[] = [];
  const journal = { open: true, record: (undo: () => void) => void undos.push(undo) };
  const book = tenAtA(journal as unknown as Journal);
  expect(book.drift()).toBe(0);
  // Without its entry, both balances are ten apart from the sum of their entries.
  undos.pop()!();
  expect(book.drift()).toBe(20);
  // Without the receipt, the chain is short of ten, which one balance has too much.
  undos.pop()!();
  expect(book.drift()).toBe(20);
});

it('entries of one chain do not make up for those of another', () => {
  const book = tenAtA();
  book.move('polygon', { from: mint, to: 'a', amount: 4n });
  book.move('polygon', { from: 'a', to: 'b', amount: 4n });
  expect([book.available('base', 'a'), book.available('polygon', 'a'), book.drift()]).toEqual([10n, 0n, 0]);
});
