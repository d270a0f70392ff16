import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../src/cli/scenario-host.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { ScenarioRun } from '../../src/scenario/run.ts';

const golden = fileURLToPath(new URL('digests.json', import.meta.url));
const folder = fileURLToPath(new URL('../../scenarios/', import.meta.url));
const isUpdate = process.env['UPDATE_GOLDEN'] === '1';

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -'.yaml'.length));
const known = JSON.parse(readFileSync(golden, 'utf8')) as Record<string, string>;

async function run(name: string, seed?: string) {
  const scenario = await loadScenario(`${folder}${name}.yaml`, scenarioHost, { seed });
  const under = new ScenarioRun(scenario);
  while (under.step(50_000)) continue;
  return under.result({ wallSeconds: 0, command: '' });
}

describe('shipped scenarios', () => {
  it.each(names)('%s holds, and has the digest it has everywhere (UPDATE_GOLDEN=1 rewrites it)', async (name) => {
    const { summary } = await run(name);
    expect(summary.expectations.filter(({ ok }) => !ok)).toEqual([]);
    expect(summary.findings).toEqual([]);
    expect(summary.ok).toBe(true);
    if (isUpdate) {
      known[name] = summary.digest;
      writeFileSync(golden, `${JSON.stringify(known, null, 2)}\n`);
    }
    expect(summary.digest).toBe(known[name]);
  });

  it('another seed has another digest, and holds as well', async () => {
    const { summary } = await run('escrow-expiry', 'another');
    expect(summary.ok).toBe(true);
    expect(summary.digest).not.toBe(known['escrow-expiry']);
  });

  it('covers every scenario file and no other', () => {
    expect(Object.keys(known).toSorted()).toEqual(names.toSorted());
    expect(names.length).toBeGreaterThanOrEqual(6);
  });
});
