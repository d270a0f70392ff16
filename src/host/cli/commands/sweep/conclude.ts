/** What `sweep` and `merge` print at their end. */
import { join } from 'node:path';
import { sweepText } from '../../../../report/sweep/text.ts';
import type { SweepSummary } from '../../../../simulation/sweep/result-schema.ts';
import { exitCode } from '../../../app/process/exit.ts';
import { isPainted, say, sayJson, sayPainted } from '../../output/output.ts';

/** Prints what came out, and gives the exit code that says it. `wallSeconds` is null for a merge. */
export function conclude(
  summary: SweepSummary,
  how: {
    readonly wallSeconds: number | null;
    readonly folder: string;
    readonly json?: boolean | undefined;
    readonly quiet?: boolean | undefined;
  },
): number {
  const { ok, ...rest } = summary;
  if (how.json === true) sayJson({ ...rest, wallSeconds: how.wallSeconds, ok });
  else if (how.quiet !== true) {
    sayPainted(sweepText(summary, { color: isPainted(), speed: speedOf(summary, how.wallSeconds) }));
    say(`results: ${join(how.folder, 'results.csv')}, results.parquet, summary.json\n`);
  }
  if (summary.broken + summary.crashed > 0) return exitCode.brokenInvariant;
  return ok ? exitCode.held : exitCode.failed;
}

function speedOf({ points }: SweepSummary, wallSeconds: number | null): string {
  return wallSeconds === null || points === 0 ? '' : `in ${wallSeconds.toFixed(1)} s`;
}
