import {
  choice,
  defineAgent,
  duration,
  integer,
  text,
  usdc,
  formatInstant,
  type Agent,
  type Answer,
} from 'orrery-sim';
import { api, balanceOf, gamePaths, isAnswer, sampleBets, type GamePath, type Steps } from './casino/bets.ts';

type Row = Readonly<Record<string, unknown>>;

interface Habits {
  game: GamePath;
  creates: number;
  apart: number;
  startsIn: number;
  lasts: number;
  entryFee: number;
  prizePool: number;
  maxAgents: number;
  plays: number;
  amount: number;
}

/** Creates tournaments, or enters those it finds; plays in them, and sees to it that the prizes are right to the micro. */
export default defineAgent({
  name: 'tournament-player',
  about:
    'Creates tournaments, or enters and plays those there are, and checks standings, prizes and refunds.',
  parameters: {
    creates: integer(0, {
      about: 'How many tournaments it creates; one that creates plays in none',
      minimum: 0,
    }),
    game: choice(gamePaths, 'coin-flip', { about: 'The game of its tournaments, as its path in style A' }),
    apart: duration('3h', { about: 'The time between two tournaments it creates' }),
    startsIn: duration('1h', { about: 'How long before the start it creates one' }),
    lasts: duration('1h', { about: 'How long a tournament is on' }),
    entryFee: usdc('0.50', { about: 'What an entry costs' }),
    prizePool: usdc('2.00', { about: 'What it gives itself' }),
    maxAgents: integer(20, { about: 'How many may enter', minimum: 2 }),
    name: text('cup', { about: 'What its tournaments are called; the number is added' }),
    looks: integer(12, { about: 'How many times a player looks for tournaments to enter', minimum: 1 }),
    every: duration('50m', { about: 'The time between two looks' }),
    plays: integer(5, { about: 'How many bets a player places in one', minimum: 0 }),
    amount: usdc('0.10', { about: 'What it stakes on a bet' }),
  },
  *run(agent, parameters) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    for (let round = 0; round < parameters.creates; round++) {
      yield* host(agent, parameters, `${parameters.name} ${round + 1}`);
      yield* agent.sleep(parameters.apart);
    }
    for (let look = 0; look < parameters.looks && parameters.creates === 0; look++) {
      yield* lookAround(agent, parameters);
      yield* agent.sleep(parameters.every);
    }
  },
});

const micros = (value: unknown): number => Math.round(Number(value) * 1e6);

function* host(agent: Agent, habits: Habits, name: string): Steps {
  const startsMs = (yield* agent.now()) + habits.startsIn;
  const before = yield* balanceOf(agent);
  const created = yield* agent.polite.post(`${api}/tournaments/create`, {
    name,
    game: habits.game,
    entry_fee: habits.entryFee / 1e6,
    prize_pool: habits.prizePool / 1e6,
    max_agents: habits.maxAgents,
    starts_at: formatInstant(startsMs),
    ends_at: formatInstant(startsMs + habits.lasts),
  });
  if (!created.ok || before === undefined) return;
  const held = yield* balanceOf(agent);
  yield* agent.check('a prize pool is held from the start', held === before - habits.prizePool);
  yield* agent.spawn(() => seeItThrough(agent, created.text('tournament_id'), created), name);
}

/** Enters every tournament that is still to come, and plays in each beside the others. */
function* lookAround(agent: Agent, habits: Habits): Steps {
  const list = yield* agent.polite.get(`${api}/tournaments`, { query: { limit: 100 } });
  if (!list.ok) return;
  const listed = list.list('tournaments');
  const isOpen = listed.every(({ status }) => status === 'upcoming' || status === 'active');
  yield* agent.check('only upcoming and active tournaments are listed', isOpen);
  for (const each of listed) {
    if (each['status'] !== 'upcoming' || each['entered'] === true) continue;
    const entered = yield* enter(agent, each);
    if (entered === undefined) continue;
    const id = entered.text('tournament_id');
    yield* agent.spawn(() => compete(agent, entered, habits), `play ${id}`);
  }
}

