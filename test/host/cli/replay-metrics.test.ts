/** `metrics.json` of a replay: the same names and the same format as those of the run that was recorded. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { metricsSchema } from '../../../docs/result-schemas.ts';
import type { ReplayResult } from '../../../src/live/traffic/replay/result-schema.ts';
import type { MeasuredRun } from '../../../src/simulation/scenario/result.ts';
import { folderWith, orrery, smallScenario } from './orrery.ts';
import { serve } from './serve.ts';

const ajv = new Ajv2020();

function measuredIn(folder: string): MeasuredRun {
  const measured = JSON.parse(readFileSync(join(folder, 'metrics.json'), 'utf8')) as MeasuredRun;
  expect(ajv.validate(metricsSchema, measured), ajv.errorsText()).toBe(true);
  return measured;
}

const valueIn = ({ metrics }: MeasuredRun, name: string): number | undefined =>
  metrics.find((metric) => metric.name === name)?.value;

describe('metrics.json of a replay', () => {
  it('has the counts of the recorded run, and compare reads both', async () => {
    const { address } = await serve(['--clock', 'manual']);
    const folder = folderWith({
      'small.yaml': smallScenario,
      'target.yaml': `name: here\nhosts: [127.0.0.1]\nallow: writes\nsandbox: "${address}"\nclock: sandbox\n`,
    });
    await orrery(folder, ['record', 'small.yaml', '--out', 'run', '--quiet']);
    const words = ['replay', 'run/trace.ndjson.gz', '--target', 'target.yaml', '--speed', 'max'];
    const { stdout, stderr } = await orrery(folder, [...words, '--out', 'again', '--json']);
    expect(stderr).toBe('');
    const result = JSON.parse(stdout) as ReplayResult;
    const [run, again] = [measuredIn(join(folder, 'run')), measuredIn(join(folder, 'again'))];
    for (const name of ['http_reqs', 'http_req_failed', 'http_req_timeouts', 'rate_limited_total'])
      expect(valueIn(again, name), name).toBe(valueIn(run, name));
    expect(valueIn(again, 'http_req_duration{p(99)}')).toBe(result.responseMs.p99);
    const ofFaucet = 'http_reqs{service:faucet}';
    expect(valueIn(again, ofFaucet)).toBe(valueIn(run, ofFaucet));
    const { measured } = result;
    expect(measured?.requests).toBe(result.requests);
    expect(measured?.operations.reduce((sum, { requests }) => sum + requests, 0)).toBe(result.requests);
    expect(measured?.series.reduce((sum, { answered }) => sum + answered, 0)).toBe(result.requests);
    const { seed, profile, policyHash, scenario } = run;
    expect(again).toMatchObject({ seed, profile, policyHash, scenario });
    const compared = await orrery(folder, ['compare', 'run', 'again', '--json']);
    const rows = (JSON.parse(compared.stdout) as { metrics: { name: string; a: number; b: number }[] })
      .metrics;
    const requests = rows.find(({ name }) => name === 'http_reqs');
    expect(requests?.a).toBe(result.requests);
    expect(requests?.b).toBe(result.requests);
  });
});
