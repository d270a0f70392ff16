/** Calls of the games that take several, and of the casino's short style. */
import type { Json, JsonObject } from '../../../../src/core/http/message.ts';
import type { Move, Walk } from '../walk.ts';

const api = '/casino/api/v1/games';
const amounts = ['0.01', 0.02, '0.01', -1] as const;

export function casinoHandMoves(walk: Walk): Move[] {
  const amount = () => walk.pick(amounts);
  const action = () => walk.pick(['hit', 'stand', 'double', 'split'] as const);
  return [
    () => ['POST', `${api}/blackjack`, { action: action(), amount: amount() }],
    () => ['POST', `${api}/blackjack`, { action: action() }],
    () => [
      'POST',
      '/api/casino-api/bet',
      { game: 'blackjack', amount: amount(), params: { action: action() } },
    ],
    () => ['POST', `${api}/video-poker/deal`, {}],
    () => ['POST', `${api}/video-poker/draw`, { holds: [], nonce: walk.integer(9), amount: amount() }],
    () => ['POST', `${api}/coinflip`, { side: 'heads', amount: amount(), currency: 'USDC' }],
    () => ['POST', `${api}/crash/bet`, { amount: amount() }],
    () => ['POST', `${api}/crash/bet`, { amount: amount(), cash_out_at: 1.5 }],
    () => ['POST', `${api}/crash/cashout`, undefined],
    () => ['GET', `${api}/provably-fair/${walk.known('bet')}`, undefined],
  ];
}

/** What whoever got this answer does next: chance alone seldom finds the nonce of a hand, or a curve in time. */
export function handFollowUps({ cards, nonce, growth_per_second: growth }: JsonObject): [string, Json][] {
  if (growth !== undefined) return Array.from({ length: 3 }, () => [`${api}/crash/cashout`, {}]);
  if (!Array.isArray(cards) || nonce === undefined) return [];
  return [[`${api}/video-poker/draw`, { holds: (cards as Json[]).slice(0, 2), nonce, amount: '0.01' }]];
}
