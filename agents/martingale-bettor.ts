import { choice, defineAgent, duration, integer, usdc, type Agent } from 'orrery-sim';
import { api, balanceOf, microsOf, sampleBets, type Steps } from './casino/bets.ts';

/** Bets that win about every other time, and pay about double. */
const evens = ['coin-flip', 'roulette', 'dice', 'baccarat'] as const;

interface Habits {
  game: (typeof evens)[number];
  amount: number;
  doublings: number;
  every: number;
}

/** Doubles its stake after every loss until it wins, or until the Kelly rule or its purse stop it. */
export default defineAgent({
  name: 'martingale-bettor',
  about: 'Doubles its stake after a loss and starts again after a win; the Kelly rule ends its ladders.',
  parameters: {
    game: choice(evens, 'coin-flip', { about: 'The game, as its path in style A' }),
    amount: usdc('0.05', { about: 'Its first stake' }),
    ladders: integer(20, { about: 'How many times it starts again', minimum: 1 }),
    doublings: integer(12, { about: 'How often it doubles at most', minimum: 0, maximum: 30 }),
    every: duration('5s', { about: 'The pause after a bet' }),
  },
  *run(agent, parameters) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    for (let ladder = 0; ladder < parameters.ladders; ladder++) {
      if (!(yield* climb(agent, parameters))) return;
    }
  },
});

/** One ladder; false when the agent cannot go on at all. */
function* climb(agent: Agent, { game, amount, doublings, every }: Habits): Steps<boolean> {
  const before = yield* balanceOf(agent);
  if (before === undefined) return false;
  let lostMicros = 0;
  for (let step = 0; step <= doublings; step++) {
    const stakeMicros = amount * 2 ** step;
    const body = { amount: stakeMicros / 1e6, ...sampleBets[game] };
    const bet = yield* agent.polite.post(`${api}/games/${game}`, body);
    if (!bet.ok) {
      if (bet.code === 'BAD_REQUEST') yield* stopped(agent, { game, stakeMicros });
      return step > 0 && bet.status < 500;
    }
    const payoutMicros = microsOf(bet, 'payout');
    lostMicros += stakeMicros - payoutMicros;
    yield* agent.check('a ladder costs what it lost', microsOf(bet, 'balance') === before - lostMicros);
    yield* agent.sleep(every);
    if (payoutMicros > stakeMicros) return true;
  }
  return true;
}

/** A stake that is refused must be above the limit that the casino itself names, and no other is. */
function* stopped(agent: Agent, bet: { game: Habits['game']; stakeMicros: number }): Steps {
  const { game, stakeMicros } = bet;
  const advice = yield* agent.polite.post(`${api}/kelly/optimal`, { game, ...sampleBets[game] });
  if (!advice.ok) return;
  yield* agent.check('a ladder ends at the Kelly limit', stakeMicros > microsOf(advice, 'max_bet'));
}
