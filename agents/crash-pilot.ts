import { createHash, createHmac } from 'node:crypto';
import { defineAgent, duration, integer, number, usdc, type Agent, type Answer } from 'orrery-sim';

type Steps<T = void> = Generator<unknown, T, unknown>;

const games = '/casino/api/v1/games';
const fairness = '/casino/api/v1/fairness';

/** Flies live rounds of crash by hand and holds each of them against its seed in the end. */
export default defineAgent({
  name: 'crash-pilot',
  about:
    'Bets on live crash, cashes out by hand at its target, and checks every crash point against the seed.',
  parameters: {
    target: number(1.5, { about: 'Where it cashes out', minimum: 1.02, maximum: 100 }),
    amount: usdc('0.02', { about: 'Its stake' }),
    rounds: integer(20, { about: 'How many rounds it plays', minimum: 1 }),
    every: duration('20s', { about: 'The pause after a round' }),
  },
  *run(agent, { target, amount, rounds, every }) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    const cashed: Answer[] = [];
    let commitment = '';
    for (let round = 0; round < rounds; round++) {
      const bet = yield* agent.polite.post(`${games}/crash/bet`, { amount: amount / 1e6, currency: 'USDC' });
      if (!bet.ok) return;
      yield* agent.check('no response shows the crash point before the crash', !('crash_point' in bet.body));
      const flown = round === 0 ? yield* meddle(agent, bet) : bet;
      const settled = yield* fly(agent, flown, target);
      if (settled !== undefined) cashed.push(settled);
      const seed = round === 0 ? yield* agent.polite.get(`${fairness}/seed-hash`) : undefined;
      if (seed?.ok === false) return;
      if (seed !== undefined) commitment = seed.text('seed_hash');
      yield* agent.sleep(every);
    }
    yield* prove(agent, cashed, commitment);
  },
});

/**
 * Requests that are refused while a curve climbs: starting another one, or asking for the seed of its end. Only a curve
 * that has crashed meanwhile lets one. Returns the curve that climbs now.
 */
function* meddle(agent: Agent, bet: Answer): Steps<Answer> {
  const second = yield* agent.polite.post(`${games}/crash/bet`, { amount: '0.01' });
  const rotated = yield* agent.polite.post(`${fairness}/rotate`);
  const history = yield* agent.polite.get('/api/casino-api/history');
  if (history.ok) {
    const isOver = history.number('total') > 0;
    yield* agent.check('a curve that climbs keeps its seed', isOver || !(second.ok || rotated.ok));
  }
  return second.ok ? second : bet;
}

/** Waits until the curve is at the target and cashes out; undefined when it has crashed before. */
function* fly(agent: Agent, bet: Answer, target: number): Steps<Answer | undefined> {
  const growth = bet.number('growth_per_second');
  const startedAtMs = bet.instant('started_at');
  // ln(target) by halving: what is asked is only when to call.
  const dueAtMs = startedAtMs + secondsTo(target, growth) * 1000;
  const waitMs = Math.ceil(dueAtMs - (yield* agent.now()));
  if (waitMs > 0) yield* agent.sleep(waitMs);
  const out = yield* agent.polite.post(`${games}/crash/cashout`);
  if (!out.ok) {
    yield* agent.check('a cash-out after the crash is a conflict', out.code === 'CONFLICT');
    return undefined;
  }
  const [stake, paid] = [bet.number('amount'), out.number('payout')];
  const reached = out.number('multiplier');
  yield* agent.check('a cash-out is not below the target it waited for', reached >= target);
  yield* agent.check('a cash-out pays where the curve was', Math.abs(paid - stake * reached) < 1e-6);
  yield* agent.check('a curve is cashed out before its crash', reached <= out.number('crash_point'));
  return out;
}

/** Seconds until e^(growth t) is the target: the series of the exponential, halved in. */
function secondsTo(target: number, growth: number): number {
  let [low, high] = [0, 5 / growth];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    let [sum, term] = [1, 1];
    for (let power = 1; power < 40; power++) sum += term *= (growth * middle) / power;
    if (sum < target) low = middle;
    else high = middle;
  }
  return high;
}

function* prove(agent: Agent, cashed: readonly Answer[], commitment: string): Steps {
  const rotated = yield* agent.polite.post(`${fairness}/rotate`);
  if (!rotated.ok) return;
  const { server_seed: seed } = rotated.body['revealed'] as { server_seed: string };
  const isCommitted = createHash('sha256').update(seed).digest('hex') === commitment;
  yield* agent.check('the seed is the one committed to', isCommitted);
  for (const out of cashed) {
    const message = `${out.text('client_seed')}:${out.number('nonce')}:0`;
    const word = createHmac('sha256', seed).update(message).digest().readUInt32BE(0);
    // The first draw is one of 200: 0 crashes at once. A curve that was cashed out had another.
    yield* agent.check('a curve that started was drawn to start', word % 200 !== 0);
    const proof = yield* agent.polite.get(`${games}/provably-fair/${out.text('bet_id')}`);
    if (proof.ok) yield* agent.check('a round is verified', proof.text('status') === 'verified');
  }
}
