/** Runs populations against a live deployment, until they end or a signal comes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { disarmed } from '../../../core/base/plain-text.ts';
import { Conform } from '../../../live/conform/conform.ts';
import type { ConformCall } from '../../../live/conform/conform-call.ts';
import { Forbidden } from '../../../live/traffic/target/permit.ts';
import { curlOf } from '../../../verification/check/curl.ts';
import { yamlOf } from '../../../verification/check/source.ts';
import { commandContext } from '../process/command-context.ts';
import { differencesFiles } from '../files/differences-files.ts';
import { CallMistake } from '../process/exit.ts';
import { conformView, type FinishedConform } from './conform-view.ts';
import { makeFolder } from '../files/folders.ts';

const progressMs = 500;

/**
 * A signal stops it, and what was found so far is the result. `onProgress` is called twice a second. Throws `CallMistake`
 * where the target file does not allow what is needed.
 */
export async function runConform(
  call: ConformCall,
  onProgress?: (conform: Conform) => void,
): Promise<FinishedConform> {
  try {
    return await ended(await Conform.prepare(call), onProgress);
  } catch (error) {
    throw error instanceof Forbidden ? new CallMistake(error.message) : error;
  }
}

async function ended(
  conform: Conform,
  onProgress: ((conform: Conform) => void) | undefined,
): Promise<FinishedConform> {
  const over = commandContext.onInterrupt(() => conform.stop());
  const ticker = onProgress === undefined ? undefined : setInterval(() => onProgress(conform), progressMs);
  try {
    const result = await conform.run();
    return { result, evidence: conform.evidence };
  } finally {
    clearInterval(ticker);
    over();
  }
}

/**
 * The result, a page, two tables, a JUnit file, and each smallest sequence as a scenario and as a script. `command` is
 * the call, so that a reader can repeat it.
 */
export function writeConform(
  finished: FinishedConform,
  { folder, command }: { folder: string; command: string },
): void {
  const { result } = finished;
  const files: [string, string][] = [
    ['conform.json', `${disarmed(JSON.stringify(result, null, 2))}\n`],
    ...differencesFiles(conformView(finished, command)),
    ...result.causes.flatMap(({ scenario }): [string, string][] =>
      scenario === null
        ? []
        : [
            [`${scenario.name}.yaml`, yamlOf(scenario)],
            [`${scenario.name}.sh`, curlOf(scenario)],
          ],
    ),
  ];
  makeFolder(folder);
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}
