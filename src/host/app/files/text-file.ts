/** Reads a file that the call names as text. A binary file is refused by its kind and never quoted. */
import { readFileSync, statSync } from 'node:fs';
import { binaryKind } from '../../../core/base/binary-kind.ts';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import { meaningOf, onFile } from '../process/machine-refusal.ts';

const start = { line: 1, column: 1 };
/** The longest text of V8 is a little shorter than 512 MiB. */
const mibMax = 500;

/** The text without a byte order mark. Throws `FileMistake` where it cannot be read; `expected` says what it should be. */
export function textOf(file: string, expected: string): string {
  const text = readText(file);
  if (typeof text === 'string') return text;
  throw new FileMistake(file, start, `${text.unread}; expected ${expected}`);
}

/** The text without a byte order mark, or why it cannot be read. */
export function readText(file: string): string | { readonly unread: string } {
  let bytes: Buffer;
  try {
    const mib = Math.ceil(statSync(file).size / 2 ** 20);
    if (mib > mibMax) return { unread: `the file has ${mib} MiB, and at most ${mibMax} can be read` };
    bytes = readFileSync(file);
  } catch (cause) {
    return { unread: reasonOf(cause) };
  }
  const kind = binaryKind(bytes);
  if (kind !== undefined) return { unread: `the file is ${kind}` };
  return onFile(file, () => bytes.toString('utf8')).replace(/^\uFEFF/, '');
}

/** The value of a JSON file. Throws `FileMistake` for anything else. */
export function jsonIn(file: string, expected: string): unknown {
  const text = textOf(file, expected);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new FileMistake(file, start, `the file is no JSON; expected ${expected}`);
  }
}

/** Why a file cannot be read, in words. */
function reasonOf(cause: unknown): string {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException;
  return code === 'ENOENT'
    ? 'there is no such file'
    : `the file cannot be read: ${meaningOf(code)} (${code})`;
}
