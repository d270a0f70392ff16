/**
 * The bets of a log file, from CSV or NDJSON, read in chunks: the memory it takes does not depend on the length of the
 * file. Throws `CallMistake` or `FileMistake` where the form is wrong, with the line; never for what the bets say.
 */
import { statSync } from 'node:fs';
import {
  missingColumns,
  ourNames,
  translated,
  type ForeignNames,
} from '../../../../verification/audit/log/foreign-names.ts';
import {
  neededColumns,
  readBet,
  type LoggedBet,
  type LogRow,
} from '../../../../verification/audit/log/logged-bet.ts';
import { chunksOf, textOf } from '../../files/text-file.ts';
import { CallMistake } from '../../process/exit.ts';
import { CsvMistake, csvRecords } from './csv-records.ts';

const expected = 'a log of bets as CSV or NDJSON';

/** The bets of one file. Iterate as often as needed: the file is read again each time. */
export class LogFile implements Iterable<LoggedBet> {
  readonly #file: string;
  readonly #names: ForeignNames;
  /** The content of what can be read once alone, such as a pipe. */
  readonly #once: string | undefined;

  constructor(file: string, names: ForeignNames) {
    this.#file = file;
    this.#names = names;
    const isRegular = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
    this.#once = isRegular ? undefined : textOf(file, expected);
  }

  *[Symbol.iterator](): Generator<LoggedBet> {
    const objects = new Map<string, unknown>();
    const isOurs = this.#names === ourNames;
    for (const { row, line } of this.#rows()) {
      const bet = readBet(isOurs ? row : translated(row, this.#names), line, objects);
      if (typeof bet === 'string') throw new CallMistake(`${this.#file}:${line}:1: ${bet}`);
      yield bet;
    }
  }

  *#chunks(): Generator<string> {
    if (this.#once !== undefined) yield this.#once;
    else yield* chunksOf(this.#file, expected);
  }

  /** NDJSON where the first character opens an object, else CSV with a header. */
  #rows(): Iterable<Row> {
    for (const chunk of this.#chunks())
      return chunk.trimStart().startsWith('{') ? this.#ndjson() : this.#csv();
    return [];
  }

  *#csv(): Generator<Row> {
    let header: readonly string[] | undefined;
    try {
      for (const { cells, line } of csvRecords(this.#chunks())) {
        if (header === undefined) {
          header = cells;
          this.#assertColumns(header, line);
          continue;
        }
        if (cells.length !== header.length) throw new CsvMistake(line, widthMistake(header, cells, line));
        const row: Record<string, unknown> = {};
        for (let at = 0; at < header.length; at += 1) row[header[at]!] = cells[at];
        yield { row, line };
      }
    } catch (error) {
      if (!(error instanceof CsvMistake)) throw error;
      throw new CallMistake(`${this.#file}:${error.line}:1: is no CSV: ${error.message}`);
    }
  }

  /** Each line is an object; a column must be there as a key, empty or null where there is nothing to say. */
  *#ndjson(): Generator<Row> {
    for (const { text, line } of linesOf(this.#chunks())) {
      if (text.trim() === '') continue;
      const row = objectIn(text);
      if (row === undefined)
        throw new CallMistake(`${this.#file}:${line}:1: is no JSON object; expected one bet a line`);
      this.#assertColumns(Object.keys(row), line);
      yield { row, line };
    }
  }

  #assertColumns(header: readonly string[], line: number): void {
    const given = new Set(header);
    const missing = missingColumns(given, this.#names);
    if (missing.length === 0 && given.size === header.length) return;
    const reason =
      missing.length === 0
        ? 'two columns have one name'
        : `has no column ${missing.map((name) => `"${name}"`).join(', ')}`;
    throw new CallMistake(
      `${this.#file}:${line}:1: ${reason}; expected the columns ${neededColumns.join(', ')}`,
    );
  }
}

interface Row {
  readonly row: LogRow;
  readonly line: number;
}

const widthMistake = (header: readonly string[], cells: readonly string[], line: number): string =>
  `line ${line} has ${cells.length} cells; expected ${header.length} as in the header`;

function objectIn(text: string): LogRow | undefined {
  try {
    const row: unknown = JSON.parse(text);
    return typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as LogRow) : undefined;
  } catch {
    return undefined;
  }
}

/** Each chunk but the last ends with a line. */
function* linesOf(chunks: Iterable<string>): Generator<{ text: string; line: number }> {
  let line = 0;
  for (const chunk of chunks) {
    const lines = chunk.split('\n');
    if (chunk.endsWith('\n')) lines.pop();
    for (const text of lines) yield { text, line: (line += 1) };
  }
}
