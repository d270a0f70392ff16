/** Calls of tournaments, challenges, leaderboards and what belongs to Kelly. */
import type { Json } from '../../../src/http/message.ts';
import type { Move, Walk } from '../walk.ts';

const amounts = ['0.01', 0.05, '0.10', -1, 'x', '900'] as const;
/** Some lie in the past by the time they are sent. */
const days = ['2026-01-01', '2026-01-02', '2026-01-04', '2026-01-09', '2026-02-01', '2026-06-01'] as const;

export function casinoEventMoves(walk: Walk): Move[] {
  const api = '/casino/api/v1';
  const tournament = (): string => `${api}/tournaments/${walk.known('tournament')}`;
  const challenge = (): string => `${api}/challenges/${walk.known('challenge')}`;
  const created = (): Json => ({
    name: 'a tournament',
    game: walk.pick(['coin-flip', 'wheel', 'poker']),
    entry_fee: walk.pick(['0', '0.10', 'x']),
    prize_pool: walk.pick([0, 0.2, '900']),
    max_agents: walk.pick([2, 3, 1]),
    starts_at: `${walk.pick(days)}T0${walk.integer(9)}:00:00Z`,
    ends_at: `${walk.pick(days)}T1${walk.integer(9)}:00:00Z`,
  });
  const challenged = (): Json => ({
    challenged_agent_id: walk.agent(),
    game: walk.pick(['coin-flip', 'dice', 'wheel', 'none']),
    amount: walk.pick(amounts),
    message: 'well?',
  });
  return [
    () => ['POST', `${api}/tournaments/create`, created()],
    () => ['POST', `${api}/tournaments/create`, { ...(created() as object), game: 'wheel', max_agents: 3 }],
    () => ['GET', `${api}/tournaments?limit=5`, undefined],
    () => ['GET', tournament(), undefined],
    () => ['POST', `${tournament()}/enter`, undefined],
    () => ['POST', `${tournament()}/play`, { amount: walk.pick(amounts), side: 'heads' }],
    () => ['POST', `${api}/challenges`, challenged()],
    () => ['GET', `${api}/challenges?limit=3`, undefined],
    () => ['POST', `${challenge()}/accept`, undefined],
    () => ['POST', `${challenge()}/decline`, undefined],
    () => ['GET', `${api}/stats/leaderboard`, undefined],
    () => ['GET', `${api}/stats/leaderboard?game=${walk.pick(['dice', 'coin-flip', 'none'])}`, undefined],
    () => ['GET', `${api}/leaderboard`, undefined],
    () => ['GET', `${api}/stats/session`, undefined],
    () => ['GET', `${api}/kelly/history?limit=${walk.integer(4)}`, undefined],
    () => [
      'POST',
      `${api}/kelly/simulate`,
      { game: 'dice', direction: 'over', threshold: 50, rounds: 20, paths: 10, amount: walk.pick(amounts) },
    ],
    () => ['POST', `${api}/kelly/simulate`, { game: 'slots', rounds: 10, paths: 10, bankroll: 5 }],
  ];
}
