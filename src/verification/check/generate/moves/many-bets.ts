/** Twenty bets on a game in a call, with any parameters of it: so many that outcomes come up which one bet in a hundred has. */
import type { OperationDraft } from '../model-state.ts';
import { betOf } from './single-bets.ts';
import type { CallSeries } from './series.ts';

const casino = '/casino/api/v1';
/** The most that a batch may have. */
const size = 20;

export const manyBets: CallSeries = (model, draw) => {
  // Of a curve, the lowest multipliers are those at which most end.
  const low = draw.pick([1.01, 1.01, 1.02, 1.05]);
  if (draw.chance(25)) model.policies['casino.slotPairs'] = 'any';
  const batch = (): OperationDraft => {
    const bet = draw.chance(10) ? (): readonly [string, object] => ['crash', { cash_out_at: low }] : betOf(draw);
    const bets = Array.from({ length: size }, () => {
      const [game, params] = bet(draw);
      return { game: game.replaceAll('-', '_'), amount: (100_000 + draw.integer(100_000)) / 1_000_000, ...params };
    });
    return { do: `POST ${casino}/bets/batch`, body: { bets } };
  };
  return [batch(), batch(), batch(), batch(), { do: `POST ${casino}/fairness/rotate`, body: {} }, { do: `GET ${casino}/stats/me` }];
}; // prettier-ignore
