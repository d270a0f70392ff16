/**
 * Workers of a load over a Redis. The target is a server of this test that keeps what it did: the pooled samples against which
 * the merged figures are held are the server's, not those of the workers.
 */
import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import type { LoadResult } from '../../../src/live/load/result-schema.ts';
import { constant, rate, resultIn, seconds, stage, workIn } from './load-queue.ts';
import { isRedisInstalled } from './redis.ts';
import { until } from './sweeping.ts';
import { isCi } from '../../ci.ts';

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
};

/** The percentiles of a result are those of these times, and of its own histogram. */
function expectPercentiles(result: LoadResult, took: readonly number[]): void {
  const kept = decodeFromCompressedBase64(result.histograms.response);
  expect(kept.totalCount).toBe(took.length);
  const lateMs = 2 + result.generatorLagMs.p99;
  for (const [name, share] of [
    ['p50', 0.5],
    ['p90', 0.9],
    ['p99', 0.99],
  ] as const) {
    // prettier-ignore
    const pooledMs = quantile(took, share);
    expect(result.responseMs[name], name).toBe(kept.getValueAtPercentile(share * 100) / 1000);
    expect(result.responseMs[name], name).toBeGreaterThan(pooledMs * 0.99 - 1);
    // The client sees each time a little later than the server.
    expect(result.responseMs[name], name).toBeLessThan(pooledMs * 1.05 + lateMs + 4);
  }
}

describe('orrery load --queue', () => {
  it('has a Redis to be tried with where the whole suite counts', () => {
    expect(isRedisInstalled || !isCi).toBe(true);
  });

  it.skipIf(!isRedisInstalled && !isCi)(
    'two workers: every agent once, percentiles of the pooled samples, nothing left in Redis',
    async () => {
      const { redis, done, coordinator, worker } = await stage(constant.replace(`${seconds}s`, '4s'));
      const workers = [worker(), worker()];
      const { code, stdout, stderr } = await coordinator().outcome;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const result = resultIn(stdout);
      expect(result.agents.arrived).toBe(rate * 4);
      expect(result.requests.answered).toBe(done.length);
      expectPercentiles(result, done.map(({ tookMs }) => tookMs)); // prettier-ignore
      for (const [index, { lost, requests, clockErrorMs = 0 }] of result.workers.entries()) {
        expect(lost).toBeNull();
        expect(requests).toBe(done.filter(({ worker: which }) => which === index).length);
        expect(clockErrorMs).toBeGreaterThan(0);
      }
      for (const { outcome } of workers) {
        const { code: workerCode, stdout: said } = await outcome;
        expect(workerCode).toBe(0);
        expect(workIn(said)).toMatchObject({ shares: 1, leave: 'finished' });
      }
      await until(async () => (await redis.client.keys('*')).length === 0);
    },
  );

  it.skipIf(!isRedisInstalled && !isCi)(
    'one of two workers killed in the middle: figures of what was reported, and the loss with its share',
    async () => {
      const { done, coordinator, worker } = await stage(constant);
      const workers = [worker(), worker()];
      const coordinating = coordinator();
      await until(() => done.length >= (rate * seconds) / 3);
      workers[0]?.child.kill('SIGKILL');
      const { code, stdout } = await coordinating.outcome;
      expect(code).toBe(1);
      const result = resultIn(stdout);
      expect(result.ok).toBe(false);
      const [lost, ...others] = result.workers.filter((one) => one.lost !== null);
      expect(others).toEqual([]);
      expect(lost?.lost).toBe('no report for 8 s');
      // It had reported, and it ended before its time: the server has got more of it than the figures contain.
      const index = lost?.worker ?? -1;
      const ofLost = done.filter(({ worker: which }) => which === index);
      expect(lost?.requests).toBeGreaterThan(0);
      expect(lost?.seconds).toBeLessThan(seconds);
      expect(ofLost.length).toBeGreaterThanOrEqual((lost?.requests ?? 0) + (lost?.requestsBeyond ?? 0));
      expect(ofLost.length).toBeLessThan((rate * seconds) / 2);
      // All of the other worker, and of the lost one what had ended when it reported.
      const ofOther = done.filter(({ worker: which }) => which !== index);
      expect(ofOther).toHaveLength((rate * seconds) / 2);
      expect(result.workers.find((one) => one.lost === null)?.requests).toBe(ofOther.length);
      const counted = ofLost.toSorted((left, right) => left.endedMs - right.endedMs);
      const pooled = [...ofOther, ...counted.slice(0, lost?.requests)];
      expect(result.requests.answered).toBe(pooled.length);
      // No arrival is unaccounted for.
      const { arrived, dropped } = result.agents;
      expect(lost?.arrivalsLost).toBeGreaterThan(0);
      expect(arrived + dropped + (lost?.arrivalsLost ?? 0)).toBe(rate * seconds);
      expectPercentiles(result, pooled.map(({ tookMs }) => tookMs)); // prettier-ignore
      expect(workIn((await workers[1]?.outcome)?.stdout ?? '').leave).toBe('finished');
    },
  );

  it.skipIf(!isRedisInstalled && !isCi)(
    'a worker that is told to end leaves with its figures, and a stranger in the queue changes nothing',
    async () => {
      const { redis, done, coordinator, worker } = await stage(constant.replace(`${seconds}s`, '6s'));
      const workers = [worker(), worker()];
      const coordinating = coordinator();
      await until(() => done.length >= rate);
      const [events = ''] = await redis.client.keys('orrery:load-*:events');
      const junk = [
        '{"run":1}',
        'null',
        '[]',
        '{"report":{"kind":"done"}}',
        JSON.stringify({ token: 'x'.repeat(9) }),
      ];
      for (const data of junk)
        await redis.client.xadd(events, '*', 'event', 'progress', 'jobId', 's0', 'data', data);
      workers[1]?.child.kill('SIGTERM');
      const { code, stdout } = await coordinating.outcome;
      expect(code).toBe(1);
      const result = resultIn(stdout);
      expect(result.notes).toContain(`${junk.length} messages in the queue were not usable`);
      const lost = result.workers.filter((one) => one.lost !== null);
      expect(lost.map((one) => one.lost)).toEqual(['a signal ended it']);
      // It let its open requests end and reported all of them.
      expect(result.requests.answered).toBe(done.length);
      expectPercentiles(result, done.map(({ tookMs }) => tookMs)); // prettier-ignore
    },
  );
});
