/** The return that the printed payouts imply, against sums of the printed numbers; nothing where they print too little. */
import { expect, it } from 'vitest';
import { publishedReturn, type Published } from '../../../../src/verification/audit/documents/published.ts';

const choose = (n: number, k: number): number =>
  Array.from({ length: k }, (_, at) => (n - at) / (at + 1)).reduce((product, factor) => product * factor, 1);
const catches = (spots: number, caught: number): number =>
  (choose(spots, caught) * choose(80 - spots, 20 - caught)) / choose(80, 20);
const clear = (mines: number, reveals: number): number => choose(25 - mines, reveals) / choose(25, reveals);

type Bet = Readonly<Record<string, unknown>>;
const plain = { tolerance: 0, isInferred: false, isBound: false, highest: undefined };
const numbersOf = ({ returned, line, tolerance, isInferred, isBound, highest }: Published) => ({
  returned: returned.toNumber(), line, tolerance: tolerance.toNumber(), isInferred, isBound, highest: highest?.toNumber(),
}); // prettier-ignore

const wheel = 0.5 * 0.25 + 0.15 + 1.5 * 0.1 + 2 * 0.08 + 3 * 0.04 + 5 * 0.02 + 0.1;
const keno = (highest: number) => ({ line: 'GAM61', isBound: true, highest });
const mines = (m: number, k: number, about: number, unit: number) =>
  ({ returned: about * clear(m, k), line: 'GAM76', tolerance: unit * clear(m, k), highest: about }); // prettier-ignore

it.each<[string, Bet, Partial<ReturnType<typeof numbersOf>>]>([
  ['coin_flip', {}, { returned: 0.98, line: 'GAM03' }],
  ['simple_dice', {}, { returned: 5.5 / 6, line: 'GAM50' }],
  ['custom', {}, { returned: 0.98, line: 'GAM29' }],
  ['dice', { direction: 'over', threshold: 50 }, { returned: 0.98, line: 'GAM09, GAM10' }],
  ['dice', { direction: 'over', threshold: 90 }, { returned: 0.98, line: 'GAM09, GAM10' }],
  ['dice', { direction: 'under', threshold: 50 }, { returned: 0.98, line: 'GAM09, GAM10', isInferred: true }],
  ['roulette', { bet_type: 'number' }, { returned: 34.3 / 37, line: 'GAM24, GAM25' }],
  ['roulette', { bet_type: 'red' }, { returned: (1.96 * 18) / 37, line: 'GAM24, GAM25' }],
  ['wheel', {}, { returned: wheel, line: 'GAM65' }],
  ['keno', { picks: 1 }, { ...keno(3.5), returned: 3.5 / 4 }],
  ['keno', { picks: 3 }, { ...keno(50), returned: 2 * catches(3, 2) + 50 * catches(3, 3) }],
  ['keno', { picks: 10 }, { ...keno(250_000), returned: 10 * catches(10, 5) + 500 * catches(10, 7) + 250_000 * catches(10, 10) }],
  ['mines', { mines: 1, reveals: 1 }, mines(1, 1, 1.02, 0.01)],
  ['mines', { mines: 3, reveals: 5 }, mines(3, 5, 6, 1)],
  ['mines', { mines: 10, reveals: 10 }, mines(10, 10, 130, 1)],
])('%s %j', (game, bet, expected) => {
  const { returned, tolerance, ...rest } = numbersOf(publishedReturn(game, bet)!);
  const wanted = { ...plain, ...expected };
  expect(returned).toBeCloseTo(wanted.returned!, 9);
  expect(tolerance).toBeCloseTo(wanted.tolerance, 9);
  expect(rest).toEqual({ line: wanted.line, isInferred: wanted.isInferred, isBound: wanted.isBound, highest: wanted.highest });
}); // prettier-ignore

it.each<[string, Bet]>([
  ['roulette', { bet_type: 'dozen_1' }],
  ['roulette', { bet_type: 'column_3' }],
  ['keno', { picks: 4 }],
  ['mines', { mines: 3, reveals: 10 }],
  ['mines', { mines: 10, reveals: 5 }],
  ['plinko', {}],
  ['baccarat', { bet_on: 'both' }],
])('%s %j is not printed', (game, bet) => {
  expect(publishedReturn(game, bet)).toBeUndefined();
});
