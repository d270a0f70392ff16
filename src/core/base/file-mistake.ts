/** A mistake in an input file. */

/** What is wrong with an input file, where, and what was expected. Its message is the whole line to print. */
export class FileMistake extends Error {
  override readonly name = 'FileMistake';
  /** The message without the place. */
  readonly reason: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;

  constructor(file: string, place: { line: number; column: number }, message: string) {
    super(`${file}:${place.line}:${place.column}: ${message}`);
    this.reason = message;
    this.file = file;
    this.line = place.line;
    this.column = place.column;
  }
}
