/** Responses of services under a `slow` fault: each is delayed for its time, or until the server closes. */

/** However slow a service is made, no caller waits longer than this. */
const delayMsMax = 300_000;

/** Delays responses by wall time, with one timer each. After `close` nothing is delayed any more. */
export class HeldAnswers {
  /** Each with how to let it go at once. */
  readonly #held = new Map<NodeJS.Timeout, () => void>();
  #isClosed = false;

  /** Calls `give` after the delay; at once where the delay is 0 or this is closed. */
  after(delayMs: number, give: () => void): void {
    if (delayMs < 1 || this.#isClosed) {
      give();
      return;
    }
    const timer = setTimeout(
      () => {
        this.#held.delete(timer);
        give();
      },
      Math.min(delayMs, delayMsMax),
    );
    this.#held.set(timer, give);
  }

  /** Calls every delayed `give` at once, and delays none from now on. */
  close(): void {
    this.#isClosed = true;
    for (const [timer, letGo] of this.#held) {
      clearTimeout(timer);
      letGo();
    }
    this.#held.clear();
  }
}
