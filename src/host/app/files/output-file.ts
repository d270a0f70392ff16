/** Writes a file that the call names, with the folders above it, as `--out` of a report makes them. */
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { onFile } from '../process/machine-refusal.ts';
import { makeFolder } from './folders.ts';

/** Makes the folders above a file. An error names the file. */
export function makeParent(file: string): void {
  onFile(file, () => makeFolder(dirname(file)));
}

/** Replaces the file. An error names it. */
export function writeOutput(file: string, content: string | Uint8Array): void {
  makeParent(file);
  onFile(file, () => writeFileSync(file, content));
}
