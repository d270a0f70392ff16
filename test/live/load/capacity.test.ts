/**
 * Servers of known service times. The theory is that of the server's own samples, so that a slow machine changes
 * nothing: what the load reports has to be what the server did, from when each request was due.
 */
import { describe, expect, it } from 'vitest';
import { Stream } from '../../../src/core/kernel/stream.ts';
import { answerJson } from '../traffic/toy-server.ts';
import { loaded, oneGroup, stagesOf } from './loading.ts';

const once = oneGroup(function* (agent) {
  yield agent.get('/faucet/status');
});

/** A machine that is later than this says nothing about upper bounds. */
const lateMs = 20;

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
};

describe('a load against a server of known service times', () => {
  it('reports exponential service times as they are', async () => {
    const draws = new Stream('1', 'service');
    const meanMs = 80;
    const took: number[] = [];
    const load = stagesOf({ shape: 'constant-arrival-rate', rate: 100, for: '6s' });
    const { result } = await loaded({
      target: 'connections: 1000',
      respond: (_asked, response) => {
        const fromMs = performance.now();
        const serviceMs = -Math.log(1 - draws.unit()) * meanMs;
        setTimeout(() => {
          took.push(performance.now() - fromMs);
          answerJson(response, {});
        }, serviceMs);
      },
      scenario: { groups: once, load },
    });
    expect(result.requests).toMatchObject({ offered: 600, answered: 600 });
    // The first response is that of the clock.
    const own = took.slice(1);
    for (const [name, share] of [
      ['p50', 0.5],
      ['p90', 0.9],
      ['p99', 0.99],
    ] as const) {
      // prettier-ignore
      const theory = quantile(own, share);
      const lagMs = result.generatorLagMs.p99;
      expect(result.responseMs[name], name).toBeGreaterThan(theory * 0.9 - 1);
      if (lagMs < lateMs) expect(result.responseMs[name], name).toBeLessThan(theory * 1.1 + 1 + lagMs);
    }
  });

  it('a stall of 2 s delays every request that was due in it', async () => {
    const load = stagesOf({ shape: 'constant-arrival-rate', rate: 50, for: '5s' });
    let startMs = 0;
    const { result } = await loaded({
      target: 'connections: 4',
      respond: (_asked, response) => {
        startMs ||= performance.now();
        const sinceMs = performance.now() - startMs;
        const waitMs = sinceMs >= 1000 && sinceMs < 3000 ? 3000 - sinceMs : 0;
        setTimeout(() => answerJson(response, {}), waitMs);
      },
      scenario: { groups: once, load },
    });
    expect(result.requests).toMatchObject({ offered: 250, answered: 250 });
    // 100 of 250 requests were due in the stall and waited for its end, evenly from 2 s down to none: the percentile q
    // of all is at (q - 0.6) / 0.4 of 2 s.
    const { p90, p99, max } = result.responseMs;
    expect(p90 / 1500).toBeGreaterThan(0.9);
    expect(p99 / 1950).toBeGreaterThan(0.9);
    if (result.generatorLagMs.p99 < lateMs) {
      expect(p90 / 1500).toBeLessThan(1.1);
      expect(p99 / 1950).toBeLessThan(1.1);
    }
    expect(max).toBeGreaterThan(1800);
    // Four connections carried them: from when it was sent, hardly any request took long.
    expect(result.serviceMs.p90).toBeLessThan(p90);
  });
});
