/** Moves of the casino's challenges and tournaments. */
import { dayMs, hourMs, minuteMs, type DurationMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import { anyPage, withOwner, type Move } from '../move.ts';
import type { ModelState, OperationDraft, Planned } from '../model-state.ts';
import { writtenInstant } from '../written-instant.ts';

const api = '/casino/api/v1';

function challenge(model: ModelState, draw: Draw): OperationDraft {
  const known = model.one(draw, 'challenge');
  const other = model.person(draw);
  if (known === undefined || draw.chance(30)) {
    return {
      do: `POST ${api}/challenges`,
      body: {
        challenged_agent_id: draw.chance(95) ? other : 'nobody',
        game: draw.pick(['coin_flip', 'dice', 'wheel', 'coin_flip', draw.chance(80) ? 'wheel' : 'poker']),
        amount: draw.pick([
          0.01,
          0.5,
          1,
          '0.25',
          draw.chance(60) ? 2 : draw.pick([900, 10_000, 10_000.000001]),
          0.001,
        ]),
      },
      makes: { kind: 'challenge', field: 'challenge_id', other, dueMs: [model.atMs + dayMs] },
    };
  }
  const id = draw.chance(94) ? known.reference : 'chl_none';
  const act = draw.pick(['accept', 'accept', 'accept', 'decline']);
  return {
    do: `POST ${api}/challenges/${id}/${act}`,
    ...withOwner(draw.chance(85) ? known.other : known.by),
  };
}

function tournament(model: ModelState, draw: Draw): OperationDraft {
  const known = model.one(draw, 'tournament');
  if (known === undefined || draw.chance(15)) {
    const startsMs = model.atMs + draw.pick([minuteMs, hourMs, draw.chance(80) ? hourMs : 0]);
    const endsMs = startsMs + draw.pick([minuteMs, hourMs]);
    if (startsMs > model.atMs && draw.chance(50)) model.planned.push(...wholeCup(model, startsMs, endsMs));
    return {
      do: `POST ${api}/tournaments/create`,
      body: {
        name: 'cup',
        game: draw.pick(['wheel', 'coin-flip', 'wheel', draw.chance(80) ? 'coin-flip' : 'poker']),
        entry_fee: draw.pick([0, 0.1, '0.333333']),
        prize_pool: draw.pick([0, 0.2, 1.000001, draw.chance(80) ? 1 : 900]),
        max_agents: draw.pick([2, 3]),
        starts_at: writtenInstant(model.startMs + startsMs, draw),
        ends_at: writtenInstant(model.startMs + endsMs, draw),
      },
      makes: { kind: 'tournament', field: 'tournament_id', dueMs: [startsMs, endsMs] },
    };
  }
  // Time goes on to its beginning, so that there is something to play.
  const [startsMs = 0] = known.dueMs;
  const isSoon = startsMs > model.atMs && startsMs - model.atMs <= hourMs;
  if (isSoon && draw.chance(25)) model.atMs = startsMs;
  const path = `${api}/tournaments/${draw.chance(96) ? known.reference : 'trn_none'}`;
  const acts = {
    enter: () => ({ do: `POST ${path}/enter`, by: model.person(draw) }),
    play: () => ({
      do: `POST ${path}/play`,
      by: model.person(draw),
      body: { amount: draw.pick([0.01, 0.01, 0.02, draw.chance(60) ? 0.001 : 900]), side: 'heads' },
    }),
    look: () => ({ do: `GET ${path}` }),
  } satisfies Record<string, () => OperationDraft>;
  // Mostly an operation that the tournament admits at this time.
  const timely = model.atMs < startsMs ? acts.enter : acts.play;
  return draw.chance(75) ? timely() : draw.pick<() => OperationDraft>([acts.enter, acts.play, acts.look])();
}

const latestCup = (now: ModelState): string => `${api}/tournaments/${now.latest('tournament')?.reference}`;

/** Every agent enters and plays, each with another stake, and one reads the result. */
function wholeCup(model: ModelState, startsMs: DurationMs, endsMs: DurationMs): Planned[] {
  const players = model.registered.slice(0, 3);
  return [
    ...players.map((by): Planned => ({
      make: (now) => ({ by, call: { do: `POST ${latestCup(now)}/enter` } }),
    })),
    ...players.map((by, index): Planned => ({
      atMs: startsMs,
      make: (now) => ({
        by,
        call: { do: `POST ${latestCup(now)}/play`, body: { amount: (index + 1) / 100, side: 'heads' } },
      }),
    })),
    ...players.map((by): Planned => ({
      atMs: endsMs,
      make: () => ({ by, call: { do: `GET ${api}/auth/balance` } }),
    })),
  ];
}

const contestLists = (model: ModelState, draw: Draw): OperationDraft => ({
  do: `GET ${draw.pick([`${api}/challenges`, `${api}/tournaments`])}`,
  ...(draw.chance(60) ? { query: { limit: draw.pick([1, 2, 0]), ...anyPage(draw) } } : {}),
});

/** In the order in which the draw weighs them, after the other moves of the casino. */
export const contestMoves: readonly Move[] = [
  { name: 'casino/challenges', weight: 7, make: challenge },
  { name: 'casino/tournaments', weight: 9, make: tournament },
  { name: 'casino/contestLists', weight: 2, make: contestLists },
];
