/** The files of a bench: the result object, its measures, its page, tables and JUnit XML. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { disarmed } from '../../../core/base/plain-text.ts';
import type { BenchResult } from '../../../live/traffic/bench/result.ts';
import { benchFiles } from '../../../report/bench/files.ts';
import { benchHtml } from '../../../report/bench/html.ts';
import type { MeasuredRun } from '../../../simulation/scenario/result.ts';
import { pageScript } from '../../serve/page-script.ts';
import { makeFolder } from '../files/folders.ts';

/** A result with its baseline, and what it measured under the names of a simulated run. */
export interface BenchReport {
  readonly result: BenchResult;
  readonly measures: MeasuredRun['metrics'];
  readonly seed: string;
  /** The call that repeats it. */
  readonly command: string;
}

/** Writes into the folder, which is made where it is missing. */
export function writeBench({ result, measures, seed, command }: BenchReport, folder: string): void {
  makeFolder(folder);
  const json = `${disarmed(JSON.stringify(result, null, 2))}\n`;
  const digest = createHash('sha256').update(json).digest('hex').slice(0, 32);
  // What was sent stands for the scenario; the files of a target have no profile.
  const measured: MeasuredRun = { scenario: sentIn(result), seed, digest, metrics: [...measures] };
  const files = {
    'bench.json': json,
    ...benchFiles(result),
    'metrics.json': `${disarmed(JSON.stringify(measured, null, 2))}\n`,
    'report.html': disarmed(benchHtml(result, { command, script: pageScript('report') })),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

const sentIn = ({ path, mix, requests }: BenchResult): string =>
  path ?? mix?.source ?? requests?.source ?? '';
