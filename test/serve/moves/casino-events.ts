/** Calls of tournaments, challenges, leaderboards and what belongs to Kelly. */
import type { Json, JsonObject } from '../../../src/http/message.ts';
import type { Move, Walk } from '../walk.ts';

const amounts = ['0.01', 0.05, '0.10', -1, 'x', '900'] as const;
const minuteMs = 60_000;

export function casinoEventMoves(walk: Walk): Move[] {
  const api = '/casino/api/v1';
  const tournament = (): string => `${api}/tournaments/${walk.known('tournament')}`;
  const challenge = (): string => `${api}/challenges/${walk.known('challenge')}`;
  /** From the newest leaderboard; some instants lie in the past by the time they are sent. */
  const inMinutes = (minutes: number): string => {
    const nowMs = Date.parse(walk.newest('now'));
    return Number.isNaN(nowMs) ? 'soon' : new Date(nowMs + minutes * minuteMs).toISOString();
  };
  const created = (): JsonObject => ({
    name: 'a tournament',
    game: walk.pick(['coin-flip', 'wheel']),
    entry_fee: walk.pick(['0', '0.10']),
    prize_pool: walk.pick([0, 0.2]),
    max_agents: walk.pick([2, 3]),
    starts_at: inMinutes(walk.pick([5, 1500, 1500, 1500])),
    ends_at: inMinutes(walk.pick([6, 4500, 4500])),
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
    () => ['POST', `${api}/tournaments/create`, created()],
    () => ['POST', `${api}/tournaments/create`, { ...created(), ...wrong() }],
    () => ['GET', `${api}/tournaments?limit=5`, undefined],
    () => ['GET', tournament(), undefined],
    () => ['POST', `${tournament()}/enter`, undefined],
    // By anybody, as it takes two.
    ...Array.from({ length: 4 }, (): Move => () => [
      'POST',
      `${api}/tournaments/${walk.newest('tournament')}/enter`,
      undefined,
    ]),
    ...Array.from({ length: 3 }, (): Move => () => [
      'POST',
      `${tournament()}/play`,
      { amount: walk.pick(amounts), side: 'heads' },
    ]),
    () => ['POST', `${api}/challenges`, challenged()],
    () => ['POST', `${api}/challenges`, challenged()],
    () => ['GET', `${api}/challenges?limit=3`, undefined],
    ...Array.from({ length: 3 }, (): Move => () => ['POST', `${challenge()}/accept`, undefined]),
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
