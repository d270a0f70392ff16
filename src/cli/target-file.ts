/** Reads the file behind `--target`. */
import { readFileSync } from 'node:fs';
import { readTarget, type Target } from '../traffic/target/target.ts';
import { FileMistake } from '../scenario/file-mistake.ts';
import { CallMistake } from './exit.ts';
import { scenarioHost } from './scenario-host.ts';

/** Throws `FileMistake` for a file that is missing or wrong. */
export function loadTarget(file: string): Target {
  let text: string;
  try {
    text = scenarioHost.readText(file);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new FileMistake(file, { line: 1, column: 1 }, `${message}; expected a target file`);
  }
  return readTarget(file, text);
}

/** The certificates that the file adds to the usual ones, as PEM. */
export function certificatesOf({ file, caFile }: Target): string | undefined {
  if (caFile === undefined) return undefined;
  try {
    return readFileSync(caFile, 'utf8');
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new CallMistake(`${file}: ca ${caFile} cannot be read (${code}); expected certificates as PEM`);
  }
}
