import { choice, defineAgent, duration, integer, type Agent } from 'orrery-sim';

type Tier = 'free' | 'pro' | 'enterprise';

/** What a burst and a minute have to get, tier by tier (the platform's table). */
const allowed: Readonly<Record<Tier, { burst: number; minute: number }>> = {
  free: { burst: 50, minute: 100 },
  pro: { burst: 500, minute: 1_000 },
  enterprise: { burst: Infinity, minute: Infinity },
};

const path = '/faucet/api/v1/faucet/status';

/** Sends without pause and ignores limits: the limiter must refuse exactly the first request above the limit. */
export default defineAgent({
  name: 'hammer',
  about: 'Sends far more than its tier allows, ignoring every 429.',
  parameters: {
    tier: choice(['free', 'pro', 'enterprise'], 'free', { about: 'The tier it asks for and waits for' }),
    burst: integer(120, { about: 'Requests sent at one instant', minimum: 1 }),
    perSecond: integer(5, { about: 'Requests a second for the rest of the minute', minimum: 0 }),
    every: duration('1d', { about: 'Time between two attacks' }),
    rounds: integer(0, { about: 'How many attacks; 0 never stops', minimum: 0 }),
    exact: choice(['yes', 'no'], 'no', { about: 'Checks that it gets exactly what its tier allows' }),
  },
  *run(agent, { tier, burst, perSecond, every, rounds, exact }) {
    const joined = yield* agent.join({ style: 'A' });
    if (!joined.ok) return;
    if (tier !== 'free') yield* upgrade(agent, tier);
    for (let round = 0; rounds === 0 || round < rounds; round++) {
      yield* agent.sleep(every);
      yield* attack(agent, { burst, perSecond, tier, exact: exact === 'yes' });
    }
  },
});

/** The sandbox's stand-in for the e-mail that asks for an upgrade; a live platform answers 404 and it stays Free. */
function* upgrade(agent: Agent, tier: Tier): Generator<unknown, void, unknown> {
  const asked = yield* agent.polite.post('/_sim/tier', { api_key: agent.key, tier });
  if (!asked.ok) return;
  const hours = (asked.instant('effective_at') - asked.receivedAtMs) / 3_600_000;
  yield* agent.check('an upgrade takes effect within its bound', hours <= (tier === 'pro' ? 24 : 48));
  yield* agent.sleepUntil(asked.instant('effective_at'));
}

function* attack(
  agent: Agent,
  plan: { burst: number; perSecond: number; tier: Tier; exact: boolean },
): Generator<unknown, void, unknown> {
  const { burst, perSecond, tier, exact } = plan;
  const inBurst = yield* send(agent, burst);
  let inMinute = inBurst;
  for (let second = 1; second < 60; second++) {
    yield* agent.sleep('1s');
    inMinute += yield* send(agent, perSecond);
  }
  if (!exact) return;
  const sent = burst + 59 * perSecond;
  const wanted = allowed[tier];
  yield* agent.check('a burst gets what its tier allows', inBurst === Math.min(burst, wanted.burst));
  yield* agent.check('a minute gets what its tier allows', inMinute === Math.min(sent, wanted.minute));
}

/** How many of `count` requests were let through. */
function* send(agent: Agent, count: number): Generator<unknown, number, unknown> {
  let admitted = 0;
  for (let sent = 0; sent < count; sent++) {
    const answer = yield* agent.get(path);
    if (answer.status !== 429 && answer.status !== 0) admitted += 1;
  }
  return admitted;
}
