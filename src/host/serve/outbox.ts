/**
 * Answers of one turn of the event loop are written together, when all that has arrived in it is dispatched: a client that is woken
 * once for many answers sends many requests at once, and each side sleeps and wakes less often.
 */

/** What is to be written at the end of this turn. */
export class Outbox {
  #waiting: (() => void)[] = [];

  /** Calls `write` after everything of this turn; in the order of the calls. */
  afterTurn(write: () => void): void {
    if (this.#waiting.push(write) === 1) setImmediate(() => this.#empty());
  }

  #empty(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const write of waiting) write();
  }
}
