import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareSchema, metricsSchema } from '../../../docs/result-schemas.ts';
import type { RunComparison } from '../../../src/report/compare/comparison.ts';
import { called } from './called.ts';
import { folderWith, smallScenario } from './orrery.ts';
import { strictAjv } from '../../schema-checks.ts';

/** Runs with the seeds given, in folders below `name`. */
async function runs(
  folder: string,
  name: string,
  seeds: readonly number[],
  more: readonly string[] = [],
): Promise<void> {
  for (const seed of seeds) {
    const words = [
      'run',
      'small.yaml',
      '--quiet',
      '--seed',
      String(seed),
      '--out',
      `${name}/${seed}`,
      ...more,
    ];
    expect((await called(folder, words)).code).toBe(0);
  }
}

describe('orrery compare', () => {
  it('prints the documented object, and the measures of a run are as documented', async () => {
    const folder = folderWith({ 'small.yaml': smallScenario });
    await runs(folder, 'a', [1, 2, 3, 4]);
    await runs(folder, 'b', [1, 2, 3, 4], ['--set', 'faucet.firstNextClaim=at-once']);
    const measures = JSON.parse(readFileSync(join(folder, 'a/1/metrics.json'), 'utf8')) as unknown;
    expect(strictAjv.validate(metricsSchema, measures), strictAjv.errorsText()).toBe(true);
    const limits = ['--fail-above', 'http_reqs:1%', '--fail-below', 'ledger_drift_micros:0'];
    const words = ['compare', 'a', 'b', '--json', '--out', 'c.html', ...limits];
    const { code, stdout } = await called(folder, words);
    const found = JSON.parse(stdout) as RunComparison & { ok: boolean; limits: { ok: boolean }[] };
    expect(strictAjv.validate(compareSchema, found), strictAjv.errorsText()).toBe(true);
    expect(code).toBe(found.ok ? 0 : 1);
    expect(found).toMatchObject({
      canTell: true,
      permutations: 70,
      a: { runs: 4, seeds: ['1', '2', '3', '4'] },
    });
    expect(found.limits.map(({ ok }) => ok)).toHaveLength(2);
    expect(found.metrics.find(({ name }) => name === 'ledger_drift_micros')?.verdict).toBe('same');
    expect(readFileSync(join(folder, 'c.html'), 'utf8')).toContain('Two sets of runs compared');
  });

  it('measures what an expectation would', async () => {
    const expected = `${smallScenario}  http_req_duration: ["p(99)>0"]\n  "http_req_failed{service:escrow}": ["rate>=0"]\n  http_req_timeouts: ["count>=0"]\n  http_reqs: ["count>0"]\n`;
    const folder = folderWith({ 'small.yaml': expected.replace('p99: 400ms }', 'p99: 400ms }, drop: 2%') });
    await runs(folder, 'a', [3]);
    const read = (file: string): string => readFileSync(join(folder, `a/3/${file}`), 'utf8');
    const { metrics } = JSON.parse(read('metrics.json')) as { metrics: { name: string; value: number }[] };
    const { expectations } = JSON.parse(read('summary.json')) as {
      expectations: { metric: string; value: number }[];
    };
    const names: Record<string, string> = { http_req_duration: 'http_req_duration{p(99)}' };
    for (const { metric, value } of expectations) {
      const name = names[metric] ?? metric;
      expect(metrics.find((one) => one.name === name)?.value, name).toBe(value);
    }
    expect(expectations).toHaveLength(5);
    expect(metrics.find(({ name }) => name === 'http_req_timeouts')?.value).toBeGreaterThan(0);
  });

  it('fails by a limit, with one run each, and says that noise is unknown', async () => {
    const folder = folderWith({ 'small.yaml': smallScenario });
    await runs(folder, 'a', [1]);
    writeFileSync(join(folder, 'small.yaml'), smallScenario.replace('median: 40ms', 'median: 90ms'));
    await runs(folder, 'b', [1]);
    const limit = ['--fail-above', 'http_req_duration{med}:10%'];
    expect(await called(folder, ['compare', 'a', 'b', ...limit])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /One run each: what is noise is unknown\.[\s\S]*✗ http_req_duration\{med\}:10%/,
      ),
    });
    expect((await called(folder, ['compare', 'b', 'a', ...limit])).code).toBe(0);
    expect((await called(folder, ['compare', 'a/1', 'a/1'])).stdout).toMatch(/No metric differs\./);
  });

  it.each([
    ['nowhere', /nowhere is no folder; expected a report folder/],
    ['.', /\. holds no report/],
  ])('refuses %s', async (place, line) => {
    const { code, stderr } = await called(folderWith(), ['compare', place, place]);
    expect(code).toBe(2);
    expect(stderr).toMatch(line);
  });

  it('refuses a folder whose measures are missing or spoilt, with one line', async () => {
    const folder = folderWith({ 'small.yaml': smallScenario });
    await runs(folder, 'a', [1]);
    const file = join(folder, 'a/1/metrics.json');
    for (const text of [
      '{',
      'null',
      '[]',
      '{"digest":"x","metrics":[null]}',
      '{"digest":"x","metrics":[{"name":1,"value":1}]}',
    ]) {
      writeFileSync(file, text);
      const { code, stderr } = await called(folder, ['compare', 'a', 'a']);
      expect([code, stderr.split('\n').length], text).toEqual([2, 2]);
    }
    rmSync(file);
    expect((await called(folder, ['compare', 'a', 'a'])).stderr).toMatch(/has no metrics\.json/);
    expect(existsSync(file)).toBe(false);
  });
});