function* enter(agent: Agent, tournament: Row): Steps<Answer | undefined> {
  const before = yield* balanceOf(agent);
  const entered = yield* agent.polite.post(`${api}/tournaments/${String(tournament['tournament_id'])}/enter`);
  const after = yield* balanceOf(agent);
  if (!isAnswer(entered) || before === undefined || after === undefined) return undefined;
  const fee = micros(tournament['entry_fee']);
  if (entered.ok) {
    yield* agent.check('an entry costs its fee', after === before - fee);
    return entered;
  }
  const isDear = entered.code === 'INSUFFICIENT_BALANCE' && before < fee;
  yield* agent.check('an entry is refused to who is late or poor', isDear || entered.code === 'CONFLICT');
  return undefined;
}

function* compete(agent: Agent, entered: Answer, habits: Habits): Steps {
  const id = entered.text('tournament_id');
  const game = gamePaths.find((path) => path.replaceAll('-', '_') === entered.text('game')) ?? 'coin-flip';
  const early = yield* play(agent, { id, game, amount: habits.amount });
  yield* agent.check('a bet before the start is refused', !early.ok);
  yield* agent.sleepUntil(entered.instant('starts_at'));
  let own = 0;
  for (let round = 0; round < habits.plays; round++) {
    const bet = yield* play(agent, { id, game, amount: habits.amount });
    if (!bet.ok) break;
    own += micros(bet.body['payout']) - habits.amount;
    yield* agent.check('the standing follows every bet', micros(bet.body['net_profit']) === own);
    yield* agent.sleep('1m');
  }
  const ended = yield* seeItThrough(agent, id, entered);
  const row = ended?.list('leaderboard').find((each) => each['agent_id'] === agent.persona.agentId);
  if (row !== undefined)
    yield* agent.check('the leaderboard says what was played', micros(row['net_profit']) === own);
}

function* play(agent: Agent, bet: { id: string; game: GamePath; amount: number }): Steps<Answer> {
  const body = { amount: bet.amount / 1e6, ...sampleBets[bet.game] };
  return yield* agent.polite.post(`${api}/tournaments/${bet.id}/play`, body);
}

/** Waits for the end, and checks what came of the money. */
function* seeItThrough(agent: Agent, id: string, first: Answer): Steps<Answer | undefined> {
  yield* agent.sleepUntil(first.instant('ends_at'));
  const ended = yield* agent.polite.get(`${api}/tournaments/${id}`);
  if (!ended.ok) return undefined;
  const rows = ended.list('leaderboard');
  const ranked = rows.filter(({ rank }) => rank !== null);
  const prizes = ranked.map(({ prize }) => micros(prize));
  const paid = prizes.reduce((sum, prize) => sum + prize, 0);
  const prize = micros(ended.body['prize']);
  if (ended.text('status') === 'cancelled') {
    const isDue = ended.number('entrants') < 2 || ranked.length === 0;
    yield* agent.check('a tournament is cancelled for want of players alone', isDue && paid === 0);
    return ended;
  }
  yield* agent.check('a tournament ends at ends_at', ended.text('status') === 'finished');
  const fees = ended.number('entrants') * micros(ended.body['entry_fee']);
  yield* agent.check('the prize is the pool and all fees', prize === micros(ended.body['prize_pool']) + fees);
  yield* agent.check('prizes add up to the prize', paid === prize);
  yield* agent.check(
    'the best score comes first',
    isDescending(ranked.map((row) => micros(row['net_profit']))),
  );
  yield* checkPlaces(agent, ranked, { prizes, prize });
  return ended;
}

const isDescending = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value <= (values[index - 1] ?? value));

/** 50, 30 and 20 percent; what rounding leaves is the first place's. Who is level shares, to a micro. */
function* checkPlaces(
  agent: Agent,
  ranked: readonly Row[],
  won: { prizes: readonly number[]; prize: number },
): Steps {
  if (ranked.length < 3) return;
  const [second, third] = [Math.floor((won.prize * 3) / 10), Math.floor(won.prize / 5)];
  const worth = [won.prize - second - third, second, third];
  for (const rank of new Set(ranked.map((row) => Number(row['rank'])))) {
    const group = won.prizes.filter((_, index) => ranked[index]?.['rank'] === rank);
    const total = group.reduce((sum, prize) => sum + prize, 0);
    const due = worth.slice(rank - 1, rank - 1 + group.length).reduce((sum, part) => sum + part, 0);
    const isEven = Math.max(...group) - Math.min(...group) <= 1;
    yield* agent.check('a place is worth its share', total === due && isEven);
  }
}
