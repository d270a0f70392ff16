/** One piece of work at a time: a response that arrives while agents have their turns is handled after them. */

/** Runs work in order; what throws is passed to `fail`, and the work after it is still done. */
export class Turns {
  readonly #fail: (error: unknown) => void;
  #waiting: (() => void)[] = [];
  #isBusy = false;

  constructor(fail: (error: unknown) => void) {
    this.#fail = fail;
  }

  /** Does the work now, or after the work that is being done. */
  enter(work: () => void): void {
    this.#waiting.push(work);
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        next();
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#isBusy = false;
  }
}
