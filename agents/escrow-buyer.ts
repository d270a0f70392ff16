import {
  choice,
  defineAgent,
  duration,
  exponential,
  integer,
  logNormal,
  number,
  probability,
  text,
  usdc,
  type Agent,
  type Answer,
} from 'orrery-sim';
import { someoneOf } from './parts/others.ts';
import { balanceOf } from './parts/purse.ts';

type Steps<T = void> = Generator<unknown, T, unknown>;

/** What the buyer does with an escrow it has made. */
type Intent = 'release' | 'refund' | 'leave';

/** Buys from sellers through escrows, and checks that every micro ends up where it belongs. */
export default defineAgent({
  name: 'escrow-buyer',
  about: 'Locks funds for sellers, then releases, refunds or leaves them to expire.',
  parameters: {
    receivers: text('escrow-seller', { about: 'The population it buys from' }),
    referredBy: text('', { about: 'The population one of whose agents referred it; empty for none' }),
    namesReferrer: probability(0, { about: 'How often a create call itself names a referrer from there' }),
    style: choice(['A', 'B'], 'B', { about: 'The addressing style of its escrow calls' }),
    every: duration('18h', { about: 'Time between two escrows, on average' }),
    rounds: integer(0, { about: 'How many escrows it makes; 0 never stops', minimum: 0 }),
    amount: usdc('1.00', { about: 'What it pays, at the median' }),
    spread: number(4, {
      about: '99th percentile of the amount over its median; 1 always pays the same',
      minimum: 1,
    }),
    expiresIn: duration('1d', { about: 'After which time an escrow expires (style B)' }),
    release: probability(0.7, { about: 'Share of escrows it releases' }),
    refund: probability(0.1, { about: 'Share of escrows it refunds; the rest expires' }),
    exact: choice(['yes', 'no'], 'no', {
      about: 'Checks instants to the millisecond; needs a network without latency',
    }),
  },
  *run(agent, parameters) {
    const { every, rounds, referredBy } = parameters;
    const joined = yield* agent.join({ referrer: yield* someoneOf(agent, referredBy) });
    if (!joined.ok) return;
    for (let round = 0; rounds === 0 || round < rounds; round++) {
      if (every > 0) yield* agent.sleep(yield* agent.random(exponential(every)));
      yield* buy(agent, { round, ...parameters });
    }
  },
});

interface Habits {
  receivers: string;
  referredBy: string;
  namesReferrer: number;
  style: 'A' | 'B';
  amount: number;
  spread: number;
  expiresIn: number;
  release: number;
  refund: number;
  exact: 'yes' | 'no';
  /** Which purchase this is; part of its description. */
  round: number;
}

function* buy(agent: Agent, habits: Habits): Steps {
  const balanceMicros = yield* fund(agent);
  const amountMicros = yield* amountOf(agent, habits);
  if (balanceMicros === undefined || balanceMicros < amountMicros) return;
  const created = yield* create(agent, habits, amountMicros);
  if (!created.ok) return;
  if (habits.style === 'B') yield* lookForDoubles(agent);
  const intent = yield* intentOf(agent, habits);
  if (intent === 'leave') yield* leave(agent, created, { habits, balanceMicros });
  else yield* settle(agent, created, { habits, intent });
}

/** A retry or a message delivered twice must not lock the money twice. */
function* lookForDoubles(agent: Agent): Steps {
  const list = yield* agent.polite.get('/escrow/escrows', { query: { role: 'sender', limit: 5 } });
  if (!list.ok) return;
  const descriptions = list.list('escrows').map((escrow) => escrow['description']);
  yield* agent.check('no escrow is made twice', new Set(descriptions).size === descriptions.length);
}

/** Takes the daily claim if it is due, and says what there is to spend. */
function* fund(agent: Agent): Steps<number | undefined> {
  yield* agent.polite.post('/faucet/claim');
  return yield* balanceOf(agent);
}

function* amountOf(agent: Agent, { amount, spread }: Habits): Steps<number> {
  if (spread === 1) return amount;
  const drawn = yield* agent.random(logNormal({ median: amount, p99: amount * spread }));
  return Math.max(100_000, Math.round(drawn));
}

