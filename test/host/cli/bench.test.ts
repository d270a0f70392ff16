/** `orrery bench` as a stranger calls it, against a platform on loopback: few requests, and no figure is asserted. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { benchSchema, metricsSchema } from '../../../docs/result-schemas.ts';
import type { BenchResult } from '../../../src/live/traffic/bench/result.ts';
import type { MeasuredRun } from '../../../src/simulation/scenario/result.ts';
import { called } from './called.ts';
import { folderWith, orrery, smallScenario } from './orrery.ts';
import { serve } from './serve.ts';

const ajv = new Ajv2020();
/** Short, and with limits that a busy machine keeps. */
const swift = ['--step', '200ms', '--p99', '30s', '--repeats', '2', '--json'];

const served = async (): Promise<string> => folderFor((await serve([])).address);

function folderFor(address: string): string {
  const target = (allow: string): string =>
    `name: here\nhosts: [127.0.0.1]\nallow: ${allow}\nsandbox: "${address}"\nrequestsPerSecond: 300\n`;
  return folderWith({
    'small.yaml': smallScenario,
    'writes.yaml': target('writes'),
    'reads.yaml': target('reads'),
  });
}

async function bench(folder: string, words: readonly string[]) {
  const { code, stdout, stderr } = await orrery(folder, ['bench', ...words]);
  const result = stdout.startsWith('{') ? (JSON.parse(stdout) as BenchResult) : undefined;
  if (result !== undefined) expect(ajv.validate(benchSchema, result), ajv.errorsText()).toBe(true);
  return { code, stdout, stderr, result };
}

