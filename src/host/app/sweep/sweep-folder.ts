/** The folder of a finished sweep, shard or merge: the same bytes for the same points, on any machines and threads. */
import { basename, join } from 'node:path';
import { assert, present } from '../../../core/base/assert.ts';
import { resultsCsv } from '../../../report/sweep/csv.ts';
import { columnsOf } from '../../../simulation/sweep/columns.ts';
import { planHash } from '../../../simulation/sweep/plan.ts';
import type { SweepMaking, SweepPlan, SweepSummary } from '../../../simulation/sweep/result-schema.ts';
import { readLine } from '../../../simulation/sweep/point-result.ts';
import { shardText, type Shard } from '../../../simulation/sweep/shard.ts';
import { summaryOf } from '../../../simulation/sweep/summary.ts';
import { withPackages } from '../../packages/optional-package.ts';
import { packageVersion } from '../process/package-version.ts';
import { ReportFolder } from '../files/report-folder.ts';

/** The file that holds the plan of a sweep in its folder. */
export const planName = 'plan.json';

/** The file that holds one line a point, in the order of points. */
export const pointsName = 'points.ndjson';

/** A finished sweep or shard: every point of `shard` has its line. */
export interface SweepReport {
  readonly plan: SweepPlan;
  readonly shard: Shard;
  /** One a point, in the order of points. */
  readonly lines: readonly string[];
}

/** Writes the folder beside its place and moves it there. */
export async function writeSweep(
  { plan, shard, lines }: SweepReport,
  out: string,
  making: SweepMaking,
): Promise<SweepSummary> {
  const { resultsParquet } = await withPackages(
    'results.parquet',
    () => import('../../../report/sweep/parquet.ts'),
  );
  const results = lines.map((line) =>
    present(readLine(line, plan), 'lines are checked before they are kept'),
  );
  results.forEach(({ point }, index) =>
    assert(index === 0 || point > (results[index - 1]?.point ?? 0), 'points ascend'),
  );
  const columns = columnsOf(plan, results);
  const summary = summaryOf(plan, results, shard);
  const folder = new ReportFolder(join(out, '..'));
  try {
    folder.write('results.csv', resultsCsv(columns));
    folder.append('results.parquet', resultsParquet(columns));
    folder.write('summary.json', `${JSON.stringify(summary, null, 2)}\n`);
    folder.write(planName, `${JSON.stringify(plan)}\n`);
    folder.write(pointsName, lines.map((line) => `${line}\n`).join(''));
    folder.finish(out, {
      orrery: packageVersion(),
      sweep: plan.scenario,
      plan: planHash(plan),
      shard: shardText(shard),
      points: lines.length,
      digest: summary.digest,
      making: { ...making, node: process.version },
    });
  } catch (error) {
    folder.discard();
    throw error;
  }
  return summary;
}

/** `reports/sweep-NAME-PLAN`: the same call has the same folder, and goes on from what is finished there. */
export function defaultFolder(plan: SweepPlan, shard: Shard): string {
  const part = shard.count === 1 ? '' : `-shard-${shard.index}-of-${shard.count}`;
  return join('reports', `sweep-${basename(plan.scenario)}-${planHash(plan).slice(0, 8)}${part}`);
}
