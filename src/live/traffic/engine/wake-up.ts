/** When the engine looks at its schedule again: as soon as the event loop comes round, or after a timer. */

export class WakeUp {
  readonly #tick: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isSpinning = false;
  /** One function for all turns: a new closure each turn is garbage, and its collection makes requests late. */
  readonly #turn = (): void => {
    this.#isSpinning = false;
    this.#tick();
  };

  constructor(tick: () => void) {
    this.#tick = tick;
  }

  /** In the next turn of the event loop; several calls before it are one. */
  soon(): void {
    if (this.#isSpinning) return;
    this.#isSpinning = true;
    setImmediate(this.#turn);
  }

  /** After so many milliseconds; replaces an earlier timer. */
  after(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#tick, waitMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}
