/** Batches with a bet in the middle that is not of its form: a seed, a move in a hand, a card, a switch where one value is expected. */
import type { Draw } from '../draw.ts';
import type { OperationDraft } from '../model-state.ts';
import type { CallSeries } from './series.ts';

const casino = '/casino/api/v1';

const coin = (draw: Draw): object => ({
  game: 'coin_flip',
  amount: draw.pick([0.01, 0.02, '0.05']),
  side: draw.pick(['heads', 'tails']),
});

/** Seeds that no bet may have, beside some that each may. */
const seeds = ['', 'x'.repeat(128), 'x'.repeat(129), 7, null, ['lucky'], true, 'lucky'] as const;

/** Each is refused in its place, or taken, as it would be by itself (gap C39). */
const oddBets: readonly ((draw: Draw) => object)[] = [
  (draw) => ({ ...coin(draw), client_seed: draw.pick(seeds) }),
  (draw) => ({ ...coin(draw), client_seed: draw.pick(seeds) }),
  () => ({ game: 'coin_flip', amount: 0.01, side: ['heads'] }),
  (draw) => ({ game: 'coin_flip', amount: 0.01, side: draw.pick([true, [true, false], null]) }),
  (draw) => ({ game: 'dice', amount: 0.01, direction: 'over', threshold: draw.pick([[50], true, '50', 50.5]) }),
  (draw) => ({ game: 'blackjack', amount: 0.01, action: draw.pick(['deal', ['hit'], true, 3, 'HIT', 'split']) }),
  () => ({ game: 'blackjack', amount: 0.01 }),
  (draw) => ({ game: 'video_poker', amount: 0.01, nonce: draw.pick([0, -1, 0.5, '0', 999]), holds: draw.pick([[], [5], [0, 0], 'AS', [true, false, true, false, true], ['1X'], ['AS', 'AS']]) }),
  (draw) => ({ game: 'video_poker', amount: 0.01, holds: draw.pick([[], [0, 1, 2, 3, 4, 5], true]) }),
  (draw) => ({ game: 'video_poker', amount: 0.01, ...draw.pick([{}, { nonce: 0 }, { hold: [0] }]) }),
]; // prettier-ignore

/** The same forms in calls by themselves. */
const oddCalls: readonly ((draw: Draw) => readonly [path: string, body: object])[] = [
  (draw) => ['games/coin-flip', { side: draw.pick([['heads'], [true], true]), amount: 0.01 }],
  (draw) => ['games/coin-flip', { side: 'heads', amount: draw.pick([[0.01], [true], true, [0.01, 0.02]]) }],
  (draw) => ['games/keno', { picks: draw.pick([true, 7, '7', [true, false], [[1]], [1, true]]), amount: 0.01 }],
  (draw) => ['games/video-poker/draw', { nonce: 0, holds: draw.pick([[true, false, true, false, true], true, 'AS', [0, 1], null]), amount: 0.01 }],
  (draw) => ['challenges', { challenged_agent_id: draw.pick([['bob'], true]), game: 'coin_flip', amount: 0.01 }],
  (draw) => ['bets/batch', { bets: draw.pick([true, [true, false], [[]], { 0: coin(draw) }, [null], 'x']) }],
  (draw) => ['kelly/optimal', { game: 'coin_flip', side: draw.pick([['heads'], true]) }],
]; // prettier-ignore

/** Plain bets on both sides of each odd one. */
export const oddBatches: CallSeries = (_, draw) => {
  const first = draw.integer(oddBets.length);
  const batch = (index: number): OperationDraft => {
    const odd = [0, 1].map((next) => oddBets[(first + index * 2 + next) % oddBets.length]?.(draw) ?? {});
    const bets = [coin(draw), ...odd.flatMap((bet) => [bet, coin(draw)])];
    return { do: `POST ${casino}/bets/batch`, body: { bets } };
  };
  const alone = Array.from({ length: 4 }, (): OperationDraft => {
    const [path, body] = draw.pick(oddCalls)(draw);
    return { do: `POST ${casino}/${path}`, body };
  });
  const deal = { do: `POST ${casino}/games/video-poker/deal`, body: { amount: 0.01 } };
  const looks = ['stats/me', 'fairness/seed-hash', 'auth/balance'].map((path) => ({ do: `GET ${casino}/${path}` }));
  return [deal, batch(0), batch(1), ...alone, batch(2), batch(3), batch(4), ...looks, { do: `POST ${casino}/fairness/rotate`, body: {} }];
}; // prettier-ignore
