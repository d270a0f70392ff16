import { choice, defineAgent, duration, exponential, integer, text, usdc, type Agent } from 'orrery-sim';

const windowMs = 48 * 3_600_000;

/** Buys and then disagrees: every escrow it makes ends in a dispute. */
export default defineAgent({
  name: 'disputer',
  about: 'Opens a dispute on each of its escrows and waits out the 48-hour window.',
  parameters: {
    receivers: text('escrow-seller', { about: 'The population it buys from' }),
    style: choice(['A', 'B'], 'B', { about: 'The addressing style of the dispute' }),
    every: duration('3d', { about: 'Time between two disputes, on average' }),
    rounds: integer(0, { about: 'How many disputes it opens; 0 never stops', minimum: 0 }),
    amount: usdc('2.00', { about: 'What it puts into an escrow' }),
    ends: choice(['refunded', 'released', 'either'], 'refunded', { about: 'How the window has to end' }),
    exact: choice(['yes', 'no'], 'no', { about: 'Checks the 48 hours to the millisecond' }),
  },
  *run(agent, { receivers, style, every, rounds, amount, ends, exact }) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    for (let round = 0; rounds === 0 || round < rounds; round++) {
      yield* agent.sleep(yield* agent.random(exponential(every)));
      yield* agent.polite.post('/faucet/claim');
      const peers = agent.peers(receivers);
      const receiver = peers[Math.floor((yield* agent.random()) * peers.length)];
      const created = yield* agent.polite.post('/escrow/escrow', { amount: amount / 1e6, receiver });
      if (!created.ok) continue;
      const id = created.text('escrow_id');
      yield* agent.sleep('1h');
      if (yield* dispute(agent, id, style)) yield* waitForRuling(agent, id, { ends, exact: exact === 'yes' });
    }
  },
});

/** True when the escrow is frozen; a second dispute and a release have to bounce off then. */
function* dispute(agent: Agent, id: string, style: 'A' | 'B'): Generator<unknown, boolean, unknown> {
  const reason = { reason: 'the goods are not as described', evidence: 'https://example.invalid/photo' };
  const opened =
    style === 'A'
      ? yield* agent.polite.post('/escrow/api/v1/escrow/dispute', { escrow_id: id, ...reason })
      : yield* agent.polite.post(`/escrow/escrow/${id}/dispute`, reason);
  if (opened.status === 0 || opened.status >= 500 || opened.status === 409) return false;
  yield* agent.check('a party may dispute a locked escrow', opened.ok);
  const again = yield* agent.polite.post(`/escrow/escrow/${id}/release`);
  if (again.status > 0 && again.status < 500)
    yield* agent.check('frozen funds stay', again.code === 'CONFLICT');
  return opened.ok;
}

function* waitForRuling(
  agent: Agent,
  id: string,
  wanted: { ends: string; exact: boolean },
): Generator<unknown, void, unknown> {
  const openedAtMs = yield* agent.now();
  if (wanted.exact) {
    yield* agent.sleepUntil(openedAtMs + windowMs - 1);
    const before = yield* agent.get(`/escrow/escrow/${id}`);
    yield* agent.check(
      'a millisecond before the window ends it is disputed',
      before.text('status') === 'disputed',
    );
    yield* agent.sleepUntil(openedAtMs + windowMs);
  } else {
    yield* agent.sleep(windowMs + 300_000);
  }
  const after = yield* agent.polite.get(`/escrow/escrow/${id}`);
  if (!after.ok) return;
  const status = after.text('status');
  const isRuled =
    wanted.ends === 'either' ? status === 'refunded' || status === 'released' : status === wanted.ends;
  yield* agent.check('the window ends as the policy says', isRuled);
}
