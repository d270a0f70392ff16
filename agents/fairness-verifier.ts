import { choice, defineAgent, duration, integer, type Agent, type Answer } from 'orrery-sim';
import { api, isAnswer, short, sampleBets, type GamePath, type Steps } from './casino/bets.ts';
import { isAsShown, knownGames, recomputed, sha256 } from './casino/own-rounds.ts';

/** A bet, and the game it was on. */
interface Placed {
  readonly game: GamePath;
  readonly bet: Answer;
}

/** Recomputes every outcome from the seeds by itself, rotation after rotation. */
export default defineAgent({
  name: 'fairness-verifier',
  about: 'Places bets under its own client seeds, rotates, and recomputes commitments, nonces and outcomes.',
  parameters: {
    game: choice(['any', ...knownGames], 'any', { about: 'The game, or a random one for each bet' }),
    bets: integer(10, { about: 'How many bets it places under one server seed', minimum: 1 }),
    rotations: integer(3, { about: 'How many server seeds it uses up', minimum: 1 }),
    every: duration('10s', { about: 'The pause after a bet' }),
  },
  *run(agent, { game, bets, rotations, every }) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    for (let rotation = 0; rotation < rotations; rotation++) {
      const commitment = yield* commitmentOf(agent);
      if (commitment === undefined) return;
      const placed: Placed[] = [];
      while (placed.length < bets) {
        const next = yield* place(agent, game);
        if (next === undefined) break;
        placed.push(next);
        yield* agent.sleep(every);
      }
      yield* verifyAll(agent, placed, commitment);
    }
  },
});

function* commitmentOf(agent: Agent): Steps<string | undefined> {
  const shown = yield* agent.polite.get(`${api}/fairness/seed-hash`);
  return shown.ok ? shown.text('seed_hash') : undefined;
}

/** A bet under a client seed that is chosen after the commitment was published. */
function* place(agent: Agent, order: GamePath | 'any'): Steps<Placed | undefined> {
  const drawn = knownGames[Math.floor((yield* agent.random()) * knownGames.length)] ?? 'coin-flip';
  const game = order === 'any' ? drawn : order;
  const clientSeed = `${agent.name} ${Math.floor((yield* agent.random()) * 1e9)} ☂`;
  const bet = yield* agent.polite.post(`${api}/games/${game}`, {
    amount: 0.01,
    ...sampleBets[game],
    client_seed: clientSeed,
  });
  if (!bet.ok) return undefined;
  yield* agent.check('the client seed is used as it was sent', bet.text('client_seed') === clientSeed);
  return { game, bet };
}

function* verifyAll(agent: Agent, placed: readonly Placed[], commitment: string): Steps {
  const rotated = yield* agent.polite.post(`${api}/fairness/rotate`);
  if (!rotated.ok) return;
  const revealed = rotated.body['revealed'] as { server_seed: string; rounds: number };
  yield* agent.check(
    'the revealed seed hashes to its commitment',
    sha256(revealed.server_seed) === commitment,
  );
  yield* agent.check('as many rounds were played as bets were placed', revealed.rounds === placed.length);
  yield* agent.check('the next seed is another one', rotated.text('seed_hash') !== commitment);
  for (const [nonce, { game, bet }] of placed.entries()) {
    const isUnder = bet.text('seed_hash') === commitment && bet.number('nonce') === nonce;
    yield* agent.check('no nonce is left out and no seed changed in between', isUnder);
    yield* verify(agent, { game, bet }, revealed.server_seed);
  }
  yield* compare(agent, placed[0]?.bet);
}

/** The outcome and who won it, worked out here. */
function* verify(agent: Agent, { game, bet }: Placed, serverSeed: string): Steps {
  const seeds = { serverSeed, clientSeed: bet.text('client_seed'), nonce: bet.number('nonce') };
  const own = recomputed(game, sampleBets[game], seeds);
  if (own === undefined) return;
  const result = bet.body['result'] as Readonly<Record<string, unknown>>;
  yield* agent.check('an outcome is what the seeds say', isAsShown(result, own.shows));
  yield* agent.check('who wins is what the outcome says', bet.body['win'] === own.isWon);
}

/** What the casino itself says of a bet, in either style. */
function* compare(agent: Agent, bet: Answer | undefined): Steps {
  if (bet === undefined) return;
  const nonce = bet.number('nonce');
  const inA = yield* agent.polite.post(`${api}/fairness/verify`, { bet_id: bet.text('bet_id') });
  const inB = yield* agent.polite.get(`${short}/verify/${bet.text('seed_hash')}`, { query: { nonce } });
  if (!isAnswer(inA) || !isAnswer(inB)) return;
  const isSame = JSON.stringify(inA.body) === JSON.stringify(inB.body);
  yield* agent.check('both styles verify a bet alike', isSame && inA.body['status'] === 'verified');
}
