/** The report folder of a search for the limit: the result, a table of its steps, and JUnit XML. */
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { disarmed } from '../../../core/base/plain-text.ts';
import type { LoadLimit } from '../../../live/load/limit/result.ts';
import { limitJunit, limitStepsCsv } from '../../../report/load/limit-files.ts';
import { ReportFolder } from '../files/report-folder.ts';
import { packageVersion } from '../process/package-version.ts';

/** Writes the folder beside its place and renames it; where it stands, from here. */
export function writeLimitReport(result: LoadLimit, out: string): string {
  const folder = new ReportFolder(join(out, '..'));
  try {
    const json = disarmed(`${JSON.stringify(result, null, 2)}\n`);
    folder.write('load-limit.json', json);
    folder.write('steps.csv', limitStepsCsv(result));
    folder.write('junit.xml', limitJunit(result));
    const digest = createHash('sha256').update(json).digest('hex').slice(0, 32);
    const { scenario, seed } = result;
    return relative('.', folder.finish(out, { orrery: packageVersion(), scenario, seed, digest }));
  } catch (error) {
    folder.discard();
    throw error;
  }
}
