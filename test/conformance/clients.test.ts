import { describe, expect, it } from 'vitest';
import type { Agent } from '../../src/population/agent.ts';
import { liveOf, type LiveRun } from './polite-run.ts';

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

  /** A client that is refused for several minutes: somebody else uses its key all the while,
   * and refused requests count too. */
  function crowdedOut(live: LiveRun): void {
    live.run(function* (agent) {
      yield* agent.join();
      yield* agent.spawn(function* () {
        for (let ms = 0; ms < 240_000; ms += 100) {
          yield* agent.get('/escrow/api/v1/escrow/esc_unknown');
          yield* agent.sleep(100);
        }
      }, 'crowd');
      yield* agent.sleep('5s');
      live.mark();
      yield* agent.polite.get(list);
    });
  }

  it('LIM49 double the pause on 429s in a row, to no more than 60 s (policy client.backoff: max)', () => {
    const live = liveOf({ 'limits.rejections': 'consume' });
    crowdedOut(live);
    const calls = live.sent(list);
    const refused = calls.slice(0, -1);
    expect(refused.length).toBe(7);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    expect(calls.at(-1)?.status).toBe(200);
    let clockSeconds = 0;
    const pauses = calls.slice(1).map(({ secondsAfter }) => secondsAfter);
    for (const [attempt, seconds] of pauses.entries()) {
      clockSeconds += seconds;
      const doubling = Math.min(60, 2 ** attempt);
      expect(seconds).toBe(Math.max(doubling, refused[attempt]?.retryAfter ?? 0));
    }
    expect(pauses).toContain(60);
    expect(clockSeconds).toBeGreaterThan(235);
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
