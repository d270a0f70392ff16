import { Fraction } from '../../../src/core/base/fraction.ts';

/**
 * A progression of bets up to its last, in units of the first stake. `ruin` is the chance that every bet is lost.
 */
export interface Progression {
  readonly expectedProfit: Fraction;
  readonly expectedWagered: Fraction;
  readonly ruin: Fraction;
}

/**
 * A martingale, exactly: the stake doubles after each loss until a win or until `steps` stakes are lost. Its profit is
 * minus the edge times what is wagered, as for every progression with a last stake (optional stopping): it moves risk
 * about and edge nowhere.
 */
export function martingale(win: { payout: Fraction; probability: Fraction }, steps: number): Progression {
  const lose = Fraction.one.sub(win.probability);
  let [alive, stake] = [Fraction.one, Fraction.one];
  let [profit, wagered, lost] = [Fraction.zero, Fraction.zero, Fraction.zero];
  for (let step = 0; step < steps; step += 1) {
    wagered = wagered.add(alive.mul(stake));
    const gain = stake.mul(win.payout.sub(Fraction.one)).sub(lost);
    profit = profit.add(alive.mul(win.probability).mul(gain));
    lost = lost.add(stake);
    stake = stake.add(stake);
    alive = alive.mul(lose);
  }
  return { expectedProfit: profit.sub(alive.mul(lost)), expectedWagered: wagered, ruin: alive };
}
