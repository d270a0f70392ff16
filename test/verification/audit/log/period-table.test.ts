/** Seeds and commitments of every form come back from the table as they were put in. */
import { expect, it } from 'vitest';
import { PeriodTable } from '../../../../src/verification/audit/log/seeds/period-table.ts';
import { SeedLedger } from '../../../../src/verification/audit/log/seeds/seed-ledger.ts';
import { betsOf, logOf, sha256 } from '../houses.ts';

const hash = sha256('a seed');
const strange = [
  `x${hash}`,
  `${hash}x`,
  hash.slice(1),
  `${hash}0`,
  'a',
  '',
  'z'.repeat(64),
  hash.toUpperCase(),
  'chain 7',
];

it('a revealed seed is the text that was revealed', () => {
  const table = new PeriodTable();
  const seeds = [hash, `0${'f'.repeat(63)}`, ...strange];
  for (const [at, seed] of seeds.entries()) {
    table.add(0, sha256(`${at}`), { nonce: 0, line: 1, bet: 1 });
    expect(table.seedOf(at)).toBeUndefined();
    table.setSeed(at, seed);
  }
  expect(seeds.map((_, at) => table.seedOf(at))).toEqual(seeds);
});

it('each commitment has a separate place, whatever its form', () => {
  const table = new PeriodTable();
  const commitments = [...strange, ...Array.from({ length: 40 }, (_, at) => sha256(`${at}`))];
  for (const [at, commitment] of commitments.entries())
    expect(table.add(at % 2, commitment, { nonce: at, line: at, bet: at })).toBe(at);
  expect(commitments.map((commitment, at) => table.find(at % 2, commitment))).toEqual([
    ...commitments.keys(),
  ]);
  expect(commitments.map((commitment, at) => table.find(7 + at, commitment))).toEqual(
    commitments.map(() => -1),
  );
  expect(new Set(commitments.map((_, at) => table.keyOf(at))).size).toBe(commitments.length);
});

it('a commitment is strange where it is not 64 hexadecimal digits', () => {
  const [bet] = betsOf(logOf({ game: 'coin_flip', bet: { side: 'heads' }, bets: 1 }));
  const strangeIn = (commitment: string): string | undefined => {
    const ledger = new SeedLedger();
    ledger.add({ ...bet!, commitment }, { line: 2, bet: 1 });
    return ledger.strange?.commitment;
  };
  expect([hash, ...strange].map(strangeIn)).toEqual([undefined, ...strange]);
});