describe('orrery bench', () => {
  it('reads what a scenario reads, as often, with freshly registered agents', async () => {
    const folder = await served();
    const words = ['--target', 'writes.yaml', '--mix', 'small.yaml', '--agents', '3'];
    const { result, stderr } = await bench(folder, [
      ...words,
      '--shape',
      'constant',
      '--rate',
      '50',
      ...swift,
    ]);
    expect(stderr).toBe('');
    expect(result?.mix?.reads).toBeGreaterThan(0);
    expect(result?.mix?.coveredShare).toBeGreaterThan(0);
    expect(result?.steps).toHaveLength(2);
    // Keys that were not taken would be refused.
    expect(result?.steps.map(({ failed }) => failed)).toEqual([0, 0]);
  });

  it('rises, keeps the result, and exits 1 beside a baseline that was better', async () => {
    const folder = await served();
    const words = [
      '--target',
      'reads.yaml',
      '--path',
      '/wallet/v1/wallet/chains',
      '--to-rate',
      '60',
      ...swift,
    ];
    const first = await bench(folder, [...words, '--from-rate', '40', '--out', 'kept']);
    expect(first.result).toMatchObject({ path: '/wallet/v1/wallet/chains', mix: null, baseline: null });
    // A path that is not there, or limits in the way, would break it; a busy machine only makes it void.
    expect(first.result?.steps.every(({ failed }) => failed === 0)).toBe(true);
    const kept = JSON.parse(readFileSync(join(folder, 'kept/bench.json'), 'utf8')) as BenchResult;
    expect(kept).toEqual(first.result);
    const measured = JSON.parse(readFileSync(join(folder, 'kept/metrics.json'), 'utf8')) as MeasuredRun;
    expect(ajv.validate(metricsSchema, measured), ajv.errorsText()).toBe(true);
    const requests = measured.metrics.find(({ name }) => name === 'http_reqs{service:wallet}')?.value;
    expect(requests).toBe(
      first.result?.measured?.requests === 0 ? undefined : first.result?.measured?.requests,
    );
    expect(readFileSync(join(folder, 'kept/report.html'), 'utf8')).toContain('id="steps"');
    const compared = await orrery(folder, ['compare', 'kept', 'kept', '--json']);
    expect(compared.stderr).toBe('');
    expect(JSON.parse(compared.stdout)).toMatchObject({
      a: { scenarios: ['/wallet/v1/wallet/chains'], profiles: [] },
    });
    writeFileSync(
      join(folder, 'better.json'),
      JSON.stringify({ ...kept, highestPerSecond: 1e6, perSecond: { mean: 1e6, low: 9e5, high: 1.1e6 } }),
    );
    const second = await bench(folder, [...words, '--from-rate', '40', '--baseline', 'better.json']);
    expect(second.code).toBe(1);
    expect(second.result?.ok).toBe(false);
    expect(second.result?.baseline?.worse).toHaveLength(1);
  });

  it('closes the loop with --shape closed', async () => {
    const folder = await served();
    const words = ['--target', 'reads.yaml', '--path', '/wallet/v1/wallet/chains', '--shape', 'closed'];
    const { result } = await bench(folder, [
      ...words,
      '--connections',
      '2',
      '--repeats',
      '1',
      '--json',
      '--step',
      '1s',
      '--out',
      'closed',
    ]);
    const { metrics } = JSON.parse(readFileSync(join(folder, 'closed/metrics.json'), 'utf8')) as MeasuredRun;
    expect(metrics.map(({ name }) => name)).toEqual([
      'http_reqs', 'http_req_failed', 'http_req_timeouts', 'rate_limited_total',
    ]); // prettier-ignore
    expect(result).toMatchObject({ shape: 'closed', steps: [{ sendLagP99Ms: 0, failed: 0 }] });
  });

  it.each<[string, string[], RegExp]>([
    ['neither a path nor a mix', [], /^orrery: expected either --path or --mix/],
    ['both of them', ['--path', '/wallet/v1/wallet/chains', '--mix', 'small.yaml'], /^orrery: --path and --mix contradict each other/],
    ['a path of no service', ['--path', '/nowhere'], /^orrery: --path \/nowhere: expected a path of a service/],
    ['a scenario that is missing', ['--mix', 'none.yaml'], /^orrery: none\.yaml:1:1: /],
    ['keys that are missing', ['--mix', 'small.yaml', '--keys', 'none.txt'], /^orrery: none\.txt:1:1: there is no such file; expected keys, one a line/],
    ['a baseline that is none', ['--path', '/wallet/v1/wallet/chains', '--baseline', 'small.yaml'], /^orrery: small\.yaml:1:1: the file is no JSON; expected a bench\.json/],
    ['a rate of nothing', ['--path', '/wallet/v1/wallet/chains', '--shape', 'constant', '--rate', '0'], /^orrery: --rate 0: expected a rate above 0/],
    ['a header that would end its line', ['--path', '/wallet/v1/wallet/chains', '--header', 'a: b\r\nc: d'], /^orrery: --header: /],
  ])('exits 2 with one clear line for %s', async (_what, words, line) => {
    const folder = folderFor('http://127.0.0.1:1');
    const { code, stdout, stderr } = await called(folder, ['bench', '--target', 'reads.yaml', ...words]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
  }); // prettier-ignore

  it('says why a target gives no answer', async () => {
    const folder = folderFor('http://127.0.0.1:1');
    const words = [
      '--path',
      '/wallet/v1/wallet/chains',
      '--shape',
      'constant',
      '--rate',
      '20',
      '--step',
      '500ms',
    ];
    const { code, stdout } = await called(folder, [
      'bench',
      '--target',
      'reads.yaml',
      ...words,
      '--repeats',
      '1',
    ]);
    expect(stdout).toMatch(/BREAKS: the target, the connection is refused \(\d+ times\)/);
    expect(code).toBe(1);
  });

  it('registers no agent where writes are not allowed, and says how little is left', async () => {
    const folder = await served();
    const words = ['--target', 'reads.yaml', '--mix', 'small.yaml', '--shape', 'constant', '--rate', '20'];
    const { code, stderr, result } = await bench(folder, [...words, ...swift]);
    if (result === undefined)
      expect([code, stderr]).toEqual([2, expect.stringMatching(/nothing of it can be read/)]);
    else expect(result.steps.every(({ failed }) => failed === 0)).toBe(true);
  });
});
