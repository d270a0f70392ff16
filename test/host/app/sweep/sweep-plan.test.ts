/** From a call of sweep to its plan, and every mistake that is found before anything runs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { packageVersion } from '../../../../src/host/app/process/package-version.ts';
import { planSweep, type PlanOptions } from '../../../../src/host/app/sweep/sweep-plan.ts';
import { folderWith } from '../../../folder-with.ts';

function writtenTo(folder: string, text = ''): string {
  const file = join(folder, 'tiny.yaml');
  const operations = '  - { by: a, do: "GET /faucet/stats" }';
  writeFileSync(file, `name: tiny\nseed: "5"\nfor: 1h\noperations:\n${operations}\n${text}`);
  return file;
}

const scenarioFile = (text?: string): string => writtenTo(folderWith(), text);

const planOf = async (options: Partial<PlanOptions>, text = '') =>
  planSweep(scenarioFile(text), { grid: [], set: {}, ...options });

// What reads scenarios is loaded once.
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-plan-'));
  await planSweep(writtenTo(folder), { seeds: '1', grid: [], set: {} });
  rmSync(folder, { recursive: true });
});

describe('the plan of a sweep', () => {
  it('has its seeds, and the scenario as it is', async () => {
    const file = scenarioFile('expect: { http_reqs: ["count>=0", "count<9"] }\n');
    const { plan, layers } = await planSweep(file, { seeds: '1..3', grid: [], set: {} });
    expect(plan).toStrictEqual({
      version: 1,
      orrery: packageVersion(),
      scenario: 'tiny',
      file,
      source: plan.source,
      behaviours: {},
      profile: null,
      policies: {},
      axes: [],
      seeds: ['1', '2', '3'],
      expectations: [
        { metric: 'http_reqs', threshold: 'count>=0', aggregate: 'count' },
        { metric: 'http_reqs', threshold: 'count<9', aggregate: 'count' },
      ],
    });
    expect(plan.source).toMatchObject({ name: 'tiny', for: '1h' });
    expect(layers).toBeDefined();
  });

  it('has what the call sets for all points, beside axes of other values', async () => {
    const { plan } = await planOf({
      grid: ['profile=published', 'policy:kelly.precedence=limit'],
      set: { 'kelly.limit': 'none' },
    });
    expect(plan).toMatchObject({ profile: null, policies: { 'kelly.limit': 'none' }, seeds: ['5'] });
    expect(plan.axes.map(({ path }) => path)).toEqual(['profile', 'policy:kelly.precedence']);
  });

  it('may have as many points as a sweep may have', async () => {
    expect((await planOf({ seeds: '1..50000', grid: ['for=1h,2h'] })).plan.seeds).toHaveLength(50_000);
  });

  it('has the seed of the scenario where a grid alone is given', async () => {
    const { plan } = await planOf({ grid: ['for=1h,2h'], profile: 'published' });
    expect(plan).toMatchObject({
      seeds: ['5'],
      axes: [{ path: 'for', values: ['1h', '2h'] }],
      profile: 'published',
      policies: {},
    });
  }); // prettier-ignore
});

describe('a call that is no sweep', () => {
  it('is refused for a scenario that is wrong in itself, with its place', async () => {
    const file = scenarioFile('nonsense: 1\n');
    await expect(planSweep(file, { seeds: '1', grid: ['for=1h'], set: {} })).rejects.toMatchObject({
      name: 'FileMistake',
      file,
      line: 6,
    });
  });

  it.each<[string, Partial<PlanOptions>, string]>([
    [
      'nothing to vary',
      {},
      'a sweep of nothing; expected --seeds 1..100, or --grid PATH=VALUE,VALUE, or both',
    ],
    [
      'seeds that are none',
      { seeds: '' },
      '--seeds: "" names no seeds; expected a count such as 1000, a range such as 1..1000 or a list such as 7,8,blue',
    ],
    ['an axis that is none', { grid: ['for'] }, '--grid for: expected PATH=VALUE,VALUE'],
    ['two axes of one value', { grid: ['for=1h', 'for=2h'] }, '--grid: "for" and "for" set the same value'],
    [
      'a profile on both sides',
      { grid: ['profile=published'], profile: 'published' },
      '--grid profile: --profile sets the same value for all points; expected one of the two',
    ],
    [
      'a policy on both sides',
      { grid: ['for=1h', 'policy:kelly.limit=odds,none'], set: { 'kelly.limit': 'odds' } },
      '--grid policy:kelly.limit: --set sets the same value for all points; expected one of the two',
    ],
    [
      'policies on both sides',
      { grid: ['policies={}'], set: { 'kelly.limit': 'odds' } },
      '--grid policies: --set sets the same value for all points; expected one of the two',
    ],
    [
      'a value that is wrong',
      { grid: ['for=1h,never'] },
      '--grid for=never: for is "never"; expected a duration such as 250ms, 30s, 10m, 6h, 3d or 2w',
    ],
    [
      'a path that is wrong',
      { grid: ['nonsense=1'] },
      '--grid nonsense=1: unknown key "nonsense"; expected one of $schema, extends, name, about, seed, start, for, profile, policies, network, population, operations, faults, load, expect',
    ],
    [
      'a value that is wrong alone, beside another axis',
      { grid: ['for=1h,2h', 'operations.0.at=1m,3h'] },
      '--grid operations.0.at=3h: at is "3h"; expected a time within the run',
    ],
    [
      'two values that are wrong together',
      { grid: ['for=1h,40m', 'operations.0.at=10m,50m'] },
      '--grid for=40m --grid operations.0.at=50m: at is "50m"; expected a time within the run',
    ],
    [
      'a value that is no option of its policy',
      { grid: ['policy:kelly.limit=nonsense'] },
      '--grid policy:kelly.limit=nonsense: policy kelly.limit is "nonsense"; expected odds, house, strict, none',
    ],
    [
      'too many points',
      { seeds: '1..50001', grid: ['for=1h,2h'] },
      '100002 points; expected at most 100000 in one sweep',
    ],
    [
      'an unknown policy',
      { seeds: '1', set: { nonsense: '1' } },
      '--set nonsense=1: there is no policy "nonsense"; expected one of those that orrery policies lists',
    ],
  ])('is refused: %s', async (_what, options, message) => {
    await expect(planOf(options)).rejects.toThrow(new CallMistake(message));
  });
});
