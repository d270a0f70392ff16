/** Asks again when the world has changed, at most once in an interval, and never twice at a time. */
export class Refresh {
  readonly #ask: () => Promise<unknown>;
  readonly #intervalMs: number;
  #isAsking = false;
  #isDue = false;
  #isUrgent = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: () => Promise<unknown>, intervalMs: number) {
    this.#ask = ask;
    this.#intervalMs = intervalMs;
  }

  /** Soon: the world has changed. */
  changed(): void {
    if (this.#isAsking || this.#timer !== undefined) this.#isDue = true;
    else void this.now();
  }

  /** At once: a person has asked for something else. */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isUrgent = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isUrgent) {
      this.#isUrgent = false;
      this.#isDue = false;
      await this.#askOnce();
    }
    this.#isAsking = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isDue) void this.now();
    }, this.#intervalMs);
  }

  async #askOnce(): Promise<void> {
    try {
      await this.#ask();
    } catch {
      // What could not be shown is asked for again at the next change.
    }
  }
}
