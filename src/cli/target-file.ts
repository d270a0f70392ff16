/** Reads the file behind `--target`. */
import { readTarget, type Target } from '../traffic/target/target.ts';
import { FileMistake } from '../scenario/document.ts';
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
