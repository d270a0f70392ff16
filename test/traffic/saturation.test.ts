/** The search for the highest rate, against a server that breaks at a known one. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { benchSchema } from '../../docs/result-schemas.ts';
import { interval, Saturation, type BenchCall } from '../../src/traffic/bench/saturation.ts';
import { readTarget } from '../../src/traffic/target/target.ts';
import { answerJson, toyServer, type Respond } from './toy-server.ts';

const ajv = new Ajv2020();

async function benched(respond: Respond, changes: Partial<BenchCall> = {}, extra = '') {
  const toy = await toyServer(respond);
  const target = readTarget(
    'toy.yaml',
    `name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:${toy.port}" }\n${extra}`,
  );
  const saturation = new Saturation({
    target,
    place: { isTls: false, host: '127.0.0.1', address: '127.0.0.1', port: toy.port, ca: undefined },
    address: target.services.get('faucet') as BenchCall['address'],
    path: '/x',
    headers: {},
    stepMs: 100,
    fromPerSecond: 20,
    toPerSecond: 100,
    p99MsMax: 60_000,
    failedMax: 0,
    repeats: 2,
    ...changes,
  });
  return { toy, saturation };
}

describe('a bench', () => {
  it('rises to the rate asked for where everything holds, and repeats it', async () => {
    const { saturation } = await benched((_asked, response) => answerJson(response, {}));
    const result = await saturation.run();
    expect(ajv.validate(benchSchema, result), ajv.errorsText()).toBe(true);
    const isGeneratorLate = result.steps.some(({ voidReason }) => voidReason !== null);
    if (!isGeneratorLate)
      expect(result).toMatchObject({ highestPerSecond: 100, limitedBy: 'rate', ok: true });
    expect(result.steps[0]?.offeredPerSecond).toBe(20);
  });

  it('stops at a target that breaks, and says that it was the target', async () => {
    const { toy, saturation } = await benched((_asked, response) => answerJson(response, {}, 503));
    const result = await saturation.run();
    expect(result).toMatchObject({ highestPerSecond: null, ok: false });
    expect(result.steps[0]).toMatchObject({ holds: false, failed: 2 });
    expect(toy.asked).toHaveLength(2);
  });

  it('never offers more than the ceiling of the target file', async () => {
    const { saturation } = await benched(
      (_asked, response) => answerJson(response, {}),
      {},
      'requestsPerSecond: 30\n',
    );
    const { steps } = await saturation.run();
    expect(Math.max(...steps.map(({ offeredPerSecond }) => offeredPerSecond))).toBeLessThanOrEqual(30);
  });

  it('gives the interval of repetitions by Student', () => {
    const { mean, low, high } = interval([10, 12, 14]);
    expect([mean, low, high].map((value) => value.toFixed(2))).toEqual(['12.00', '7.03', '16.97']);
  });
});
