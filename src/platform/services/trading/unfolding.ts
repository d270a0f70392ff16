/** What is worked out in order, and only as far as it is read: most runs read the first minutes of their last day. */

/** More than one, so that drawing in lots pays. */
const lot = 120;

/** The steps of a block. `more` works out those from the first number to before the second, once each. */
export class Unfolding {
  readonly #steps: number;
  readonly #more: (from: number, to: number) => void;
  #done = 0;

  constructor(steps: number, more: (from: number, to: number) => void) {
    this.#steps = steps;
    this.#more = more;
  }

  /** Works out the steps up to one, with it. */
  upTo(step: number): void {
    if (step < this.#done) return;
    const to = Math.min(this.#steps, (Math.floor(step / lot) + 1) * lot);
    this.#more(this.#done, to);
    this.#done = to;
  }
}
