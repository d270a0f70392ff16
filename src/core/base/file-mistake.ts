/** A mistake in an input file. */

/** What is wrong with an input file, where, and what was expected. Its message is the whole line to print. */
export class FileMistake extends Error {
  override readonly name = 'FileMistake';
  /** The message without the place. */
  readonly reason: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Mistakes that were found beside this one, in the same file or in others. */
  readonly others: readonly FileMistake[];

  constructor(
    file: string,
    place: { readonly line: number; readonly column: number },
    message: string,
    others: readonly FileMistake[] = [],
  ) {
    super(`${file}:${place.line}:${place.column}: ${message}`);
    this.reason = message;
    this.file = file;
    this.line = place.line;
    this.column = place.column;
    this.others = others;
  }
}
