/**
 * Closed forms: the return of a bet by a formula of its own, as a second opinion beside the enumeration of the play.
 * They share the pay tables with the games and nothing else.
 */
import { Fraction } from '../../core/base/fraction.ts';
import { crash } from './crash.ts';
import { coinFlip } from './coin-flip.ts';
import { custom } from './custom.ts';
import { dice } from './dice.ts';
import { payoutFraction } from './exact.ts';
import type { Game, Profile } from './game.ts';
import { hilo } from './hilo.ts';
import { keno } from './keno.ts';
import { mines } from './mines.ts';
import { multiplier } from './multiplier.ts';
import { plinko } from './plinko.ts';
import { roulette } from './roulette.ts';
import { scratchCard } from './scratch-card.ts';
import { simpleDice } from './simple-dice.ts';
import { slots } from './slots.ts';
import { wheel } from './wheel.ts';

/** The return of a bet under a profile. */
export type ReturnFormula = (bet: object, profile: Profile) => Fraction;

function formula<Bet extends object, Rules>(
  game: Game<Bet, Rules>,
  returned: (rules: Rules, bet: Bet) => Fraction,
): readonly [string, ReturnFormula] {
  return [game.id, (bet, profile) => returned(game.rules[profile], bet as Bet)];
}

const sum = (terms: readonly Fraction[]): Fraction =>
  terms.reduce((total, term) => total.add(term), Fraction.zero);
const counted = (weight: number | bigint, of: number | bigint): Fraction => Fraction.of(weight, of);

/** n over k, exactly. */
export function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let ways = 1n;
  for (let taken = 1; taken <= k; taken += 1) ways = (ways * BigInt(n - k + taken)) / BigInt(taken);
  return ways;
}

/** Every game that has a formula. Baccarat, blackjack and video poker have none. */
export const returnFormulas: ReadonlyMap<string, ReturnFormula> = new Map([
  formula(coinFlip, (win) => payoutFraction(win).div(counted(2, 1))),
  formula(dice, (returned) => payoutFraction(returned).div(counted(100, 1))),
  formula(simpleDice, (win) => payoutFraction(win).div(counted(6, 1))),
  formula(custom, (returned) => payoutFraction(returned).div(counted(100, 1))),
  formula(multiplier, () => counted(995, 1000)),
  formula(crash, () => counted(995, 1000)),
  formula(mines, (returned) => payoutFraction(returned)),
  formula(roulette, (payouts, { type }) => {
    if (type === 'number') return payoutFraction(payouts[1]).mul(counted(1, 37));
    const pockets = /^(?:dozen|column)/.test(type) ? 12 : 18;
    return payoutFraction(payouts[pockets]).mul(counted(pockets, 37));
  }),
  formula(plinko, (tables, { rows, risk }) => {
    const half = tables[rows][risk];
    const both = [...half, ...half.slice(0, -1).toReversed()];
    return sum(
      both.map((tenths, slot) => counted(choose(rows, slot) * BigInt(tenths), 10n * 2n ** BigInt(rows))),
    );
  }),
  // Of 8,000 stops: 1 + 27 + 64 + 125 + 43 triples, 9 x 17 pairs of BAR, 25 x 15 of CHERRY, 5 x 15 x 20 single CHERRY.
  formula(slots, () =>
    counted(250 + 50 * 27 + 25 * 64 + 10 * 125 + 5 * (27 + 8 + 8) + 5 * 153 + 2 * 375 + 1500, 8000),
  ),
  // With w winning ranks the guess wins w of 13, and one rank of 13 pushes.
  formula(hilo, (payouts) =>
    sum(payouts.map((payout, index) => payoutFraction(payout).mul(counted(index + 1, 169)))).add(
      counted(1, 13),
    ),
  ),
  formula(keno, (table, { picks: { length: spots } }) =>
    sum(
      Object.entries(table[spots] ?? {}).map(([caught, hundredths]) => {
        const ways = choose(spots, Number(caught)) * choose(80 - spots, 20 - Number(caught));
        return counted(ways * BigInt(hundredths), 100n * choose(80, 20));
      }),
    ),
  ),
  formula(scratchCard, () =>
    counted(50 * 8 + 20 * 20 + 15 * 40 + 12 * 60 + 8 * 120 + 5 * 260 + 2 * 2310, 10_000),
  ),
  formula(wheel, (sectors) =>
    sum(sectors.map(({ percent, payout }) => payoutFraction(payout).mul(counted(percent, 100)))),
  ),
]);
