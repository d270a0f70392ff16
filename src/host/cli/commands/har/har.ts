/** `orrery har`: a HAR file as a trace that can be replayed, or a trace as a HAR file, by the names of the files. */
import {
  closeSync,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { gzipSync } from 'node:zlib';
import { harOf } from '../../../../live/traffic/har/export-har.ts';
import { importHar } from '../../../../live/traffic/har/import-har.ts';
import { CallMistake, exitCode } from '../../../app/exit.ts';
import { onFile } from '../../../app/machine-refusal.ts';
import { packageVersion } from '../../../app/package-version.ts';
import { loadTarget } from '../../../app/target-file.ts';
import { disarmed } from '../../../../core/base/plain-text.ts';
import { say, sayJson } from '../../output/output.ts';
import { textOf } from '../../../app/text-file.ts';

export interface HarOptions {
  target?: string;
  json?: boolean;
  quiet?: boolean;
}

/** It is read whole. */
const bytesMax = 512 * 1024 * 1024;
const isTrace = (file: string): boolean => /\.ndjson(\.gz)?$/.test(file);
const isHar = (file: string): boolean => file.endsWith('.har');

export async function harCommand(from: string, to: string, options: HarOptions): Promise<number> {
  if (isTrace(from) && isHar(to)) {
    await exportTo(from, to);
    tell(options, { from, to, ok: true }, `${to}\n`);
    return exitCode.held;
  }
  if (!isHar(from) || !isTrace(to))
    throw new CallMistake(
      `${from} ${to}: expected a .har file and a trace (.ndjson.gz or .ndjson), in either order`,
    );
  const { requests, leftOut } = importTo(from, to, options.target);
  const left = Object.entries(leftOut).map(([why, count]) => `left out: ${count} ${why}\n`);
  tell(options, { from, to, requests, leftOut, ok: true }, `${to}: ${requests} requests\n${left.join('')}`);
  return exitCode.held;
}

/** Beside the place and renamed: what is killed leaves no file that looks whole. */
async function exportTo(trace: string, to: string): Promise<void> {
  const beside = `${to}.part`;
  const file = openSync(beside, 'w');
  try {
    for await (const text of harOf(trace, packageVersion())) onFile(to, () => writeSync(file, text));
    closeSync(file);
    renameSync(beside, to);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function importTo(har: string, to: string, targetFile: string | undefined) {
  const target = targetFile === undefined ? undefined : loadTarget(targetFile);
  const call = { file: har, text: harText(har), target, version: packageVersion() };
  const { header, records, end, leftOut } = importHar(call);
  const lines = [header, ...records, end].map((line) => `${disarmed(JSON.stringify(line))}\n`).join('');
  onFile(to, () => writeFileSync(to, to.endsWith('.gz') ? gzipSync(lines) : lines));
  return { requests: records.length, leftOut };
}

function harText(file: string): string {
  if (existsSync(file) && statSync(file).size > bytesMax)
    throw new CallMistake(`${file}: the file is larger than 512 MiB; expected a smaller HAR file`);
  return textOf(file, 'a HAR file');
}

function tell(options: HarOptions, result: object, text: string): void {
  if (options.json === true) sayJson(result);
  else if (options.quiet !== true) say(text);
}
