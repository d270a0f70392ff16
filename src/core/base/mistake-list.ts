/** Collects mistakes of input files, so that a reader goes on after the first one and reports all of them. */
import { FileMistake } from './file-mistake.ts';

/** The mistakes of one call, in the order in which they were found. */
export class MistakeList {
  readonly #found: FileMistake[] = [];

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** Keeps a mistake, and those that were found beside it. */
  keep(mistake: FileMistake): void {
    this.#found.push(mistake, ...mistake.others);
  }

  /** What `read` gives. Where it throws a `FileMistake`, keeps that and gives `instead`, which must not reach a caller. */
  attempt<Value>(read: () => Value, instead: Value): Value {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FileMistake)) throw error;
      this.keep(error);
      return instead;
    }
  }

  /** What `read` gives, for a part without which nothing else can be read: its mistake ends the reading. */
  must<Value>(read: () => Value): Value {
    try {
      return read();
    } catch (error) {
      if (error instanceof FileMistake) this.keep(error);
      this.throwFirst();
      throw error;
    }
  }

  /** Throws the first mistake with all others beside it; returns where there is none. */
  throwFirst(): void {
    const [first, ...others] = this.#found;
    if (first === undefined) return;
    const { file, line, column, reason } = first;
    throw new FileMistake(file, { line, column }, reason, others);
  }
}
