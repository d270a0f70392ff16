import { describe, expect, it } from 'vitest';
import type { Agent } from '../../src/simulation/population/agent.ts';
import { crowdedOut, crowdedPath, liveOf } from './polite-run.ts';

const list = '/escrow/api/v1/escrow/list';

/** Uses the quota of 10 seconds up, impolitely. */
function* exhaust(agent: Agent): Generator<unknown, void, unknown> {
  for (let count = 0; count < 50; count++) yield* agent.get(list);
}

describe('what clients are asked to do', () => {
  it('LIM48 pause for the Retry-After time when they get a 429, and are admitted then', () => {
    const live = liveOf();
    live.run(function* (agent) {
      yield* agent.join();
      yield* exhaust(agent);
      live.mark();
      yield* agent.polite.get(list);
    });
    const calls = live.sent(list);
    expect(calls.map(({ status }) => status)).toEqual([429, 200]);
    expect(calls[0]?.retryAfter).toBe(10);
    expect(calls[1]?.secondsAfter).toBe(10);
  });

  it('LIM49 double the pause on 429s in a row, to no more than 60 s (policy client.backoff: max)', () => {
    const calls = crowdedOut({ 'client.backoff': 'max' }).sent(crowdedPath);
    expect(calls.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429, 429, 429, 200]);
    expect(calls.map(({ secondsAfter }) => secondsAfter)).toEqual([0, 1, 2, 4, 8, 16, 32, 60]);
    expect(new Set(calls.map(({ retryAfter }) => retryAfter))).toEqual(new Set([1, undefined]));
  });

  it('LIM51 ease off once X-RateLimit-Remaining is under 10', () => {
    const live = liveOf();
    live.run(function* (agent) {
      yield* agent.join();
      for (let count = 0; count < 38; count++) yield* agent.get(list);
      live.mark();
      for (let count = 0; count < 30; count++) yield* agent.polite.get(list);
    });
    const calls = live.sent(list);
    expect(calls.map(({ status }) => status)).not.toContain(429);
    // 11 and 10 are left after the first two calls; the third leaves 9, and from there on the client is slower.
    expect(calls.slice(0, 4).map(({ secondsAfter }) => secondsAfter)).toEqual([0, 0, 0, 1]);
  });
});
