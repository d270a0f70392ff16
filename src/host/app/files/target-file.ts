/** Reads the file behind `--target`. */
import { readFileSync } from 'node:fs';
import { readTarget, type Target } from '../../../live/traffic/target/target.ts';
import { CallMistake } from '../process/exit.ts';
import { textOf } from './text-file.ts';

/** Throws `FileMistake` for a file that is missing or wrong, or names a variable that is not set. */
export function loadTarget(file: string): Target {
  return readTarget(file, textOf(file, 'a target file'), process.env);
}

/** The certificates that the file adds to the default ones, as PEM. */
export function certificatesOf({ file, caFile }: Target): string | undefined {
  if (caFile === undefined) return undefined;
  try {
    return readFileSync(caFile, 'utf8');
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new CallMistake(`${file}: ca ${caFile} cannot be read (${code}); expected certificates as PEM`);
  }
}
