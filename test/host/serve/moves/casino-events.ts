/** Calls of tournaments, challenges, leaderboards and what belongs to Kelly. */
import type { Json, JsonObject } from '../../../../src/core/http/message.ts';
import type { Move, Walk } from '../walk.ts';

const amounts = ['0.01', 0.05, '0.10', -1, 'x', '900'] as const;

export function casinoEventMoves(walk: Walk): Move[] {
  const api = '/casino/api/v1';
  const tournament = (): string => `${api}/tournaments/${walk.known('tournament')}`;
  const challenge = (): string => `${api}/challenges/${walk.known('challenge')}`;
  const created = (): JsonObject => ({
    name: 'a tournament',
    game: walk.pick(['coin-flip', 'wheel']),
    entry_fee: walk.pick(['0', '0.10']),
    prize_pool: walk.pick([0, 0.2]),
    max_agents: walk.pick([2, 3]),
    starts_at: walk.inMinutes(walk.pick([5, 1500, 1500, 1500])),
    ends_at: walk.inMinutes(walk.pick([6, 4500, 4500])),
  });
  const wrong = (): JsonObject =>
    walk.pick([
      { game: 'poker' },
      { entry_fee: 'x' },
      { prize_pool: '900' },
      { max_agents: 1 },
      { ends_at: '' },
    ]);
  const challenged = (): Json => ({
    challenged_agent_id: walk.agent(),
    game: walk.pick(['coin-flip', 'dice', 'wheel', 'wheel', 'none']),
    amount: walk.pick(['0.01', '0.01', 0.02, '0.015', 'x', '900']),
    message: 'well?',
  });
  return [
    () => ['POST', `${api}/tournaments/create`, walk.chance(0.6) ? created() : { ...created(), ...wrong() }],
    () => ['GET', `${api}/tournaments?limit=5`, undefined],
    () => ['GET', tournament(), undefined],
    () => ['POST', `${tournament()}/enter`, undefined],
    // By anybody, as it takes two.
    () => ['POST', `${api}/tournaments/${walk.newest('tournament')}/enter`, undefined],
    () => ['POST', `${tournament()}/play`, { amount: walk.pick(amounts), side: 'heads' }],
    () => ['POST', `${api}/tournaments/${walk.oldest('tournament')}/play`, { amount: '0.01' }],
    () => ['POST', `${api}/challenges`, challenged()],
    () => ['GET', `${api}/challenges?limit=3`, undefined],
    () => ['POST', `${challenge()}/accept`, undefined],
    () => ['POST', `${challenge()}/decline`, undefined],
    () => ['GET', `${api}/stats/leaderboard${walk.pick(['', '?game=dice', '?game=none'])}`, undefined],
    () => ['GET', `${api}/leaderboard`, undefined],
    () => ['GET', `${api}/stats/session`, undefined],
    () => ['GET', `${api}/kelly/history?limit=${walk.integer(4)}`, undefined],
    () => [
      'POST',
      `${api}/kelly/simulate`,
      { game: 'dice', direction: 'over', threshold: 50, rounds: 20, paths: 10, amount: walk.pick(amounts) },
    ],
  ];
}
