/** Accounts of the house, each on its own. */
import { expect, it } from 'vitest';
import { HouseBooks } from '../../../src/verification/oracle/house-books.ts';

const accounts = [
  'faucet:pool',
  'escrow:fees',
  'domains:fees',
  'casino:fees',
  'casino:contest-fees',
  'casino:house',
  'trading:fees',
];
const having = (changed: Readonly<Record<string, number>> = {}): Map<string, number> =>
  new Map(accounts.map((account) => [account, changed[account] ?? 0]));

function opened(): HouseBooks {
  const books = new HouseBooks({ 'faucet.pool': '5' });
  books.begin(having());
  return books;
}

it('a fee belongs into the account of the service that charges it', () => {
  const books = opened();
  books.move('escrow:fees', 10);
  expect(books.difference(having({ 'escrow:fees': 10 }))).toBeUndefined();
  expect(books.difference(having({ 'domains:fees': 10 }))).toBe(
    'escrow:fees has 0.00 USDC; expected 0.00001 USDC',
  );
});

it('an account that is not there has no balance', () => {
  const balances = having();
  balances.delete('casino:fees');
  expect(opened().difference(balances)).toBe('casino:fees has no balance; expected 0.00 USDC');
});

it('an opening amount may be booked with the first use', () => {
  const books = opened();
  books.move('faucet:pool', -2);
  expect(books.difference(having({ 'faucet:pool': 4_999_998 }))).toBeUndefined();
  expect(books.difference(having({ 'faucet:pool': 5_000_000 }))).toContain('faucet:pool');
});

it('what cannot be known to the moment is not followed any more', () => {
  const books = opened();
  books.loosen('trading:fees');
  expect(books.difference(having({ 'trading:fees': 7 }))).toBeUndefined();
});
