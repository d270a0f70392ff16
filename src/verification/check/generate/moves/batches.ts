/** Several bets in one call, up to the size of a batch and beyond, and lists of bets since an instant. */
import { hourMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import { withOwner } from '../move.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import { writtenInstant } from '../written-instant.ts';

/** A batch has 1 to 20 bets (document 3, Limits). */
const sizes = [2, 2, 2, 3, 1, 20, 20, 21, 21, 0] as const;

/** Mostly a coin; a hand may stay open within a batch, and a game that is none is refused in its place (gap C39). */
const items: readonly ((amount: number) => object)[] = [
  (amount) => ({ game: 'coin_flip', amount, side: 'heads' }),
  (amount) => ({ game: 'coin_flip', amount, side: 'tails' }),
  (amount) => ({ game: 'dice', amount, direction: 'over', threshold: 50 }),
  (amount) => ({ game: 'blackjack', amount, action: 'hit' }),
  (amount) => ({ game: 'slots', amount }),
  (amount) => ({ game: 'poker', amount }),
];

export const batchOf = (draw: Draw, size: number = draw.pick(sizes)): OperationDraft => ({
  do: 'POST /casino/api/v1/bets/batch',
  body: {
    bets: Array.from({ length: size }, () => ({
      ...draw.pick(items)(draw.pick([0.01, 0.01, 0.02, 0.05, 0.5, 900])),
      ...(draw.chance(10) ? { client_seed: draw.pick(['lucky', 'mine']) } : {}),
    })),
  },
});

/** Games by the names that style B has for them. */
const gamesOfB = ['dice', 'slots', 'roulette', 'blackjack', 'coinflip'] as const;

/** Bets of a game, whatever the style that they were made in. */
export const historyOf = (draw: Draw): OperationDraft => ({
  do: 'GET /api/casino-api/history',
  query: { game: draw.pick(gamesOfB) },
});

/** Bets since the begin of the run, since now, since an hour ago, or since the very instant of one of them. */
export const historySince = (model: ModelState, draw: Draw): OperationDraft => {
  const bet = model.one(draw, 'bet');
  const betMs = bet === undefined ? [] : [bet.atMs, bet.atMs, bet.atMs, bet.atMs + 1];
  const fromMs = draw.pick([0, model.atMs, model.atMs, model.atMs - hourMs, model.atMs + 1, ...betMs]);
  return {
    do: 'GET /api/casino-api/history',
    ...withOwner(bet?.by),
    query: { from: writtenInstant(model.startMs + fromMs, draw, 70) },
  };
};
