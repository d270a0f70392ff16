/** Several contests that are open at the same time: challenges in both directions, tournaments with the same players; each ends in another order than it was opened. */
import { secondMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import { writtenInstant } from '../written-instant.ts';
import type { CallSeries, SeriesCall } from './series.ts';

const casino = '/casino/api/v1';

/** The same things in another order. */
function shuffled<T>(things: readonly T[], draw: Draw): T[] {
  const rest = [...things];
  return things.map(() => rest.splice(draw.integer(rest.length), 1)[0] as T);
}

const otherOf = (model: ModelState, person: string, draw: Draw): string =>
  draw.pick(
    model.registered
      .filter((each) => each !== person)
      .concat('bob')
      .slice(0, 3),
  );

/** Games of which every call of one has the same parameters. */
const games = [
  { game: 'coin_flip', side: 'heads' },
  { game: 'dice', direction: 'over', threshold: 50 },
  { game: 'coin_flip', side: 'tails' },
] as const;

/** A list, mostly all of it. */
const listOf = (what: string, by: string, draw: Draw): OperationDraft => ({
  do: `GET ${casino}/${what}`,
  by,
  ...(draw.chance(70) ? {} : { query: { limit: draw.pick([1, 2]), ...draw.pick([{}, { page: 2 }, { page: 3 }]) } }),
}); // prettier-ignore

/** Three or four challenges between two agents, mostly by one of them, which the other one answers in any order. */
export const openChallenges: CallSeries = (model, draw, person) => {
  const other = otherOf(model, person, draw);
  const third = otherOf(model, person, draw);
  const count = 3 + draw.integer(2);
  const duels = Array.from({ length: count }, (_, index) => {
    const isReturned = index > 0 && draw.chance(35);
    const [by, to] = isReturned ? [other, person] : [person, index === 1 ? third : other];
    return { by, to, kind: `open-duel-${model.operations.length}-${index}` };
  });
  const create = ({ by, to, kind }: (typeof duels)[number]): OperationDraft => ({
    do: `POST ${casino}/challenges`,
    by,
    body: { challenged_agent_id: to, ...draw.pick(games), amount: draw.pick([0.01, 0.02, '0.37']) },
    makes: { kind, field: 'challenge_id', other: to },
  });
  const end = ({ to, kind }: (typeof duels)[number]): SeriesCall => {
    const way = draw.pick(['accept', 'accept', 'decline']);
    return (now) => ({
      do: `POST ${casino}/challenges/${now.latest(kind)?.reference ?? 'chl_none'}/${way}`,
      by: to,
    });
  };
  const looks = (): OperationDraft[] => [person, other].map((by) => listOf('challenges', by, draw));
  // Some stay open.
  const ended = shuffled(duels, draw).slice(0, draw.chance(70) ? count : 2);
  return [
    ...duels.flatMap((duel, index) => (index === 1 ? [create(duel), ...looks()] : [create(duel)])),
    ...looks(),
    ...ended.flatMap((duel) => [end(duel), ...looks()]),
  ];
};

/** From its creation on, in seconds: the first ends last. */
const times = [
  [24, 40],
  [26, 33],
  [25, 36],
] as const;

/** A call about the tournament of a kind. */
const call =
  (kind: string, by: string, [method, way, body]: readonly [string, string, object?]): SeriesCall =>
  (now) => ({
    do: `${method} ${casino}/tournaments/${now.latest(kind)?.reference ?? 'trn_none'}${way}`,
    by,
    ...(body === undefined ? {} : { body }),
  });

/** Two or three tournaments that overlap, with the same players in all of them but one. */
export const openTournaments: CallSeries = (model, draw, person) => {
  const players = [person, ...model.registered.filter((agent) => agent !== person)].slice(0, 3);
  const cups = times.slice(0, 2 + draw.integer(2)).map((seconds, index) => ({
    kind: `open-cup-${model.operations.length}-${index}`,
    by: draw.pick(players),
    seconds,
  }));
  const at = (seconds: number): string => writtenInstant(model.startMs + model.atMs + seconds * secondMs, draw);
  const create = ({ kind, by, seconds }: (typeof cups)[number]): OperationDraft => ({
    do: `POST ${casino}/tournaments/create`,
    by,
    body: {
      name: draw.pick(['cup', 'other cup']), game: 'coin_flip', max_agents: draw.pick([2, 3, 8]),
      entry_fee: draw.pick([0, 0.1, 0.333333]), prize_pool: draw.pick([0, 0.2, 1.000001]),
      starts_at: at(seconds[0]), ends_at: at(seconds[1]),
    },
    makes: { kind, field: 'tournament_id' },
  }); // prettier-ignore
  const look = (): OperationDraft => listOf('tournaments', draw.pick(players), draw);
  const entries = shuffled(
    cups.flatMap(({ kind }) => players.map((by) => ({ kind, by }))),
    draw,
  ).slice(0, 8);
  const play = (): SeriesCall => {
    const amount = draw.pick([0.01, 0.02, 0.05]);
    return call(draw.pick(cups).kind, draw.pick(players), ['POST', '/play', { amount, side: 'heads' }]);
  };
  const opening = [...cups.map(create), look(), ...entries.map(({ kind, by }) => call(kind, by, ['POST', '/enter'])), look()];
  const waits = Array.from({ length: 25 - opening.length }, (_, index) => (index % 4 === 0 ? look() : { do: `GET ${casino}/auth/balance` }));
  const playing = Array.from({ length: 18 }, (_, index) => (index % 4 === 3 ? look() : play()));
  return [...opening, ...waits, ...playing, ...cups.map(({ kind }) => call(kind, draw.pick(players), ['GET', ''])), look()];
}; // prettier-ignore
