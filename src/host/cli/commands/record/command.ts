import type { CommandRow } from '../../command.ts';
import { aScenarioRun } from '../run/scenario-options.ts';

/** Like `run`, with `trace.ndjson.gz` in the report folder. */
export const record: CommandRow = {
  ...aScenarioRun,
  name: 'record',
  about: 'run a scenario and keep the trace of every request beside its report',
  examples: ['orrery record scenarios/escrow-expiry.yaml --out reports/recorded'],
  load: async () => (await import('../run/run.ts')).recordCommand,
};
