/**
 * Reads a trace line by line with bounded memory. A truncated trace, another version or another format is a
 * `FileMistake` with its line.
 */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { readJson } from '../../core/base/json-text.ts';
import { binaryKind } from '../../core/base/binary-kind.ts';
import { shapeChecker } from '../../core/http/shape.ts';
import { FileMistake } from '../../core/base/file-mistake.ts';
import {
  TraceEndSchema,
  TraceHeaderSchema,
  traceVersion,
  type TraceEnd,
  type TraceHeader,
  type TraceRecord,
} from './format.ts';

/** One record with its line of text. */
export interface TraceLine {
  readonly record: TraceRecord;
  readonly text: string;
}

/** The longest line that is accepted, in characters. */
const lineLengthMax = 16 * 1024 * 1024;
const chunkBytes = 256 * 1024;
/** Lines parsed at once: more would delay a sender that follows a schedule. */
const linesMax = 16;

const headerMistake = shapeChecker(TraceHeaderSchema, 'the header');
const endMistake = shapeChecker(TraceEndSchema, 'the end');

/**
 * A reader of one open trace, plain or gzip by the file's name. Call `next` until it returns no records, then
 * `close`.
 */
export class TraceReader {
  readonly #file: string;
  readonly #chunks: AsyncIterator<string>;
  /** Unread text, from `#from` on. */
  #rest = '';
  #from = 0;
  #lineNumber = 0;
  #count = 0;
  #lastAtMs = 0;
  #end: TraceEnd | undefined;
  #isOver = false;

  private constructor(file: string) {
    this.#file = file;
    this.#chunks = chunksOf(file);
  }

  /** Opens a trace and reads its header. Rejects with `FileMistake`. */
  static async open(file: string): Promise<{ reader: TraceReader; header: TraceHeader }> {
    const reader = new TraceReader(file);
    const [first] = await reader.#lines(1);
    if (first === undefined) throw reader.#mistake('the file is empty; expected a trace');
    const header = reader.#parsed(first) as unknown as TraceHeader;
    if ((header.trace as number) !== traceVersion && typeof header.trace === 'number') {
      const version: number = header.trace;
      throw reader.#mistake(`the trace is of version ${version}; expected ${traceVersion}: record it again`);
    }
    const mistake = headerMistake(header);
    if (mistake !== undefined) throw reader.#mistake(`this is no header of a trace: ${mistake.message}`);
    return { reader, header };
  }

  get end(): TraceEnd | undefined {
    return this.#end;
  }

  /** The next records; none at the end of a complete trace. Rejects with `FileMistake`. */
  async next(): Promise<TraceLine[]> {
    const found: TraceLine[] = [];
    while (found.length === 0 && !this.#isOver) {
      for (const text of await this.#lines(linesMax)) {
        const record = this.#recordOf(text);
        if (record !== undefined) found.push({ record, text });
      }
    }
    return found;
  }

  /** Closes the file. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#chunks.return?.();
  }

  #recordOf(text: string): TraceRecord | undefined {
    this.#lineNumber += 1;
    if (this.#end !== undefined) throw this.#mistake('there is more after the end of the trace');
    const line = this.#parsed(text, 0);
    if ('end' in line) {
      this.#readEnd(line as unknown as TraceEnd);
      return undefined;
    }
    const record = line as unknown as TraceRecord;
    const wrong = recordMistake(record, { n: this.#count, atMs: this.#lastAtMs });
    if (wrong !== undefined) throw this.#mistake(wrong);
    this.#count += 1;
    this.#lastAtMs = record.at;
    return record;
  }

  #readEnd(end: TraceEnd): void {
    const mistake = endMistake(end);
    if (mistake !== undefined) throw this.#mistake(mistake.message);
    if (end.requests !== this.#count) {
      throw this.#mistake(`the trace has ${this.#count} requests; its end says ${end.requests}`);
    }
    this.#end = end;
  }

  /** Complete lines, at most `countMax`; none at the end of the file. */
  async #lines(countMax: number): Promise<string[]> {
    for (;;) {
      const lines = this.#wholeLines(countMax);
      if (lines.length > 0) return lines;
      this.#rest = this.#rest.slice(this.#from);
      this.#from = 0;
      if (this.#rest.length > lineLengthMax) throw this.#mistake('a line is too long; expected a trace');
      const chunk = await this.#nextChunk();
      if (chunk !== undefined) {
        this.#rest += chunk;
        continue;
      }
      this.#isOver = true;
      this.#atFileEnd();
      return [];
    }
  }

