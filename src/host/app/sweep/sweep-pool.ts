/** The threads of this machine for one sweep, and its name at a queue. */
import { fileURLToPath } from 'node:url';
import { WorkerPool } from '../../workers/pool.ts';
import { planHash } from '../../../simulation/sweep/plan.ts';
import { lineOfFailure } from '../../../simulation/sweep/point-result.ts';
import { compiledFile } from '../process/compiled-file.ts';
import { stepMsMax } from '../process/step-time.ts';
import type { PlannedSweep } from './sweep-plan.ts';
import type { SweepWorkerData } from './sweep-worker.ts';

/** The result of a point whose thread died with it: a failure of kind `crashed`. */
export const crashedLine = (point: number, message: string): string =>
  lineOfFailure(point, 'crashed', message);

/** Threads that have the scenario as data. */
export function poolOf({ plan, layers }: PlannedSweep, workers: number): WorkerPool {
  const data: SweepWorkerData = { plan, layers: layers.map(({ file, value }) => ({ file, value })) };
  const filename = fileURLToPath(compiledFile(new URL('sweep-worker.js', import.meta.url)));
  return new WorkerPool({ filename, workers, data, crashed: crashedLine, stepMsMax });
}

/** Another version, scenario, grid or list of seeds gives another queue. */
export const queueNameOf = ({ plan }: PlannedSweep): string => `sweep-${planHash(plan)}`;
