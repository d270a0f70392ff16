import { choice, defineAgent, duration, integer, number, text, type Agent } from 'orrery-sim';
import {
  api,
  balanceOf,
  betOf,
  gamePaths,
  isAnswer,
  microsOf,
  type GamePath,
  type Steps,
} from './casino/bets.ts';

const minMicros = 10_000;

interface Habits {
  game: GamePath;
  bet: string;
  strategy: 'limit' | 'optimal';
  pays: number;
  risk: number;
  every: number;
}

/** Bets as much as the Kelly rule allows, or as much as it advises, and holds the rule to its word at every bet. */
export default defineAgent({
  name: 'kelly-bettor',
  about: 'Bets at the Kelly limit, or the Kelly bet itself, and checks that a micro more is refused.',
  parameters: {
    game: choice(gamePaths, 'coin-flip', { about: 'The game, as its path in style A' }),
    bet: text('', { about: 'Its parameters in style A as JSON; empty for usual ones' }),
    strategy: choice(['limit', 'optimal'], 'limit', {
      about: 'Stakes what is allowed, or what its own Kelly bet is',
    }),
    pays: number(0, {
      about: 'The highest total return over the stake, for checking the limit; 0 leaves it open',
      minimum: 0,
    }),
    risk: number(0.25, { about: 'The risk factor it asks for, in hundredths', minimum: 0.01, maximum: 1 }),
    rounds: integer(30, { about: 'How many bets it places', minimum: 1 }),
    every: duration('10s', { about: 'The pause after a bet' }),
  },
  *run(agent, parameters) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    const config = yield* agent.polite.put(`${api}/kelly/config`, { risk_factor: parameters.risk });
    if (!config.ok) return;
    for (let round = 0; round < parameters.rounds; round++) {
      if (!(yield* bet(agent, parameters))) return;
      yield* agent.sleep(parameters.every);
    }
  },
});

/** One bet; false when there is no money or no leave to go on. */
function* bet(agent: Agent, habits: Habits): Steps<boolean> {
  const params = betOf(habits.game, habits.bet);
  const balanceMicros = yield* balanceOf(agent);
  const advice = yield* agent.polite.post(`${api}/kelly/optimal`, { game: habits.game, ...params });
  if (balanceMicros === undefined || !advice.ok) return false;
  const limitMicros = microsOf(advice, 'max_bet');
  yield* checkAdvice(agent, habits, { balanceMicros, limitMicros });
  const place = (micros: number) =>
    agent.polite.post(`${api}/games/${habits.game}`, { amount: micros / 1e6, ...params });
  const above = yield* place(Math.max(minMicros, limitMicros + 1));
  if (isAnswer(above)) {
    // The advice ends at the balance where the limit lies above it: then the money is what is missing.
    const isShort = limitMicros >= balanceMicros && above.code === 'INSUFFICIENT_BALANCE';
    yield* agent.check('a micro above the limit is refused', above.code === 'BAD_REQUEST' || isShort);
  }
  const intendedMicros = habits.strategy === 'limit' ? limitMicros : microsOf(advice, 'optimal_bet');
  const stakeMicros = Math.min(limitMicros, balanceMicros, intendedMicros);
  if (stakeMicros < minMicros) return false;
  const taken = yield* place(stakeMicros);
  if (isAnswer(taken)) yield* agent.check('a stake within the limit is taken', taken.ok);
  return taken.ok;
}

/** The reading of gap C18 that is the default: the risk factor of the balance over what a win adds to the stake. */
function* checkAdvice(
  agent: Agent,
  { pays, risk }: Habits,
  now: { balanceMicros: number; limitMicros: number },
): Steps {
  if (pays <= 1) return;
  const hundredths = BigInt(Math.round(pays * 100)) - 100n;
  const share = (BigInt(now.balanceMicros) * BigInt(Math.round(risk * 100))) / hundredths;
  const expected = Math.max(minMicros, Math.min(10_000_000_000, Number(share)));
  yield* agent.check('the limit is the risk factor over the profit', now.limitMicros === expected);
}
