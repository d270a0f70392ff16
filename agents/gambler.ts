import {
  choice,
  defineAgent,
  duration,
  integer,
  number,
  text,
  usdc,
  type Agent,
  type Answer,
} from 'orrery-sim';
import {
  api,
  betOf,
  gamePaths,
  isAnswer,
  microsOf,
  short,
  sampleBets,
  type GamePath,
  type Steps,
} from './casino/bets.ts';
import { isAsShown, recomputed, sha256 } from './casino/own-rounds.ts';

/** Plays for small stakes, keeps its own books, and holds every bet against its seeds in the end. */
export default defineAgent({
  name: 'gambler',
  about: 'Plays one game for a fixed stake, then asks for the server seed and verifies every bet.',
  parameters: {
    game: choice(gamePaths, 'coin-flip', { about: 'The game, as its path in style A' }),
    bet: text('', { about: 'Its parameters in style A as JSON; empty for usual ones' }),
    amount: usdc('0.10', { about: 'Its stake' }),
    rounds: integer(30, { about: 'How many bets it places', minimum: 1 }),
    every: duration('10s', { about: 'The pause after a bet' }),
    pays: number(0, { about: 'What a win must pay, over the stake; 0 leaves it open', minimum: 0 }),
  },
  *run(agent, parameters) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    const commitment = yield* agent.polite.get(`${api}/fairness/seed-hash`);
    if (!commitment.ok) return;
    yield* overreach(agent);
    const bets: Answer[] = [];
    while (bets.length < parameters.rounds) {
      const bet = yield* play(agent, parameters);
      if (bet === undefined) return;
      bets.push(bet);
      yield* agent.sleep(parameters.every);
    }
    yield* verifyAll(agent, bets, commitment.text('seed_hash'));
  },
});

interface Habits {
  game: GamePath;
  bet: string;
  amount: number;
  pays: number;
}

/** Stakes the whole balance on one coin: more than the Kelly rule admits. */
function* overreach(agent: Agent): Steps {
  const balance = yield* agent.polite.get(`${api}/auth/balance`);
  if (!balance.ok) return;
  const body = { amount: balance.number('balance'), ...sampleBets['coin-flip'] };
  const bet = yield* agent.polite.post(`${api}/games/coin-flip`, body);
  if (isAnswer(bet)) {
    yield* agent.check('a stake above the limit is refused', bet.code === 'BAD_REQUEST');
  }
}

/** One bet, and what it must have done to the balance. */
function* play(agent: Agent, { game, bet: sent, amount, pays }: Habits): Steps<Answer | undefined> {
  const params = betOf(game, sent);
  const before = yield* agent.polite.get(`${api}/auth/balance`);
  const bet = yield* agent.polite.post(`${api}/games/${game}`, { amount: amount / 1e6, ...params });
  if (!before.ok || !bet.ok) return undefined;
  const payoutMicros = microsOf(bet, 'payout');
  const expected = microsOf(before, 'balance') - amount + payoutMicros;
  yield* agent.check('a bet costs its stake and pays its payout', microsOf(bet, 'balance') === expected);
  const isWon = bet.body['win'] === true;
  yield* agent.check('a bet is won when it pays more than its stake', isWon === payoutMicros > amount);
  if (isWon && pays > 0) {
    yield* agent.check('a win pays what is printed', payoutMicros === Math.round(amount * pays));
  }
  return bet;
}

/** Every bet was under the seed that was committed to before the first, in order, and comes out the same again. */
function* verifyAll(agent: Agent, bets: readonly Answer[], commitment: string): Steps {
  const early = yield* verify(agent, bets[0]);
  if (early.ok) {
    yield* agent.check('a seed in use is not shown', early.text('status') === 'unrevealed');
  }
  const rotated = yield* agent.polite.post(`${api}/fairness/rotate`);
  if (!rotated.ok) return;
  const { server_seed: serverSeed } = rotated.body['revealed'] as { server_seed: string };
  const isCommitted = sha256(serverSeed) === commitment;
  yield* agent.check('the seed is the one committed to', isCommitted);
  for (const [nonce, bet] of bets.entries()) {
    const isInOrder = bet.number('nonce') === nonce && bet.text('seed_hash') === commitment;
    yield* agent.check('bets count their nonces from 0', isInOrder);
    if (bet.text('game') === 'coin_flip') {
      yield* agent.check('a coin falls as its seeds say', isFairCoin(bet, serverSeed));
    }
    const verified = yield* verify(agent, bet);
    if (verified.ok) {
      const isSame = JSON.stringify(verified.body['result']) === JSON.stringify(bet.body['result']);
      yield* agent.check('a bet is verified', verified.text('status') === 'verified' && isSame);
    }
  }
  const stats = yield* agent.polite.get(`${short}/stats`);
  if (stats.ok) {
    yield* agent.check('the figures count every bet', stats.number('total_bets') === bets.length);
  }
}

const verify = (agent: Agent, bet: Answer | undefined): Steps<Answer> =>
  agent.polite.post(`${api}/fairness/verify`, { bet_id: bet?.text('bet_id') });

/** Recomputed here, independently of the platform. */
function isFairCoin(bet: Answer, serverSeed: string): boolean {
  const seeds = { serverSeed, clientSeed: bet.text('client_seed'), nonce: bet.number('nonce') };
  const own = recomputed('coin-flip', {}, seeds);
  return own !== undefined && isAsShown(bet.body['result'] as object as Record<string, unknown>, own.shows);
}
