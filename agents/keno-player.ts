import {
  choice,
  defineAgent,
  duration,
  exponential,
  integer,
  usdc,
  type Agent,
  type Answer,
} from 'orrery-sim';
import { isAnswer } from './parts/answers.ts';
import { claimWhenDue } from './parts/purse.ts';

type Steps<T = void> = Generator<unknown, T, unknown>;

const numberMax = 80;
const drawnCount = 20;
const smallestStakeMicros = 10_000;

/** What the documents print, times the stake, by spots and caught (specification.md, Games). */
const printed: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  1: { 1: 3.5 },
  2: { 2: 16 },
  3: { 2: 2, 3: 50 },
  5: { 3: 3, 4: 25, 5: 1_000 },
  10: { 5: 10, 7: 500, 10: 250_000 },
};

interface Habits {
  spots: number;
  numbers: 'lucky' | 'fresh';
  pays: 'printed' | 'open';
}

/** Plays keno on its numbers, counts the catches itself, and lives on what the faucet gives. */
export default defineAgent({
  name: 'keno-player',
  about: 'Marks numbers at keno again and again, and checks the draw, the catch and the payout.',
  parameters: {
    spots: integer(3, {
      about: 'How many numbers it marks; 0 another count each time',
      minimum: 0,
      maximum: 10,
    }),
    numbers: choice(['lucky', 'fresh'], 'lucky', { about: 'Keeps its numbers, or draws new ones' }),
    amount: usdc('0.10', { about: 'Its stake; the smallest one where the Kelly rule allows no more' }),
    every: duration('6h', { about: 'Time between two bets, on average' }),
    rounds: integer(0, { about: 'How many bets; 0 never stops', minimum: 0 }),
    pays: choice(['printed', 'open'], 'open', {
      about: 'Expects the payouts that the documents print, or leaves them open',
    }),
  },
  *run(agent, parameters) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    let claimAtMs = joined.instant('next_claim');
    let picks: readonly number[] = [];
    const longShots = new Set<number>();
    for (let round = 0; parameters.rounds === 0 || round < parameters.rounds; round++) {
      yield* agent.sleep(yield* agent.random(exponential(parameters.every)));
      claimAtMs = yield* claimWhenDue(agent, claimAtMs);
      if (picks.length === 0 || parameters.numbers === 'fresh') picks = yield* marked(agent, parameters);
      yield* play(agent, { longShots, ...parameters }, picks);
    }
  },
});

function* marked(agent: Agent, { spots }: Habits): Steps<readonly number[]> {
  const count = spots > 0 ? spots : 1 + Math.floor((yield* agent.random()) * 10);
  const picks = new Set<number>();
  while (picks.size < count) picks.add(1 + Math.floor((yield* agent.random()) * numberMax));
  return [...picks];
}

interface Stakes {
  readonly amount: number;
  /** Counts of spots for which the Kelly rule has refused that amount. */
  readonly longShots: Set<number>;
}

/** A long shot may be worth no more than the smallest stake; it is asked for once and remembered. */
function* play(agent: Agent, habits: Habits & Stakes, picks: readonly number[]): Steps {
  const { amount, longShots } = habits;
  if (amount > smallestStakeMicros && !longShots.has(picks.length)) {
    const first = yield* bet(agent, amount, picks);
    if (first.ok) return yield* checkDraw(agent, first, { habits, picks, stakeMicros: amount });
    if (first.code !== 'BAD_REQUEST') return;
    longShots.add(picks.length);
  }
  const stakeMicros = smallestStakeMicros;
  const placed = yield* bet(agent, stakeMicros, picks);
  if (isAnswer(placed)) {
    yield* agent.check('the smallest stake is always allowed', placed.code !== 'BAD_REQUEST');
  }
  if (placed.ok) yield* checkDraw(agent, placed, { habits, picks, stakeMicros });
}

const bet = (agent: Agent, stakeMicros: number, picks: readonly number[]): Steps<Answer> =>
  agent.polite.post('/casino/api/v1/games/keno', { amount: stakeMicros / 1e6, picks });

function* checkDraw(
  agent: Agent,
  placed: Answer,
  what: { habits: Habits; picks: readonly number[]; stakeMicros: number },
): Steps {
  const { habits, picks, stakeMicros } = what;
  const { drawn, caught } = placed.body['result'] as { drawn: number[]; caught: number };
  const isDraw =
    new Set(drawn).size === drawnCount && drawn.every((number) => number >= 1 && number <= numberMax);
  yield* agent.check('twenty different numbers from 1 to 80 are drawn', isDraw);
  const own = picks.filter((number) => drawn.includes(number)).length;
  yield* agent.check('a catch is counted right', caught === own);
  const payoutMicros = Math.round(placed.number('payout') * 1e6);
  if (own === 0) yield* agent.check('nothing caught pays nothing', payoutMicros === 0);
  const row = printed[picks.length];
  if (habits.pays === 'open' || row === undefined) return;
  const wanted = Math.round(stakeMicros * (row[own] ?? 0));
  yield* agent.check('a catch pays what is printed', payoutMicros === wanted);
}
