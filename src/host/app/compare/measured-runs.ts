/** The measures of runs, from their report folders. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { MeasuredRun } from '../../../simulation/scenario/result.ts';
import { jsonIn } from '../files/text-file.ts';
import { CallMistake } from '../process/exit.ts';

const measuresName = 'metrics.json';

/**
 * The run of a report folder, or those of every report folder in a folder, in order of their names. Throws `CallMistake`
 * for a folder that is neither.
 */
export function runsIn(folder: string): readonly MeasuredRun[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new CallMistake(`${folder} is no folder; expected a report folder, or a folder of report folders`);
  if (isReport(folder)) return [readRun(folder)];
  const runs = readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
    .filter(isReport);
  if (runs.length > 0) return runs.map(readRun);
  throw new CallMistake(`${folder} holds no report; expected a report folder, or a folder of report folders`);
}

/** A replay keeps no manifest. */
const isReport = (folder: string): boolean =>
  ['manifest.json', measuresName].some((name) => existsSync(join(folder, name)));

function readRun(folder: string): MeasuredRun {
  const file = join(folder, measuresName);
  if (!existsSync(file))
    throw new CallMistake(
      `${folder} has no ${measuresName}; expected the folder of an orrery run of this version`,
    );
  const run = jsonIn(file, 'the measures of a run') as Partial<MeasuredRun> | null;
  if (run !== null && typeof run === 'object' && typeof run.digest === 'string' && areMetrics(run.metrics))
    return run as MeasuredRun;
  throw new CallMistake(`${file} is of another shape; expected the measures of a run`);
}

function areMetrics(metrics: unknown): boolean {
  if (!Array.isArray(metrics)) return false;
  return metrics.every((metric: { name?: unknown; value?: unknown } | null) => {
    return typeof metric?.name === 'string' && Number.isFinite(metric.value);
  });
}
