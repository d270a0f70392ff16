/** Reads a file that the call names as text. A binary file is refused by its kind and never quoted. */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { binaryKind } from '../../../core/base/binary-kind.ts';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import { meaningOf, onFile } from '../process/machine-refusal.ts';

/** Why a folder is not read. */
export const isFolder = 'this is a folder';

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

const chunkBytes = 1 << 16;

/**
 * The text of a file of any size in chunks that end with a line, the last one perhaps without; no byte order mark.
 * Throws `FileMistake` as `textOf` does, before the first chunk.
 */
export function* chunksOf(file: string, expected: string): Generator<string> {
  const refused = (reason: string): FileMistake =>
    new FileMistake(file, start, `${reason}; expected ${expected}`);
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (cause) {
    throw refused(reasonOf(cause));
  }
  try {
    yield* linesIn(descriptor, refused);
  } finally {
    closeSync(descriptor);
  }
}

/** A line feed is never a part of a longer character, so that text can be cut there. */
function* linesIn(descriptor: number, refused: (reason: string) => FileMistake): Generator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let isStart = true;
  for (let isFirst = true; ; isFirst = false) {
    const bytes = readChunk(descriptor, rest, refused);
    const kind = isFirst ? binaryKind(bytes) : undefined;
    if (kind !== undefined) throw refused(`the file is ${kind}`);
    const hasMark = isStart && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const isLast = bytes.length === rest.length;
    const end = isLast ? bytes.length : bytes.lastIndexOf(0x0a) + 1;
    if (end > 0) {
      isStart = false;
      yield bytes.toString('utf8', hasMark ? 3 : 0, end);
    }
    if (isLast) return;
    rest = bytes.subarray(end);
    if (rest.length > lineBytesMax) throw refused(`a line is longer than ${lineBytesMax} bytes`);
  }
}

const lineBytesMax = 1 << 20;

/** What was left before, and the next bytes after it. */
function readChunk(descriptor: number, rest: Buffer, refused: (reason: string) => FileMistake): Buffer {
  const bytes = Buffer.allocUnsafe(rest.length + chunkBytes);
  rest.copy(bytes);
  try {
    return bytes.subarray(0, rest.length + readSync(descriptor, bytes, rest.length, chunkBytes, null));
  } catch (cause) {
    throw refused(reasonOf(cause));
  }
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
  if (code === 'ENOENT') return 'there is no such file';
  return code === 'EISDIR' ? isFolder : `the file cannot be read: ${meaningOf(code)} (${code})`;
}
