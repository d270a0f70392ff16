import { defineAgent, duration, integer } from 'orrery-sim';

/** Works as fast as it is allowed to and not faster: what the documents ask of a client. */
export default defineAgent({
  name: 'polite-client',
  about: 'Sends until it is told to wait, waits exactly Retry-After, and expects to be admitted then.',
  parameters: {
    requests: integer(250, { about: 'Requests in one sitting', minimum: 1 }),
    every: duration('1d', { about: 'Time between two sittings' }),
    rounds: integer(0, { about: 'How many sittings; 0 never stops', minimum: 0 }),
  },
  *run(agent, { requests, every, rounds }) {
    const joined = yield* agent.join({ style: 'A' });
    if (!joined.ok) return;
    for (let round = 0; rounds === 0 || round < rounds; round++) {
      yield* agent.sleep(every);
      for (let sent = 0; sent < requests; sent++) {
        const answer = yield* agent.get('/faucet/api/v1/faucet/status');
        if (answer.status !== 429) continue;
        const waitSeconds = answer.header('retry-after') ?? 0;
        yield* agent.check('a 429 says how long to wait', waitSeconds >= 1);
        yield* agent.sleep(waitSeconds * 1000);
        const retried = yield* agent.get('/faucet/api/v1/faucet/status');
        if (retried.status === 0 || retried.status >= 500) continue;
        yield* agent.check('a lone client that waits Retry-After is admitted', retried.status !== 429);
      }
    }
  },
});
