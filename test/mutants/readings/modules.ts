/** What a swap needs of the compiled modules, which run several times as fast as sources that are translated on the way. */
import type * as Campaign from '../../../src/verification/check/campaign.ts';
import type * as Host from '../../../src/host/app/run/scenario-host.ts';
import type * as Load from '../../../src/simulation/scenario/load.ts';
import type * as Observe from '../../../src/verification/check/observe.ts';
import type * as PolicyTable from '../../../src/core/policy/policies.ts';
import type * as Run from '../../../src/simulation/scenario/run.ts';

export type CheckedModules = Pick<typeof Campaign, 'scenariosFrom'> &
  Pick<typeof Host, 'scenarioHost'> &
  Pick<typeof Load, 'buildFromValue'> &
  Pick<typeof Observe, 'Watch'> &
  Pick<typeof PolicyTable, 'policyNames' | 'policyRow'> &
  Pick<typeof Run, 'ScenarioRun'>;

const compiled = new URL('../../../compiled/src/', import.meta.url);
const load = (file: string): Promise<object> => import(new URL(file, compiled).href) as Promise<object>;

/** Throws where nothing has been built. */
export async function checkedModules(): Promise<CheckedModules> {
  const parts = await Promise.all(
    [
      'verification/check/campaign.js',
      'host/app/run/scenario-host.js',
      'simulation/scenario/load.js',
      'verification/check/observe.js',
      'core/policy/policies.js',
      'simulation/scenario/run.js',
    ].map(load),
  );
  return Object.assign({}, ...parts) as CheckedModules;
}
