import { choice, defineAgent, duration, exponential, probability, type Agent } from 'orrery-sim';

/** Lives on the faucet: claims every day, sometimes too early, and knows what it must get. */
export default defineAgent({
  name: 'faucet-claimer',
  about: 'Registers and claims from the faucet whenever a claim is due.',
  parameters: {
    style: choice(['A', 'B'], 'B', { about: 'B claims 2.00 a day; A claims 1 USDC once and tries again' }),
    early: probability(0.1, { about: 'How often it claims a millisecond before its time' }),
    late: duration('2h', { about: 'How late it is with a claim, on average; 0s claims at the very instant' }),
  },
  *run(agent, { style, early, late }) {
    const joined = yield* agent.join({ style });
    if (!joined.ok) return;
    yield* style === 'A'
      ? claimOnce(agent)
      : claimDaily(agent, joined.instant('next_claim'), { early, late });
  },
});

function* claimOnce(agent: Agent): Generator<unknown, void, unknown> {
  const first = yield* agent.polite.post('/faucet/api/v1/faucet/claim');
  yield* agent.check('the one-time claim pays 1 USDC', first.ok && first.number('amount_usdc') === 1);
  for (;;) {
    yield* agent.sleep('7d');
    const again = yield* agent.polite.post('/faucet/api/v1/faucet/claim');
    yield* agent.check('a one-time claim is taken once', again.code === 'FAUCET_CLAIMED');
  }
}

function* claimDaily(
  agent: Agent,
  firstClaimAtMs: number,
  habits: { early: number; late: number },
): Generator<unknown, void, unknown> {
  let nextClaimAtMs = firstClaimAtMs;
  for (;;) {
    if ((yield* agent.random()) < habits.early) nextClaimAtMs = yield* claimEarly(agent, nextClaimAtMs);
    yield* agent.sleepUntil(nextClaimAtMs);
    if (habits.late > 0) yield* agent.sleep(yield* agent.random(exponential(habits.late)));
    const claim = yield* agent.polite.post('/faucet/claim');
    if (claim.status === 0 || claim.status >= 500) continue;
    yield* agent.check('a claim that is due pays 2.00', claim.ok && claim.text('amount') === '2.00');
    if (!claim.ok) return;
    nextClaimAtMs = claim.instant('next_claim');
  }
}

/** The answer counts only if it came before the claim was due: the network may have held the request up. */
function* claimEarly(agent: Agent, dueAtMs: number): Generator<unknown, number, unknown> {
  yield* agent.sleepUntil(dueAtMs - 1);
  const claim = yield* agent.post('/faucet/claim');
  if (claim.receivedAtMs < dueAtMs && claim.status > 0 && claim.status < 500) {
    yield* agent.check('a claim before its time is FAUCET_CLAIMED', claim.code === 'FAUCET_CLAIMED');
    return dueAtMs;
  }
  const standing = yield* agent.polite.get('/faucet/status');
  return standing.ok ? standing.instant('next_claim') : dueAtMs;
}
