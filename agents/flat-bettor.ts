import { choice, defineAgent, duration, integer, text, usdc, type Agent, type Answer } from 'orrery-sim';
import { api, balanceOf, betOf, gamePaths, microsOf, type GamePath, type Steps } from './casino/bets.ts';

interface Habits {
  game: GamePath;
  bet: string;
  amount: number;
  rounds: number;
  batch: number;
  every: number;
}

/** What it has staked and been paid so far. */
interface Books {
  bets: number;
  stakedMicros: number;
  paidMicros: number;
}

/** Places the same bet repeatedly, singly or in batches of twenty, and sums stakes and payouts. */
export default defineAgent({
  name: 'flat-bettor',
  about:
    'Places the same bet for the same stake many times over, in batches if told so, and keeps the books.',
  parameters: {
    game: choice(gamePaths, 'coin-flip', { about: 'The game, as its path in style A' }),
    bet: text('', { about: 'Its parameters in style A as JSON; empty for usual ones' }),
    amount: usdc('0.01', { about: 'Its stake' }),
    rounds: integer(100, { about: 'How many bets it places', minimum: 1 }),
    batch: integer(1, { about: 'How many bets stand in one call', minimum: 1, maximum: 20 }),
    every: duration('1s', { about: 'The pause after a call' }),
  },
  *run(agent, habits) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    const before = yield* balanceOf(agent);
    const books: Books = { bets: 0, stakedMicros: 0, paidMicros: 0 };
    while (books.bets < habits.rounds && (yield* bets(agent, habits, books))) {
      yield* agent.sleep(habits.every);
    }
    if (before !== undefined) yield* settleBooks(agent, books, before);
  },
});

/** One call; false when it is no use going on, as the money or the patience of the house is at its end. */
function* bets(agent: Agent, habits: Habits, books: Books): Steps<boolean> {
  const { game, amount, batch, rounds } = habits;
  const bet = { amount: amount / 1e6, ...betOf(game, habits.bet) };
  const count = Math.min(batch, rounds - books.bets);
  if (batch === 1) {
    const answer = yield* agent.polite.post(`${api}/games/${game}`, bet);
    return answer.ok && note(books, answer.body);
  }
  const item = { ...bet, game };
  const answer = yield* agent.polite.post(`${api}/bets/batch`, {
    bets: Array.from({ length: count }, () => item),
  });
  if (!answer.ok) return false;
  const results = answer.list('results');
  yield* agent.check('a batch answers every bet', results.length === count);
  return results.map((result) => note(books, result)).every(Boolean);
}

/** False for a bet that was refused. */
function note(books: Books, bet: Answer['body']): boolean {
  if (typeof bet['payout'] !== 'number') return false;
  books.bets += 1;
  books.stakedMicros += Math.round(Number(bet['amount']) * 1e6);
  books.paidMicros += Math.round(bet['payout'] * 1e6);
  return true;
}

/** The balance, the lifetime figures and the bankroll curve must all say what its own books say. */
function* settleBooks(agent: Agent, books: Books, beforeMicros: number): Steps {
  const after = yield* balanceOf(agent);
  const net = books.paidMicros - books.stakedMicros;
  if (after !== undefined)
    yield* agent.check('the balance is what the books say', after === beforeMicros + net);
  const stats = yield* agent.polite.get(`${api}/stats/me`);
  if (stats.ok) {
    const isSame = stats.number('total_bets') === books.bets && microsOf(stats, 'net_profit') === net;
    yield* agent.check('the figures are what the books say', isSame);
  }
  const curve = yield* agent.polite.get(`${api}/kelly/history`, { query: { limit: 1 } });
  if (!curve.ok || books.bets === 0) return;
  const last = Number(curve.list('history')[0]?.['bankroll']);
  const isCurve = curve.number('total') === books.bets + 1 && Math.round(last * 1e6) === after;
  yield* agent.check('the bankroll curve ends where the balance is', isCurve);
}
