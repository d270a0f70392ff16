/** Rows of a log that a finding is about: how many, and the first of them by line and by number of the bet. */
import type { LogFinding } from '../result-schema.ts';

/** Where a row stands: its line in the file and the number of the bet, both from 1. */
export interface RowPlace {
  readonly line: number;
  readonly bet: number;
}

const linesMax = 10;

/** Counts rows and keeps the first ones. */
export class RowsFound {
  count = 0;
  readonly #lines: number[] = [];
  #first: RowPlace | undefined;

  /** Adds rows that begin at one place. */
  add({ line, bet }: RowPlace, rows = 1): void {
    this.count += rows;
    this.#first ??= { line, bet };
    if (this.#lines.length < linesMax) this.#lines.push(line);
  }

  /** The rows of several, in the order of the log. */
  static together(parts: readonly RowsFound[]): RowsFound {
    const all = new RowsFound();
    all.count = parts.reduce((sum, { count }) => sum + count, 0);
    all.#first = parts
      .flatMap((part) => part.#first ?? [])
      .reduce<RowPlace | undefined>(
        (first, place) => (first !== undefined && first.bet < place.bet ? first : place),
        undefined,
      );
    const lines = parts.flatMap((part) => part.#lines).toSorted((left, right) => left - right);
    all.#lines.push(...lines.slice(0, linesMax));
    return all;
  }

  /** The place of the first row; only where there is one. */
  get first(): RowPlace {
    return this.#first ?? { line: 1, bet: 1 };
  }

  /** One finding about all of the rows; none where there are no rows. */
  finding(code: string, sentence: string, game: string | null = null): LogFinding[] {
    if (this.count === 0) return [];
    const { line, bet } = this.first;
    return [{ code, game, count: this.count, line, bet, lines: this.#lines, sentence }];
  }
}

/** `line 12 (bet 11)`. */
export const placeText = ({ line, bet }: RowPlace): string => `line ${line} (bet ${bet})`;

/** `1 bet`, `12 bets`; with the words of both numbers `1 bet was`, `12 bets were`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
