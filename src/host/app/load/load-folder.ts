/** The report folder of a load: the result, its page, tables, and JUnit XML. */
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { disarmed } from '../../../core/base/plain-text.ts';
import type { LoadCall } from '../../../live/load/load-call.ts';
import { measuresOfLoad } from '../../../live/load/result-measures.ts';
import type { MeasuredRun } from '../../../simulation/scenario/result.ts';
import { policyHash } from '../../../platform/world/policy-hash.ts';
import { measuredFiles } from '../../../report/live/files.ts';
import { loadJunit } from '../../../report/load/files.ts';
import { loadHtml } from '../../../report/load/html.ts';
import { pageScript } from '../../serve/page-script.ts';
import { ReportFolder } from '../files/report-folder.ts';
import { packageVersion } from '../process/package-version.ts';
import type { FinishedLoad } from './run-load.ts';
import type { Manifest } from '../result-schema.ts';

const reportsFolder = 'reports';

/** Where the report goes, and the call that repeats the load. */
export interface LoadReportCall {
  /** The folder itself; `reports/load-<scenario>-<digest8>` where undefined. */
  readonly out: string | undefined;
  readonly command: string;
}

/** Writes the folder beside its place and renames it; where it stands, from here. */
export function writeLoadReport({ call, result, end }: FinishedLoad, report: LoadReportCall): string {
  const { out, command } = report;
  const folder = new ReportFolder(out === undefined ? reportsFolder : join(out, '..'));
  try {
    const json = disarmed(`${JSON.stringify(result, null, 2)}\n`);
    const digest = createHash('sha256').update(json).digest('hex').slice(0, 32);
    folder.write('load.json', json);
    const measured = JSON.stringify(metricsFile({ call, end }, digest), null, 2);
    folder.write('metrics.json', `${disarmed(measured)}\n`);
    for (const [name, text] of Object.entries(measuredFiles(result))) folder.write(name, text);
    folder.write('junit.xml', loadJunit(result));
    folder.write('report.html', disarmed(loadHtml(result, { command, script: pageScript('report') })));
    const place = out ?? join(reportsFolder, `load-${result.scenario}-${digest.slice(0, 8)}`);
    return relative('.', folder.finish(place, manifestOf(call, { digest, command })));
  } catch (error) {
    folder.discard();
    throw error;
  }
}

/** What `orrery compare` reads. */
const metricsFile = (
  { call: { scenario }, end }: Pick<FinishedLoad, 'call' | 'end'>,
  digest: string,
): MeasuredRun => ({
  scenario: scenario.name,
  seed: scenario.seed,
  profile: scenario.profile,
  policyHash: policyHash(scenario.policies),
  digest,
  metrics: measuresOfLoad(end),
});

const manifestOf = (
  { scenario }: LoadCall,
  { digest, command }: { digest: string; command: string },
): Omit<Manifest, 'files'> => ({
  orrery: packageVersion(),
  scenario: scenario.name,
  seed: scenario.seed,
  profile: scenario.profile,
  policyHash: policyHash(scenario.policies),
  digest,
  command,
  configuration: scenario.resolved,
  policies: scenario.policies,
  checkpoints: [],
});
