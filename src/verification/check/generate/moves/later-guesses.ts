/** Hi-lo where the guess may come with a second call (gaps C9, C10): deals, guesses, guesses without a deal, and deals while a card is open. */
import type { Draw } from '../draw.ts';
import type { OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall } from './series.ts';
import { about, post } from './tours.ts';

const casino = '/casino/api/v1';

/** What both calls of a hand may differ in. */
const extrasOf = (draw: Draw): object =>
  draw.chance(15) ? { client_seed: draw.pick(['lucky', 'other']) } : {};

/** Hands in two calls under one reading, refused deals under the other. */
export const laterGuesses: CallSeries = (model, draw) => {
  if (draw.chance(85)) model.policies['casino.hiloGuess'] = 'informed';
  const amount = draw.pick([0.01, 0.02, '0.05']);
  const play = (more: object): OperationDraft => ({
    ...post(`${casino}/games/hilo`, { ...more, ...extrasOf(draw) }),
    makes: { kind: 'bet', field: 'bet_id' },
  });
  const deal = (): OperationDraft => play({ amount });
  const guess = (): OperationDraft =>
    play({ guess: draw.pick(['higher', 'lower']), ...(draw.chance(70) ? { amount } : {}) });
  const inBatch: OperationDraft = post(`${casino}/bets/batch`, {
    bets: [
      { game: 'hilo', amount },
      { game: 'hilo', amount, guess: 'higher' },
      { game: 'hilo', amount, guess: 'lower' },
    ],
  });
  const audit: SeriesCall = about('bet', (id) => ({ do: `GET ${casino}/fairness/audit/${id}` }));
  const any = Array.from({ length: 5 }, () => (draw.chance(45) ? deal() : guess()));
  const looks = ['auth/balance', 'stats/me', 'auth/ledger'].map((path) => ({ do: `GET ${casino}/${path}` }));
  const rotate = post(`${casino}/fairness/rotate`, {});
  return [deal(), guess(), audit, guess(), guess(), deal(), guess(), ...any, ...(draw.chance(50) ? [inBatch] : []), guess(), rotate, ...looks];
}; // prettier-ignore
