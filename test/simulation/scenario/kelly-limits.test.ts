/** scenarios/kelly-limits.yaml under each reading of gap C18: which of its statements are about every reading? */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { loadScenario } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';

const path = fileURLToPath(new URL('../../../scenarios/kelly-limits.yaml', import.meta.url));

async function checksUnder(limit: string) {
  const scenario = await loadScenario(path, scenarioHost, { policies: { 'kelly.limit': limit } });
  const run = new ScenarioRun(scenario, { hasTimeline: false });
  while (run.step(50_000)) continue;
  const { checks, summary } = run.result({ wallSeconds: 0, command: '' });
  const byName = new Map(checks.map(({ name, passed, failed }) => [name, { passed, failed }]));
  return { summary, of: (name: string) => byName.get(name) ?? { passed: 0, failed: 0 } };
}

const formula = 'the limit is the risk factor over the profit';
const above = 'a micro above the limit is refused';
const within = 'a stake within the limit is taken';

describe('the Kelly limit', () => {
  it.each(['odds', 'house', 'strict'])('binds at every bet, to the micro, under %s', async (limit) => {
    const { of, summary } = await checksUnder(limit);
    expect(of(above).failed).toBe(0);
    expect(of(above).passed).toBeGreaterThan(50);
    expect(of(within).failed).toBe(0);
    expect(of('a ladder ends at the Kelly limit').failed).toBe(0);
    expect(of(formula).failed > 0).toBe(limit !== 'odds');
    expect(summary.findings).toEqual([]);
    expect(summary.ledger.driftMicros).toBe(0);
  });

  it('is not there under none', async () => {
    const { of } = await checksUnder('none');
    expect(of(formula).failed).toBeGreaterThan(50);
  });
});
