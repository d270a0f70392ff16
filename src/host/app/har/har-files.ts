/** A HAR file as a trace that can be replayed, and a trace as a HAR file. */
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { disarmed } from '../../../core/base/plain-text.ts';
import { harOf } from '../../../live/traffic/har/export-har.ts';
import { importHar } from '../../../live/traffic/har/import-har.ts';
import { makeParent, writeOutput } from '../files/output-file.ts';
import { loadTarget } from '../files/target-file.ts';
import { textOf } from '../files/text-file.ts';
import { CallMistake } from '../process/exit.ts';
import { onFile } from '../process/machine-refusal.ts';
import { packageVersion } from '../process/package-version.ts';
import { routesByPath } from '../record/route-names.ts';

/** A HAR file is read whole. */
const bytesMax = 512 * 1024 * 1024;

/** Written beside its place and renamed: a call that is killed leaves no file that looks whole. */
export async function traceToHar(trace: string, to: string): Promise<void> {
  const beside = `${to}.part`;
  makeParent(to);
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

/** What an import has kept and left out; the two together are all entries of the file. */
export interface ImportedHar {
  readonly requests: number;
  /** How many entries of the file are not in the trace, by why. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Kept and left out by host. */
  readonly hosts: Readonly<Record<string, { readonly requests: number; readonly leftOut: number }>>;
  /** Requests that an operation of the documents answers. */
  readonly known: number;
}

/** `targetFile` says which addresses are which service; without one, paths begin with the service. */
export function harToTrace(har: string, to: string, targetFile: string | undefined): ImportedHar {
  const target = targetFile === undefined ? undefined : loadTarget(targetFile);
  const routeOf = routesByPath();
  const call = { file: har, text: harText(har), target, version: packageVersion(), routeOf };
  const { header, records, end, leftOut, hosts } = importHar(call);
  const lines = [header, ...records, end].map((line) => `${disarmed(JSON.stringify(line))}\n`).join('');
  writeOutput(to, to.endsWith('.gz') ? gzipSync(lines) : lines);
  const known = records.filter((record) => record.call !== '' && !/^[^/]*\/har\//.test(record.call)).length;
  return { requests: records.length, known, leftOut, hosts };
}

function harText(file: string): string {
  if (existsSync(file) && statSync(file).size > bytesMax)
    throw new CallMistake(`${file}: the file is larger than 512 MiB; expected a smaller HAR file`);
  return textOf(file, 'a HAR file');
}
