/**
 * Which fields of which responses are referred to, and how often, in a few bytes each. It tells a replay of ten
 * million responses which values to keep, and how long.
 */
import { assert } from '../../../core/base/assert.ts';
import { eachReference } from '../../../simulation/trace/references.ts';

/** Bound on distinct pointers: they differ only in field names and list positions. */
const pointersMax = 2 ** 20;

/**
 * Gathers references by `add`, then answers queries after `seal`; `add` and `seal` throw `InvariantError` once
 * sealed. Keys are record and pointer in one number.
 */
export class Needs {
  readonly #pointers = new Map<string, number>();
  readonly #pointerTexts: string[] = [];
  /** References by key; undefined after `seal`. */
  #counts: Map<number, number> | undefined = new Map();
  #keys = new Float64Array(0);
  #uses = new Uint32Array(0);

  /**
   * Counts one reference to a field of the response to record `n`. Throws an `Error` beyond 2^20 distinct pointers.
   */
  add(n: number, pointer: string): void {
    assert(this.#counts !== undefined, 'needs are gathered before they are asked for');
    const key = this.#keyOf(n, pointer);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Sorts the gathered keys; nothing may be added afterwards. */
  seal(): void {
    const counts = this.#counts;
    assert(counts !== undefined, 'needs are sealed once');
    this.#keys = Float64Array.from(counts.keys()).toSorted();
    this.#uses = Uint32Array.from(this.#keys, (key) => counts.get(key) ?? 0);
    this.#counts = undefined;
  }

  /** Every pointer that is referred to, once. */
  get pointers(): readonly string[] {
    return this.#pointerTexts;
  }

  get count(): number {
    return this.#keys.length;
  }

  /** Visits every needed field of the response to record `n`. */
  eachOf(n: number, visit: (key: number, pointer: string) => void): void {
    const end = (n + 1) * pointersMax;
    for (let index = this.#from(n * pointersMax); index < this.#keys.length; index++) {
      const key = this.#keys[index] ?? end;
      if (key >= end) return;
      visit(key, this.#pointerTexts[key % pointersMax] ?? '');
    }
  }

  /** True if anything refers to the response to record `n`. */
  isNeeded(n: number): boolean {
    const key = this.#keys[this.#from(n * pointersMax)];
    return key !== undefined && recordOf(key) === n;
  }

  /** The key of a value; undefined if nothing refers to it. */
  find(n: number, pointer: string): number | undefined {
    const pointerId = this.#pointers.get(pointer);
    if (pointerId === undefined) return undefined;
    const key = n * pointersMax + pointerId;
    return this.#keys[this.#from(key)] === key ? key : undefined;
  }

  /** Counts one finished user of a value; true if it was the last. */
  release(key: number): boolean {
    const index = this.#from(key);
    const left = Math.max(1, this.#uses[index] ?? 1) - 1;
    this.#uses[index] = left;
    return left === 0;
  }

  #keyOf(n: number, pointer: string): number {
    let id = this.#pointers.get(pointer);
    if (id === undefined) {
      id = this.#pointers.size;
      if (id >= pointersMax) throw new Error(`the trace refers to more than ${pointersMax} different fields`);
      this.#pointers.set(pointer, id);
      this.#pointerTexts.push(pointer);
    }
    return n * pointersMax + id;
  }

  /** The first position whose key is not smaller. */
  #from(key: number): number {
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The record of a key. */
export const recordOf = (key: number): number => Math.floor(key / pointersMax);

/** Records that a request refers to. */
export function neededBy(request: object): number[] {
  const needed = new Set<number>();
  eachReference(JSON.stringify(request), (n) => needed.add(n));
  return [...needed];
}

/** Keys of everything that the text of a record refers to. */
export function usesOf(text: string, needs: Needs): number[] {
  const keys: number[] = [];
  eachReference(text, (n, pointer) => {
    const key = needs.find(n, pointer);
    if (key !== undefined) keys.push(key);
  });
  return keys;
}
