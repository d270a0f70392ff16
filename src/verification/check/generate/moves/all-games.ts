/** What is said of a bet before it is made, and what two agents play for: of one game after the other, as few calls draw most games. */
import type { OperationDraft } from '../model-state.ts';
import { bets } from './single-bets.ts';
import type { CallSeries, SeriesCall } from './series.ts';
import { about, post } from './tours.ts';

const casino = '/casino/api/v1';

/** How many games one series has, of which the next one may have others. */
const gamesCount = 6;

/** Games with parameters, in order from any of them on; some under the name that their path has. */
const someGames = (draw: Parameters<CallSeries>[1]): object[] => {
  const first = draw.integer(bets.length);
  return Array.from({ length: gamesCount }, (_, index) => {
    const [path, params] = bets[(first + index) % bets.length]?.(draw) ?? ['slots', {}];
    return { game: draw.chance(85) ? path.replaceAll('-', '_') : path, ...params };
  });
};

/** The best stake on each game, and what becomes of a bankroll that is staked on it. */
export const adviceOnGames: CallSeries = (_, draw) =>
  someGames(draw).flatMap((bet) => [
    post(`${casino}/kelly/optimal`, bet),
    ...(draw.chance(40)
      ? [
          post(`${casino}/kelly/simulate`, {
            ...bet,
            rounds: 1 + draw.integer(30),
            paths: 1 + draw.integer(12),
          }),
        ]
      : []),
  ]);

const look = (by: string): OperationDraft => ({ do: `GET ${casino}/challenges`, by });

/** Challenges at each game, which another agent mostly accepts, and what both are then shown. */
export const duels: CallSeries = (model, draw, person) => {
  const other = draw.pick(
    model.registered
      .filter((each) => each !== person)
      .concat(person)
      .slice(0, 3),
  );
  const answer = (): SeriesCall => {
    const way = draw.chance(85) ? 'accept' : 'decline';
    return about('challenge', (id) => post(`${casino}/challenges/${id}/${way}`, undefined, other));
  };
  const played = someGames(draw).flatMap((bet): SeriesCall[] => [
    {
      ...post(`${casino}/challenges`, {
        challenged_agent_id: other,
        ...bet,
        amount: draw.pick([0.01, 0.02, '0.011']),
      }),
      makes: { kind: 'challenge', field: 'challenge_id', other },
    },
    answer(),
  ]);
  const histories = [person, other].map((by): OperationDraft => ({
    do: 'GET /api/casino-api/history',
    by,
  }));
  return [...played, look(person), look(other), ...histories];
};
