import {
  choice,
  defineAgent,
  duration,
  exponential,
  integer,
  probability,
  text,
  usdc,
  parseInstant,
  type Agent,
} from 'orrery-sim';
import { api, balanceOf, gamePaths, isAnswer, sampleBets, type GamePath, type Steps } from './casino/bets.ts';
import { isAsShown, knownGames, recomputed, sha256 } from './casino/own-rounds.ts';

type Row = Readonly<Record<string, unknown>>;

interface Habits {
  opponents: string;
  game: GamePath;
  amount: number;
  accept: number;
  decline: number;
}

/** Challenges its peers and answers their challenges; in the end both sides of each are recomputed from their seeds. */
export default defineAgent({
  name: 'challenger',
  about:
    'Challenges others for a stake, accepts, declines or leaves what comes in, and recomputes both rounds.',
  parameters: {
    opponents: text('challenger', { about: 'The population it challenges' }),
    game: choice(gamePaths, 'coin-flip', { about: 'The game, as its path in style A' }),
    amount: usdc('0.50', { about: 'What each side stakes' }),
    rounds: integer(6, { about: 'How many challenges it makes', minimum: 0 }),
    every: duration('2h', { about: 'Time between two rounds, on average' }),
    accept: probability(0.6, { about: 'How often it accepts' }),
    decline: probability(0.2, { about: 'How often it declines; the rest it leaves to expire' }),
  },
  *run(agent, parameters) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    const ignored = new Set<unknown>();
    for (let round = 0; round < parameters.rounds; round++) {
      yield* agent.sleep(yield* agent.random(exponential(parameters.every)));
      yield* throwDown(agent, parameters);
      yield* answerAll(agent, parameters, ignored);
    }
    yield* agent.sleep('25h');
    yield* agent.polite.post(`${api}/fairness/rotate`);
    yield* agent.sleep('1h');
    yield* verifyAll(agent, parameters);
  },
});

const dayMs = 86_400_000;
const micros = (value: unknown): number => Math.round(Number(value) * 1e6);

function* throwDown(agent: Agent, { opponents, game, amount }: Habits): Steps {
  const others = agent.peers(opponents).filter((id) => id !== agent.persona.agentId);
  const opponent = others[Math.floor((yield* agent.random()) * others.length)];
  const before = yield* balanceOf(agent);
  if (opponent === undefined || before === undefined) return;
  const made = yield* agent.polite.post(`${api}/challenges`, {
    challenged_agent_id: opponent,
    game,
    amount: amount / 1e6,
    message: 'double or nothing?',
    ...sampleBets[game],
  });
  if (!isAnswer(made)) return;
  if (made.ok)
    yield* agent.check('a challenge holds its stake', micros(made.body['balance']) === before - amount);
  else yield* agent.check('a challenge is refused to who cannot pay', before < amount || made.status === 404);
}

/** Answers what has come in; what it leaves once it leaves for good. */
function* answerAll(agent: Agent, habits: Habits, ignored: Set<unknown>): Steps {
  const list = yield* agent.polite.get(`${api}/challenges`);
  if (!list.ok) return;
  for (const each of list.list('incoming')) {
    if (ignored.has(each['challenge_id'])) continue;
    const draw = yield* agent.random();
    if (draw < habits.accept) yield* accept(agent, each);
    else if (draw < habits.accept + habits.decline) yield* decline(agent, each);
    else ignored.add(each['challenge_id']);
  }
  for (const each of list.list('outgoing')) yield* overstep(agent, each);
}

const pathOf = (challenge: Row, verb: string): string =>
  `${api}/challenges/${String(challenge['challenge_id'])}/${verb}`;

function* accept(agent: Agent, challenge: Row): Steps {
  const amount = micros(challenge['amount']);
  const before = yield* balanceOf(agent);
  const settled = yield* agent.polite.post(pathOf(challenge, 'accept'));
  if (!isAnswer(settled) || before === undefined) return;
  if (!settled.ok) {
    const isDue = settled.code === 'CONFLICT' || (settled.code === 'INSUFFICIENT_BALANCE' && before < amount);
    yield* agent.check('an acceptance is refused to who is late or poor', isDue);
    return;
  }
  const winner = winnerOf(settled.body);
  yield* agent.check('the higher multiplier wins', settled.body['winner_id'] === winner);
  const paid = micros(settled.body['paid']);
  yield* agent.check('the winner takes both stakes', paid === (winner === null ? 0 : 2 * amount));
  const moved = winner === null ? 0 : winner === agent.persona.agentId ? amount : -amount;
  yield* agent.check(
    'a challenge moves one stake or none',
    micros(settled.body['balance']) === before + moved,
  );
  const again = yield* agent.polite.post(pathOf(challenge, 'accept'));
  if (isAnswer(again)) yield* agent.check('a challenge is accepted once', again.code === 'CONFLICT');
}

function* decline(agent: Agent, challenge: Row): Steps {
  const declined = yield* agent.polite.post(pathOf(challenge, 'decline'));
  if (declined.ok)
    yield* agent.check('a declined challenge is declined', declined.text('status') === 'declined');
}

/** Tries to accept its own challenge. */
function* overstep(agent: Agent, challenge: Row): Steps {
  const own = yield* agent.polite.post(pathOf(challenge, 'accept'));
  if (isAnswer(own)) yield* agent.check('only the challenged agent accepts', own.code === 'FORBIDDEN');
}

const roundOf = (challenge: Row, side: 'challenger' | 'challenged'): Row => challenge[`${side}_round`] as Row;

/** Whose multiplier is higher, by the answer's own numbers; null for a tie. */
function winnerOf(challenge: Row): unknown {
  const [one, other] = (['challenger', 'challenged'] as const).map((side) =>
    Number(roundOf(challenge, side)['multiplier']),
  );
  if (one === undefined || other === undefined || one === other) return null;
  return one > other ? challenge['challenger_id'] : challenge['challenged_agent_id'];
}

/** Called when all players have rotated: both rounds of each challenge must follow from the committed seeds. */
function* verifyAll(agent: Agent, { game }: Habits): Steps {
  const list = yield* agent.polite.get(`${api}/challenges`, { query: { limit: 100 } });
  if (!list.ok) return;
  const nowMs = yield* agent.now();
  const waiting = [...list.list('incoming'), ...list.list('outgoing')];
  const isFresh = waiting.every(
    ({ created_at: from }) => nowMs - (parseInstant(from as string) ?? 0) < dayMs,
  );
  yield* agent.check('no challenge waits for more than a day', isFresh);
  for (const each of list.list('settled')) {
    if (each['status'] !== 'resolved') continue;
    for (const side of ['challenger', 'challenged'] as const) {
      yield* verify(agent, { game, round: roundOf(each, side) });
    }
  }
}

function* verify(agent: Agent, played: { game: GamePath; round: Row }): Steps {
  const { game, round } = played;
  const serverSeed = round['server_seed'];
  if (typeof serverSeed !== 'string') return;
  yield* agent.check('a seed of a challenge was committed to', sha256(serverSeed) === round['seed_hash']);
  if (!knownGames.includes(game)) return;
  const seeds = { serverSeed, clientSeed: String(round['client_seed']), nonce: Number(round['nonce']) };
  const own = recomputed(game, sampleBets[game], seeds);
  if (own === undefined) return;
  const isTrue =
    isAsShown(round['result'] as Row, own.shows) && Number(round['multiplier']) > 1 === own.isWon;
  yield* agent.check('both rounds follow from their seeds', isTrue);
}
