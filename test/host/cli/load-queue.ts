/** A load over a Redis against a server of the test that keeps what it did: the stage of its tests. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { loadSchema, loadWorkSchema } from '../../../docs/result-schemas.ts';
import { Stream } from '../../../src/core/kernel/stream.ts';
import type { LoadResult } from '../../../src/live/load/result-schema.ts';
import { answerJson, toyServer } from '../../live/traffic/toy-server.ts';
import { authority } from '../../live/traffic/transports/certificates.ts';
import { folderWith } from './orrery.ts';
import { ownRedis } from './redis.ts';
import { started } from './sweeping.ts';

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

export const rate = 60;
export const seconds = 14;
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

export async function stage(load: string, { isTls = false, env = {} }: Stage = {}) {
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

export function resultIn(stdout: string): LoadResult {
  const result = JSON.parse(stdout) as LoadResult;
  expect(ajv.validate(loadSchema, result), ajv.errorsText()).toBe(true);
  return result;
}

export function workIn(stdout: string) {
  const work = JSON.parse(stdout) as { shares: number; leave: string };
  expect(ajv.validate(loadWorkSchema, work), ajv.errorsText()).toBe(true);
  return work;
}

export const constant = `load: { shape: constant-arrival-rate, rate: ${rate}, for: ${seconds}s, grace: 5s }`;
