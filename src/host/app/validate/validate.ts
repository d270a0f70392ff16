/** Reads input files as the commands do that take them, and reports every mistake. Runs no scenario and contacts no host. */
import { resolve } from 'node:path';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import { requestDocument } from '../../../live/traffic/bench/requests/request-file.ts';
import type { Environment } from '../../../live/traffic/target/headers.ts';
import { SourceDocument } from '../../../simulation/scenario/document.ts';
import { loadScenario } from '../../../simulation/scenario/load.ts';
import { certificatesOf, loadTarget } from '../files/target-file.ts';
import { textOf } from '../files/text-file.ts';
import { CallMistake } from '../process/exit.ts';
import type { FileKind, ValidateResult } from '../result-schema.ts';
import { loadBehaviour } from '../run/behaviours.ts';
import { scenarioHost } from '../run/scenario-host.ts';
import { isModule, kindOf } from './file-kind.ts';

type CheckedFile = ValidateResult['files'][number];
type Mistake = ValidateResult['mistakes'][number];

/**
 * The kind of each file and all mistakes, in the order of the files and of their lines. Files may be names of shipped
 * scenarios. Behaviours are imported, so that their parameters are known; they do not run.
 */
export async function validateFiles(files: readonly string[]): Promise<ValidateResult> {
  const checked: CheckedFile[] = [];
  const mistakes: Mistake[] = [];
  for (const file of files) {
    const { kind, found } = await checkedFile(file);
    // Two scenarios may name the same behaviour or extend the same file.
    const further = found.filter((one) => !mistakes.some((other) => isSame(one, other)));
    checked.push({ file, kind, mistakes: found.length });
    mistakes.push(...further.toSorted((one, other) => orderOf(file, one, other)));
  }
  return { files: checked, mistakes, ok: mistakes.length === 0 };
}

async function checkedFile(file: string): Promise<{ kind: FileKind | null; found: readonly Mistake[] }> {
  let kind: FileKind | null = null;
  try {
    kind = kindAt(file);
    await readers[kind](file);
    return { kind, found: [] };
  } catch (error) {
    return { kind, found: mistakesIn(file, error) };
  }
}

/** Throws `FileMistake` for a file that cannot be read, or has no keys to know it by. */
function kindAt(file: string): FileKind {
  const path = scenarioHost.find?.(file) ?? file;
  let text: string;
  try {
    text = scenarioHost.readText(path);
  } catch (error) {
    const expected = 'expected a scenario, a target, requests or a behaviour';
    throw new FileMistake(file, { line: 1, column: 1 }, `${(error as Error).message}; ${expected}`);
  }
  return isModule(file) ? 'behaviour' : kindOf(new SourceDocument(path, text));
}

/** Each throws where the file has a mistake, as for the commands that read it. */
const readers: Readonly<Record<FileKind, (file: string) => unknown>> = {
  scenario: (file) => loadScenario(file, scenarioHost),
  target: (file) => certificatesOf(loadTarget(file, anyVariable)),
  requests: (file) => requestDocument(file, textOf(file, 'requests')),
  behaviour: (file) => loadBehaviour(resolve(file), ''),
};

/** A variable that is not set is no mistake of the file that names it. */
const anyVariable: Environment = new Proxy({}, { get: () => 'set' });

function mistakesIn(file: string, error: unknown): readonly Mistake[] {
  // A certificate has no line in the target file.
  if (error instanceof CallMistake)
    return [{ file, line: 1, column: 1, message: error.message.replace(`${file}: `, '') }];
  if (!(error instanceof FileMistake)) throw error;
  const distinct = new Map([error, ...error.others].map((one) => [one.message, one]));
  return Array.from(distinct.values(), (one) => ({
    file: one.file,
    line: one.line,
    column: one.column,
    message: one.reason,
  }));
}

const isSame = (one: Mistake, other: Mistake): boolean =>
  one.file === other.file &&
  one.line === other.line &&
  one.column === other.column &&
  one.message === other.message;

/** Mistakes of the file itself come before those of files that it names. */
function orderOf(file: string, one: Mistake, other: Mistake): number {
  const rank = (mistake: Mistake): number => (mistake.file === file ? 0 : 1);
  const inFile = one.line - other.line || one.column - other.column;
  return rank(one) - rank(other) || (one.file === other.file ? inFile : one.file < other.file ? -1 : 1);
}
