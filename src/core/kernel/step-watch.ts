/**
 * Shows another thread how far a run has come. A step is an event, a turn of a generator, or the performing of an
 * effect. The other thread sees the number of a step that does not end, and names it to the next run from the start:
 * runs are deterministic, so the same number means the same step.
 */
export class StepWatch {
  readonly #shared: Float64Array;
  readonly #endless: ReadonlySet<number>;
  #count = 0;

  /** Writes the number of the current step to `shared[0]`. `endless` are the steps that must not be entered. */
  constructor(shared: Float64Array, endless: readonly number[] = []) {
    this.#shared = shared;
    this.#endless = new Set(endless);
  }

  /** Counts a step; false for one that must not be entered because it does not end. */
  mayEnter(): boolean {
    this.#count += 1;
    this.#shared[0] = this.#count;
    return !this.#endless.has(this.#count);
  }
}
