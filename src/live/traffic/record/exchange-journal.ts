/**
 * The exchanges of a recording in a temporary file, a JSON line each, until the recording ends. Memory holds three
 * numbers an exchange: where its line begins, and the numbers of its arrival and its end.
 */
import { closeSync, createWriteStream, openSync, readSync, rmSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import type { JsonObject } from '../../../core/http/message.ts';

/** One exchange without secrets: placeholders stand in their place. */
export interface JournalLine {
  readonly arrival: number;
  readonly end: number;
  readonly atMs: number;
  readonly tookMs: number;
  readonly client: string;
  /** The placeholder of the caller's key; undefined for a request without one. */
  readonly key?: string;
  /** Placeholders of the credentials that the answer shows. */
  readonly shown: readonly string[];
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** A body that is JSON; `raw` for any other text. */
  readonly body?: unknown;
  readonly raw?: string;
  readonly status: number;
  readonly answer: JsonObject;
}

/** Text that may wait to be written before the proxy takes no more requests. */
const waitingBytesMax = 32 * 1024 * 1024;

/** `append` until `close`, then `at`, then `remove`. */
export class ExchangeJournal {
  readonly #file: string;
  readonly #stream: WriteStream;
  readonly #starts: number[] = [];
  readonly #arrivals: number[] = [];
  readonly #ends: number[] = [];
  #size = 0;
  #reading: number | undefined;
  #error: Error | undefined;

  /** Creates the file, which only this user can read; throws the error of the system. `onError` is called for a disk that is full. */
  constructor(file: string, onError: (error: Error) => void) {
    this.#file = file;
    // Opened at once: a recording that fails at its start removes the file, and nothing may open it afterwards.
    const fd = openSync(file, 'wx', 0o600);
    this.#stream = createWriteStream(file, { fd, highWaterMark: waitingBytesMax });
    this.#stream.on('error', (error) => {
      this.#error ??= Object.assign(error, { path: file });
      onError(this.#error);
    });
  }

  get count(): number {
    return this.#starts.length;
  }

  append(line: JournalLine): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    this.#starts.push(this.#size);
    this.#arrivals.push(line.arrival);
    this.#ends.push(line.end);
    this.#size += bytes.length;
    this.#stream.write(bytes);
  }

  /** Resolves when more may be appended; undefined if it may be now. */
  ready(): Promise<void> | undefined {
    if (!this.#stream.writableNeedDrain || this.#error !== undefined) return undefined;
    return once(this.#stream, 'drain').then(() => undefined);
  }

  /** Resolves when everything is written. Rejects with the error of the system. */
  async close(): Promise<void> {
    if (this.#error === undefined) {
      this.#stream.end();
      await once(this.#stream, 'close');
    }
    if (this.#error !== undefined) throw this.#error;
  }

  /** Positions of the lines in order of arrival. */
  byArrival(): Uint32Array {
    return this.#sorted(this.#arrivals);
  }

  /** Positions of the lines in order of their ends. */
  byEnd(): Uint32Array {
    return this.#sorted(this.#ends);
  }

  /** The number of the end of the exchange at a position. */
  endOf(position: number): number {
    return this.#ends[position] ?? 0;
  }

  /** The exchange at a position in the file. */
  at(position: number): JournalLine {
    this.#reading ??= openSync(this.#file, 'r');
    const start = this.#starts[position] ?? 0;
    const bytes = Buffer.allocUnsafe((this.#starts[position + 1] ?? this.#size) - start);
    for (let read = 0; read < bytes.length;) {
      const count = readSync(this.#reading, bytes, read, bytes.length - read, start + read);
      if (count === 0) throw new Error(`${this.#file}: the temporary file of the recording was cut`);
      read += count;
    }
    return JSON.parse(bytes.toString()) as JournalLine;
  }

  /** Removes the file; may be called at any time. */
  remove(): void {
    this.#stream.destroy();
    if (this.#reading !== undefined) closeSync(this.#reading);
    this.#reading = undefined;
    rmSync(this.#file, { force: true });
  }

  #sorted(stamps: readonly number[]): Uint32Array {
    const positions = Uint32Array.from(stamps, (_stamp, position) => position);
    return positions.toSorted((left, right) => (stamps[left] ?? 0) - (stamps[right] ?? 0));
  }
}
