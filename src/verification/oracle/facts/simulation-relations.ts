/** Relations of fields in the answer of a simulated bankroll. */
import { exp, log } from '../../../core/kernel/elementary.ts';
import type { Body } from '../exchange.ts';
import { nearly, type Pair, type Relation } from './exchange-relations.ts';

/** Percentiles in order, the mean among them, and chances that are chances. */
export const simulated: Relation = (answer, { body }) => {
  const final = (answer['final_bankroll'] ?? {}) as Body;
  const points = ['p5', 'p25', 'p50', 'p75', 'p95'].map((name) => Number(final[name]));
  const ruin = Number(answer['risk_of_ruin']);
  return [
    ['percentiles in order', points.every((point, index) => point >= (points[index - 1] ?? 0)), true],
    ['a mean of at least nothing', Number(final['mean']) >= 0, true],
    ['a chance of ruin', ruin >= 0 && ruin <= 1, true],
    ['rounds', answer['rounds'] === 0, false],
    ...stakeOf(answer, (body?.['amount'] ?? null) !== null),
    ...medianGrowth(answer, Number(final['p50'])),
    ...coinGrowth(answer),
  ];
};

/** A bet is an amount or a share of what there is, of which alone the growth of its logarithm is known. */
const stakeOf = ({ amount, fraction, expected_log_growth: growth }: Body, isAmount: boolean): Pair[] => [
  ['amount is there', amount !== null, isAmount],
  ['fraction is there', fraction !== null, !isAmount],
  ['expected_log_growth is there', growth !== null, growth !== null && !isAmount],
];

/** Nothing is left of a bankroll that is lost in the median. */
function medianGrowth({ rounds, bankroll, growth_per_round: growth }: Body, median: number): Pair[] {
  const wanted = median === 0 ? -1 : exp(log(median / Number(bankroll)) / Number(rounds)) - 1;
  return [nearly('growth_per_round', { seen: Number(growth), wanted, by: 1e-9 })];
}

/** What a coin at 1.96 lets a bankroll grow by in the mean, on the scale of logarithms. */
const coinGrowth = ({ game, fraction, amount, expected_log_growth: growth }: Body): Pair[] => {
  if (game !== 'coin_flip' || amount !== null || typeof fraction !== 'number' || fraction >= 1) return [];
  const [published, consistent] = [0.96, 0.99].map(
    (profit) => (log(1 + fraction * profit) + log(1 - fraction)) / 2,
  );
  const isKnown = [published, consistent].some((wanted) => Math.abs(Number(growth) - Number(wanted)) < 1e-9);
  return [['expected_log_growth of a coin', isKnown, true]];
};
