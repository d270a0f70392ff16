/** Lists of what an agent has paid in and taken out: complete, in order, and as each was answered. */
import { expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { OwnLists } from '../../../src/verification/oracle/facts/own-lists.ts';

const made = (id: string, amount: number): Body => ({
  withdrawal_id: id,
  amount,
  fee: '0.10',
  tx_hash: `0x${id}`,
});

/** What is said of a list of withdrawals after those of alice and one of bob's. */
function saidOf(rows: readonly Body[], query: Record<string, string> = {}): string[] {
  const said: string[] = [];
  const file = { breaks: (_: string, message: string): number => said.push(message) } as unknown as Case;
  const lists = new OwnLists(file);
  const answer = (operation: string, agent: string, shown: Body): void => {
    const exchange = { service: 'casino', style: 'A', operation, answer: shown, query };
    lists.answered(exchange as unknown as AuditedExchange, agent);
  };
  for (const each of [made('a', 1), made('b', 2)]) answer('withdraw', 'alice', each);
  answer('withdraw', 'bob', made('c', 3));
  answer('withdrawals', 'alice', { withdrawals: rows });
  return said;
}

it('are the newest first, beside what came from elsewhere', () => {
  expect(saidOf([made('b', 2), made('a', 1)])).toEqual([]);
  expect(saidOf([made('z', 9), made('b', 2), made('a', 1)])).toEqual([]);
  expect(saidOf([made('b', 2)], { limit: '1' })).toEqual([]);
});

it.each([
  ['the other way round', [made('a', 1), made('b', 2)]],
  ['without the first', [made('b', 2)]],
  ['without the latest', [made('a', 1)]],
  ['with one twice', [made('b', 2), made('b', 2), made('a', 1)]],
  ['empty', []],
])('are noticed %s', (_, rows) => {
  expect(saidOf(rows)).not.toEqual([]);
});

it('have each field as it was answered, in whatever form', () => {
  expect(saidOf([{ ...made('b', 2), amount: '2.00', fee: 0.1 }, made('a', 1)])).toEqual([]);
  for (const other of [{ amount: 2.000001 }, { fee: '0.11' }, { tx_hash: '0xa' }])
    expect(saidOf([{ ...made('b', 2), ...other }, made('a', 1)])).toHaveLength(1);
});
