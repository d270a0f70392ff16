import type { CommandRow } from '../../command.ts';
import { aScenarioRun } from './scenario-options.ts';

/** Its JSON result is docs/schemas/run.json. */
export const run: CommandRow = {
  ...aScenarioRun,
  name: 'run',
  about: 'run a scenario under the virtual clock and write a report folder',
  examples: [
    'orrery run first-month',
    'orrery run escrow-expiry --seed 7 --json',
    'orrery run my.yaml --set limits.burst=x3 --out reports/mine',
  ],
  load: async () => (await import('./run.ts')).runCommand,
};
