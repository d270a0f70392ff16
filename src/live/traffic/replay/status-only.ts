/** The parts of a replay's result that say that an engine sees statuses alone. */
import type { Plan } from '../plan/plan.ts';
import type { ReplayResult } from './result-schema.ts';

/** Nothing of the answers is compared, and nothing is sent again. */
export const statusOnly = ({
  names,
  fromKeys,
}: Plan): Pick<
  ReplayResult,
  'comparison' | 'fromKeys' | 'namespace' | 'retries' | 'notCompared' | 'operations' | 'timeRules'
> => ({
  fromKeys,
  comparison: 'status',
  namespace: names?.token ?? null,
  retries: { sent: 0, refused: 0 },
  notCompared: [],
  operations: [],
  timeRules: [],
});
