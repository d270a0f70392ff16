/**
 * Roulette (GAM17 to GAM26): a European wheel, 0 to 36; zero loses every bet but its own number. Stated: 1.96x to
 * 34.3x, edge 0.5%. Published payouts are 0.98 times the fair ones of a wheel without zero (gap C17) and keep 4.6% to
 * 7.3%; `consistent` pays 0.995 times the fair ones of this wheel.
 */
import { Fraction } from '../../core/base/fraction.ts';
import { present } from '../../core/base/assert.ts';
import { payoutFraction } from './exact.ts';
import { wholeForm, wordForm } from './forms.ts';
import type { Game } from './game.ts';
import { oneOf, own, wholeNumber } from './params.ts';
import { nothing, ratio, type Ratio } from './ratio.ts';

const redPockets = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

/** The pockets of every outside bet. None of them holds 0. */
const outsideBets = {
  red: (pocket) => redPockets.has(pocket),
  black: (pocket) => !redPockets.has(pocket),
  odd: (pocket) => pocket % 2 === 1,
  even: (pocket) => pocket % 2 === 0,
  low: (pocket) => pocket <= 18,
  high: (pocket) => pocket >= 19,
  dozen_1: (pocket) => pocket <= 12,
  dozen_2: (pocket) => pocket >= 13 && pocket <= 24,
  dozen_3: (pocket) => pocket >= 25,
  column_1: (pocket) => pocket % 3 === 1,
  column_2: (pocket) => pocket % 3 === 2,
  column_3: (pocket) => pocket % 3 === 0,
} as const satisfies Record<string, (pocket: number) => boolean>;
type OutsideBet = keyof typeof outsideBets;
/** The names of all bets other than a single number. */
export const outsideNames = Object.keys(outsideBets) as OutsideBet[];

/** A bet on one number from 0 to 36, or an outside bet. */
export type RouletteBet = { readonly type: 'number'; readonly value: number } | { readonly type: OutsideBet };

/** The total return of a win, by the number of winning pockets. */
type Payouts = Readonly<Record<1 | 12 | 18, Ratio>>;

/** How many of the 37 pockets win. */
export function winningPockets({ type }: RouletteBet): 1 | 12 | 18 {
  if (type === 'number') return 1;
  return type.startsWith('dozen') || type.startsWith('column') ? 12 : 18;
}

/** The game; its rules are the total return by the number of winning pockets. */
export const roulette: Game<RouletteBet, Payouts> = {
  id: 'roulette',
  statedEdge: '0.5%',
  about:
    'bet_type: number (with bet_value 0 to 36), red, black, odd, even, high, low, dozen_1 to dozen_3, column_1 to column_3. European wheel.',
  params: {
    fields: { bet_type: wordForm(['number', ...outsideNames]), bet_value: wholeForm(0, 36) },
    optional: ['bet_value'],
    anyOf: [
      { properties: { bet_type: { const: 'number' } }, required: ['bet_value'] },
      { properties: { bet_type: { enum: [...outsideNames] } }, not: { required: ['bet_value'] } },
    ],
  },
  samples: {
    shortest: { bet_type: 'red' },
    longest: { bet_type: 'number', bet_value: 0 },
    challenge: { bet_type: 'red' },
    replayed: { bet_type: 'red' },
  },
  betShown: (bet) =>
    bet.type === 'number' ? { bet_type: bet.type, bet_value: bet.value } : { bet_type: bet.type },
  rules: {
    published: { 1: ratio(343, 10), 12: ratio(294, 100), 18: ratio(196, 100) },
    consistent: { 1: ratio(36_815, 1000), 12: ratio(7363, 2400), 18: ratio(7363, 3600) },
  },
  statedEdgeOf: () => ratio(5, 1000),
  parseBet(params) {
    const value = own(params, 'bet_value');
    if (own(params, 'bet_type') === 'number') {
      const pocket = wholeNumber(value, [0, 36]);
      return pocket === undefined
        ? 'bet_value is a whole number from 0 to 36'
        : { type: 'number', value: pocket };
    }
    const type = oneOf(own(params, 'bet_type'), outsideNames);
    if (type === undefined) return `bet_type is number, ${outsideNames.join(', ')}`;
    return value === undefined ? { type } : 'bet_value goes with bet_type number alone';
  },
  play(bet, pick, payouts) {
    const pocket = pick(37);
    const isWon =
      bet.type === 'number' ? pocket === bet.value : pocket !== 0 && outsideBets[bet.type](pocket);
    const win = present(payouts[winningPockets(bet)], 'every bet has a payout');
    return {
      payout: isWon ? win : nothing,
      detail: { bet_type: bet.type, result: pocket, color: colorOf(pocket) },
    };
  },
  bets: () => [
    ...Array.from({ length: 37 }, (_, value) => ({ type: 'number' as const, value })),
    ...outsideNames.map((type) => ({ type })),
  ],
  closedForm({ type }, paid) {
    if (type === 'number') return payoutFraction(paid[1]).mul(Fraction.of(1, 37));
    const pockets = /^(?:dozen|column)/.test(type) ? 12 : 18;
    return payoutFraction(paid[pockets]).mul(Fraction.of(pockets, 37));
  },
};

function colorOf(pocket: number): string {
  if (pocket === 0) return 'green';
  return redPockets.has(pocket) ? 'red' : 'black';
}
