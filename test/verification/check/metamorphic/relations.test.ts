/** Each relation holds in shipped code, and shows a bug that the model does not see. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../../src/host/app/run/scenario-host.ts';
import { relationNames } from '../../../../src/simulation/scenario/relation-names.ts';
import { scenarioOf } from '../../../../src/verification/check/campaign.ts';
import { execute } from '../../../../src/verification/check/execute.ts';
import { relations } from '../../../../src/verification/check/metamorphic/relations.ts';
import { heldTo, watched, yamlOf, type ScenarioSource } from '../../../../src/verification/check/source.ts';
import { properties } from '../../../../src/verification/oracle/properties.ts';
import { attempts, share } from '../../../campaigns.ts';
import { planting } from '../../../mutants/plant.ts';
import { programMsMax } from '../../../time-limit.ts';
import { folderWith } from '../../../host/cli/orrery.ts';

/** The exit code of `orrery run` on a scenario, with a bug planted or without. */
function exitOf(source: ScenarioSource, bug?: string): number | null {
  const folder = folderWith({ 'scenario.yaml': yamlOf(source) });
  const plant = planting(bug === undefined ? [] : [bug]);
  const call = [plant.program, 'run', 'scenario.yaml', '--quiet', '--out', 'report'];
  const { status } = spawnSync(process.execPath, call, { cwd: folder, timeout: programMsMax });
  plant.remove();
  return status;
}

const base = { name: 'check', seed: '1', for: '1m' } as const;
const claimOnce = {
  by: 'alice',
  do: 'POST /faucet/api/v1/faucet/claim',
  headers: { 'idempotency-key': 'k' },
} as const;
const register = (by: string) => ({ by, do: 'POST /faucet/register', body: { agent_id: by } });

/** A bug for each relation, and a scenario in which it matters. */
const shown: Readonly<
  Record<string, { readonly bug: string; readonly operations: NonNullable<ScenarioSource['operations']> }>
> = {
  'agents-renamed': {
    bug: 'simulation-drawn-by-caller',
    operations: [
      register('alice'),
      {
        by: 'alice',
        do: 'POST /casino/api/v1/kelly/simulate',
        body: { game: 'coin_flip', side: 'heads', rounds: 50, paths: 20 },
      },
    ],
  },
  'strangers-added': {
    bug: 'slippage-drawn-by-transfer',
    operations: [
      register('alice'),
      { by: 'alice', do: 'GET /faucet/status' },
      { by: 'alice', do: 'POST /wallet/api/v1/swap', body: { from: 'USDC', to: 'ETH', amount: 2 } },
    ],
  },
  'called-as-tools': {
    bug: 'tool-call-loses-its-headers',
    operations: [
      { by: 'alice', do: 'POST /faucet/api/v1/agents/register', body: { agent_id: 'alice' } },
      claimOnce,
      claimOnce,
    ],
  },
};

/** Those of which this run shows that they find what the model does not. */
const shownHere = share('relationsShown', relationNames);

describe.each(relationNames)('%s', (relation) => {
  const { bug, operations } = shown[relation] ?? expect.fail('there is a bug for it');
  const source = { ...base, operations, expect: heldTo(relation) };

  it('holds in shipped code, and in generated scenarios', async () => {
    expect((await execute(source, scenarioHost)).violations).toEqual([]);
    for (let run = 1; run <= attempts('runsHeldToRelations'); run += 1) {
      const generated = { ...scenarioOf('relations', run), expect: heldTo(relation) };
      expect((await execute(generated, scenarioHost)).violations).toEqual([]);
    }
  });

  it.each(shownHere.filter((one) => one === relation))('%s shows what the model does not', () => {
    expect(exitOf(source)).toBe(0);
    expect(exitOf({ ...source, expect: watched }, bug)).toBe(0);
    expect(exitOf(source, bug)).toBe(1);
  });

  it('is a property, and says why what may differ does', () => {
    expect(Object.keys(properties)).toContain(relation);
    const { unless, free, generated } = relations[relation];
    for (const reason of Object.values({ ...unless, ...free, ...generated })) expect(reason).not.toBe('');
  });
});
