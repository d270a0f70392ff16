/**
 * Among many events nothing that one needs is in a cache when its turn comes, and the processor would wait for one load
 * after the other. Asked for together, those of a whole millisecond come together (memory-level parallelism).
 */
import type { EventTarget } from './event.ts';

const nearMax = 64;
/** As in `EventQueue`. */
const wordsPerNode = 8;

/** Prefetches the targets of the next events, at most 64 at once. */
export class Prefetcher {
  readonly #near: (EventTarget | undefined)[] = [];
  /** Prevents the compiler from removing the reads as useless. */
  sum = 0;

  /**
   * Reads what the targets of a list will need, and returns their number. `head` is the first node of the list; the
   * node after one is its first word.
   */
  load(head: number, words: Int32Array, targets: readonly (EventTarget | undefined)[]): number {
    const near = this.#near;
    let count = 0;
    for (let node = head; node >= 0 && count < nearMax; count += 1) {
      near[count] = targets[node];
      node = words[node * wordsPerNode]!;
    }
    // Two rounds: the loads of one do not wait for each other, those of a target's parts wait for the target.
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += near[index]?.prefetch === undefined ? 0 : 1;
    for (let index = 0; index < count; index += 1) sum += near[index]?.prefetch?.() ?? 0;
    this.sum = sum;
    return count;
  }
}