function* intentOf(agent: Agent, { release, refund }: Habits): Steps<Intent> {
  const draw = yield* agent.random();
  if (draw < release) return 'release';
  return draw < release + refund ? 'refund' : 'leave';
}

function* create(agent: Agent, habits: Habits, amountMicros: number): Steps<Answer> {
  const receiver = yield* someoneOf(agent, habits.receivers);
  if (habits.style === 'A') {
    const body = {
      buyer: agent.persona.agentId,
      seller: receiver,
      amount: amountMicros / 1e6,
      currency: 'USDC',
    };
    return yield* agent.polite.post('/escrow/api/v1/escrow/create', body);
  }
  const names = (yield* agent.random()) < habits.namesReferrer;
  const referrer = names ? yield* someoneOf(agent, habits.referredBy) : undefined;
  const created = yield* agent.polite.post('/escrow/escrow', {
    amount: amountMicros / 1e6,
    receiver,
    description: `${agent.persona.purpose}, no. ${habits.round + 1}`,
    expires_in: habits.expiresIn / 1000,
    ...(referrer === undefined || referrer === agent.persona.agentId ? {} : { referrer }),
  });
  if (created.ok) {
    const [amount, fee, net] = ['amount', 'fee', 'net'].map((field) =>
      Math.round(created.number(field) * 1e6),
    );
    const adds =
      amount === amountMicros && fee === Math.round(amountMicros / 100) && fee + (net ?? 0) === amount;
    yield* agent.check('the fee is 1% and net is the rest', adds);
  }
  return created;
}

/** Releases or refunds after a while, and does it again to see that nothing can be paid twice. */
function* settle(
  agent: Agent,
  created: Answer,
  how: { habits: Habits; intent: 'release' | 'refund' },
): Steps {
  const { habits, intent } = how;
  const id = created.text('escrow_id');
  yield* agent.sleep(yield* agent.random(exponential(habits.expiresIn / 20)));
  const settled = yield* settleOnce(agent, id, how);
  if (settled.status === 409) return;
  if (settled.status === 0 || settled.status >= 500) return;
  yield* agent.check(`a ${intent} by the sender goes through`, settled.ok);
  const again = yield* settleOnce(agent, id, how);
  if (again.status === 0 || again.status >= 500) return;
  yield* agent.check('a settled escrow is settled once', again.code === 'CONFLICT');
}

function* settleOnce(
  agent: Agent,
  id: string,
  how: { habits: Habits; intent: 'release' | 'refund' },
): Steps<Answer> {
  if (how.intent === 'release' && how.habits.style === 'A') {
    return yield* agent.polite.post('/escrow/api/v1/escrow/release', { escrow_id: id });
  }
  return yield* agent.polite.post(`/escrow/escrow/${id}/${how.intent}`);
}

/** Does nothing until expiry, and then wants its money back: in full, and at the second it was promised. */
function* leave(agent: Agent, created: Answer, what: { habits: Habits; balanceMicros: number }): Steps {
  const id = created.text('escrow_id');
  if (what.habits.style === 'A') return;
  const expiresAtMs = created.instant('expires_at');
  if (what.habits.exact === 'yes') {
    const isOnTime = expiresAtMs === created.receivedAtMs + what.habits.expiresIn;
    yield* agent.check('expires_at is expires_in after creation', isOnTime);
    yield* agent.sleepUntil(expiresAtMs - 1);
    yield* agent.check(
      'a millisecond before expires_at it is locked',
      (yield* stateOf(agent, id)) === 'locked',
    );
    yield* agent.sleepUntil(expiresAtMs);
    yield* agent.check('at expires_at it is expired', (yield* stateOf(agent, id)) === 'expired');
    yield* agent.check(
      'an expired escrow comes back in full',
      (yield* balanceOf(agent)) === what.balanceMicros,
    );
    return;
  }
  yield* agent.sleepUntil(expiresAtMs);
  yield* agent.sleep('5m');
  const state = yield* stateOf(agent, id);
  if (state !== undefined) yield* agent.check('an untouched escrow expires', state === 'expired');
}

function* stateOf(agent: Agent, id: string): Steps<string | undefined> {
  const detail = yield* agent.polite.get(`/escrow/escrow/${id}`);
  return detail.ok ? detail.text('status') : undefined;
}
