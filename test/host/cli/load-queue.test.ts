/**
 * Workers of a load over a Redis. The target is a server of this test that keeps what it did: the pooled samples against which
 * the merged figures are held are the server's, not those of the workers.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import { loadSchema, loadWorkSchema } from '../../../docs/result-schemas.ts';
import { Stream } from '../../../src/core/kernel/stream.ts';
import type { LoadResult } from '../../../src/live/load/result-schema.ts';
import { answerJson, toyServer } from '../../live/traffic/toy-server.ts';
import { authority } from '../../live/traffic/transports/certificates.ts';
import { pause } from './interrupting.ts';
import { folderWith } from './orrery.ts';
import { isRedisInstalled, ownRedis } from './redis.ts';
import { started, until } from './sweeping.ts';
import { isCi } from '../../ci.ts';

const ajv = new Ajv2020();

const behaviour = `import { defineAgent } from 'orrery-sim';
export default defineAgent({
  name: 'visitor',
  about: 'asks once',
  parameters: {},
  *run(agent) {
    yield* agent.get('/faucet/status', { query: { who: agent.name.split('/')[1] } });
  },
});
`;

const scenario = (load: string): string => `name: visit
for: 1h
population:
  - { agent: ./visitor.js, name: visitor, count: 1 }
${load}
`;

const rate = 60;
const seconds = 14;
const meanMs = 60;

/** One request as the server saw it. */
interface Served {
  readonly worker: number;
  readonly endedMs: number;
  readonly tookMs: number;
}

/** Answers after exponential times, and keeps the times that it really took. */
async function served(workers: number) {
  const draws = new Stream('1', 'service');
  const done: Served[] = [];
  const toy = await toyServer(({ url }, response) => {
    const who = Number(new URL(url, 'http://x').searchParams.get('who') ?? '0');
    if (who === 0) return answerJson(response, {});
    const fromMs = performance.now();
    // Agents are split by number; names count from 1.
    const worker = (who - 1) % workers;
    setTimeout(
      () => {
        const endedMs = performance.now();
        done.push({ worker, endedMs, tookMs: endedMs - fromMs });
        answerJson(response, {});
      },
      -Math.log(1 - draws.unit()) * meanMs,
    );
  });
  return { done, port: toy.port };
}

interface Stage {
  readonly isTls?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

async function stage(load: string, { isTls = false, env = {} }: Stage = {}) {
  const redis = await ownRedis({ isTls });
  const { done, port } = await served(2);
  const folder = folderWith({
    'visit.yaml': scenario(load),
    'visitor.js': behaviour,
    'ca.pem': authority,
    'target.yaml': `name: toy\nhosts: [127.0.0.1]\nconnections: 400\nservices: { faucet: "http://127.0.0.1:${port}/faucet" }\n`,
  });
  const call = ['load', 'visit.yaml', '--target', 'target.yaml', '--queue', redis.url];
  return {
    redis,
    done,
    coordinator: () => started(folder, [...call, '--workers', '2', '--json', '--out', 'kept'], env),
    worker: (...more: string[]) => started(folder, [...call, '--work', '--json', ...more], env),
  };
}

function resultIn(stdout: string): LoadResult {
  const result = JSON.parse(stdout) as LoadResult;
  expect(ajv.validate(loadSchema, result), ajv.errorsText()).toBe(true);
  return result;
}

function workIn(stdout: string) {
  const work = JSON.parse(stdout) as { shares: number; leave: string };
  expect(ajv.validate(loadWorkSchema, work), ajv.errorsText()).toBe(true);
  return work;
}

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

const constant = `load: { shape: constant-arrival-rate, rate: ${rate}, for: ${seconds}s, grace: 5s }`;

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
    'a coordinator that is killed ends the load, and the next one begins with nothing of it',
    async () => {
      const { done, coordinator, worker } = await stage(constant.replace(`${seconds}s`, '90s'));
      worker('--workers', '2');
      const first = coordinator();
      await until(() => done.length >= rate * 2);
      first.child.kill('SIGKILL');
      // No load of 90 s ends by itself before this one does.
      await until(async () => {
        const before = done.length;
        await pause(3_000);
        return done.length === before;
      });
      expect(done.length).toBeLessThan(rate * 60);
      const second = coordinator();
      const ended = done.length;
      await until(() => done.length > ended + rate);
      second.child.kill('SIGINT');
      const { code, stdout } = await second.outcome;
      expect(code).toBe(130);
      expect(resultIn(stdout)).toMatchObject({ stopped: 'interrupt' });
      expect(resultIn(stdout).requests.answered).toBe(done.length - ended);
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

  it.skipIf(!isRedisInstalled && !isCi)(
    'runs over rediss:// with an authority that it is told of',
    async () => {
      const short = constant.replace(`${seconds}s`, '3s');
      const { done, coordinator, worker } = await stage(short, {
        isTls: true,
        env: { NODE_EXTRA_CA_CERTS: 'ca.pem' },
      });
      const workers = [worker(), worker()];
      const { code, stdout, stderr } = await coordinator().outcome;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(resultIn(stdout).requests.answered).toBe(done.length);
      for (const { outcome } of workers) expect(workIn((await outcome).stdout).leave).toBe('finished');
    },
  );

  it.skipIf(!isRedisInstalled && !isCi)(
    'refuses a rediss:// that no authority vouches for, in one line',
    async () => {
      const { redis, done, coordinator, worker } = await stage(constant, { isTls: true });
      for (const { outcome } of [coordinator(), worker()]) {
        const { code, stdout, stderr } = await outcome;
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        const [refusal = '', ...others] = (
          JSON.parse(stderr) as { error: { message: string } }
        ).error.message.split('\n');
        expect(refusal).toContain(`--queue ${redis.url}: `);
        expect(refusal).toMatch(/certificate/);
        expect(others).toEqual([]);
      }
      expect(done).toEqual([]);
    },
  );
});
