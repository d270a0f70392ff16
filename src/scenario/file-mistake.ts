/** By itself, so that the command line can tell it from other errors without reading YAML's code. */

/** What is wrong with an input file, where, and what was expected. Its message is the whole line to print. */
export class FileMistake extends Error {
  override readonly name = 'FileMistake';
  /** The message without the place. */
  readonly reason: string;

  constructor(file: string, place: { line: number; column: number }, message: string) {
    super(`${file}:${place.line}:${place.column}: ${message}`);
    this.reason = message;
  }
}