  #wholeLines(countMax: number): string[] {
    const lines: string[] = [];
    while (lines.length < countMax) {
      const to = this.#rest.indexOf('\n', this.#from);
      if (to < 0) break;
      lines.push(this.#rest.slice(this.#from, to));
      this.#from = to + 1;
    }
    return lines;
  }

  #atFileEnd(): void {
    if (this.#end !== undefined && this.#rest === '') return;
    this.#lineNumber += 1;
    if (this.#lineNumber > 1 || this.#rest !== '')
      throw this.#mistake('the trace is cut off: its last line is missing');
  }

  async #nextChunk(): Promise<string | undefined> {
    try {
      const { value, done } = await this.#chunks.next();
      return done === true ? undefined : value;
    } catch (cause) {
      this.#lineNumber += 1;
      if (cause instanceof NoText) throw this.#mistake(cause.message);
      throw this.#mistake(reasonOf(cause as NodeJS.ErrnoException));
    }
  }

  #parsed(text: string, ahead = 1): Record<string, unknown> {
    this.#lineNumber += ahead;
    const value = readJson(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.#mistake('this line is no JSON object; expected a trace, one object a line');
    }
    return value as Record<string, unknown>;
  }

  #mistake(message: string): FileMistake {
    return new FileMistake(this.#file, { line: Math.max(1, this.#lineNumber), column: 1 }, message);
  }
}

function reasonOf({ code = '', message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such file; expected a trace';
  if (code === 'Z_BUF_ERROR') return 'the trace is cut off in the middle of its compressed data';
  if (code === 'EISDIR')
    return 'this is a folder; expected a trace, such as the trace.ndjson.gz that orrery record leaves in it';
  if (code.startsWith('Z_')) return 'this is no gzip data; expected a trace as orrery record writes it';
  return `the file cannot be read (${code === '' ? message : code}); expected a trace`;
}

/** The file is not text, judged by its first bytes. */
class NoText extends Error {}

/** Compressed or plain, by the file's name. */
async function* chunksOf(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file, { highWaterMark: chunkBytes });
  const decoder = new TextDecoder('utf-8');
  const plain = file.endsWith('.gz') ? bytes.pipe(createGunzip({ chunkSize: chunkBytes })) : bytes;
  // A pipe does not forward errors.
  bytes.on('error', (error) => plain.destroy(error));
  try {
    let isFirst = true;
    for await (const chunk of plain) {
      const kind = isFirst ? binaryKind(chunk as Buffer) : undefined;
      if (kind !== undefined)
        throw new NoText(`the file is ${kind}; expected a trace (.ndjson, or .ndjson.gz)`);
      isFirst = false;
      yield decoder.decode(chunk as Buffer, { stream: true });
    }
  } finally {
    bytes.destroy();
  }
}

const methodFormat = /^[A-Z]{1,16}$/;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checked by hand, because a schema check would take longer than the rest of the replay. */
function recordMistake(record: TraceRecord, expected: { n: number; atMs: number }): string | undefined {
  const { n, at, session, call, request, answer } = record;
  if (n !== expected.n) return `n is ${String(n)}; expected ${expected.n}, one more than before`;
  if (!isCount(at) || at < expected.atMs) return 'at is missing or goes back; expected whole milliseconds';
  if (!Number.isSafeInteger(session) || session < -1) return 'session is missing; expected a number';
  if (typeof call !== 'string') return 'call is missing; expected text';
  if (!isObject(request) || typeof request.ip !== 'string') return 'request is missing; expected a map';
  if (typeof request.method !== 'string' || !methodFormat.test(request.method)) {
    return 'request.method is wrong; expected capitals';
  }
  if (typeof request.path !== 'string' || !request.path.startsWith('/')) {
    return 'request.path is wrong; expected a path';
  }
  if (!areTexts(request.query) || !areTexts(request.headers))
    return 'query and headers: expected maps of texts';
  if (request.raw !== undefined && typeof request.raw !== 'string')
    return 'request.raw is wrong; expected text';
  if (!isObject(answer) || !isCount(answer.status) || !isObject(answer.body))
    return 'answer is missing; expected a map';
  if (!areTexts(answer.headers)) return 'answer.headers: expected a map of texts';
  return undefined;
}

const areTexts = (texts: unknown): boolean =>
  texts === undefined ||
  (isObject(texts) && Object.values(texts as object).every((text) => typeof text === 'string'));
