/** The files of a replay: the result object, its measures, a page, tables and a JUnit file. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { disarmed } from '../../../core/base/plain-text.ts';
import type { TraceHeader } from '../../../simulation/trace/format.ts';
import { measuredReplay } from '../../../live/traffic/replay/result-measures.ts';
import { measuredFiles } from '../../../report/live/files.ts';
import { differencesFiles } from '../files/differences-files.ts';
import { replayView } from './replay-view.ts';
import type { FinishedReplay } from './send-replay.ts';
import { makeFolder } from '../files/folders.ts';

/**
 * Writes into the folder, which is made where it is missing. `command` is the call, so that a reader can repeat it;
 * `header` is that of the trace.
 */
export async function writeReplay(
  finished: FinishedReplay,
  { folder, command, header }: { folder: string; command: string; header: TraceHeader },
): Promise<void> {
  makeFolder(folder);
  const json = `${disarmed(JSON.stringify(finished.result, null, 2))}\n`;
  writeFileSync(join(folder, 'replay.json'), json);
  const digest = createHash('sha256').update(json).digest('hex').slice(0, 32);
  const { result, evidence } = finished;
  const measured = measuredReplay(header, { result, services: evidence.services, digest });
  writeFileSync(join(folder, 'metrics.json'), `${disarmed(JSON.stringify(measured, null, 2))}\n`);
  const tables = result.measured === undefined ? {} : measuredFiles(result.measured);
  for (const [name, text] of Object.entries(tables)) writeFileSync(join(folder, name), text);
  for (const [name, text] of differencesFiles(await replayView(finished, command)))
    writeFileSync(join(folder, name), text);
}
