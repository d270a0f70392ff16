/**
 * Undo log of one request. While a journal is open, every state change of the world records how to undo it;
 * `rollback` runs them backwards, so that a request that fails half-way leaves nothing behind.
 */
import { assert } from './assert.ts';

/**
 * The undo log of a world. Every `begin` is followed by one `commit` or `rollback`; journals do not nest, and a wrong
 * order throws `InvariantError`.
 */
export class Journal {
  #undos: (() => void)[] = [];
  #open = false;

  /** True while changes must be recorded; writers check it first, so that a closed journal costs nothing. */
  get open(): boolean {
    return this.#open;
  }

  begin(): void {
    assert(!this.#open, 'a journal is opened once at a time');
    this.#open = true;
  }

  record(undo: () => void): void {
    if (this.#open) this.#undos.push(undo);
  }

  commit(): void {
    assert(this.#open, 'only an open journal commits');
    this.#open = false;
    this.#undos = [];
  }

  rollback(): void {
    assert(this.#open, 'only an open journal rolls back');
    this.#open = false;
    const undos = this.#undos;
    this.#undos = [];
    for (const undo of undos.toReversed()) undo();
  }
}
