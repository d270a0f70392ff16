/**
 * Which lists of the event queue are not empty: three tiers of bitmaps over 1024 lists a level, so that adding, deleting
 * and finding the first list are O(1).
 */
const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

/** A set of list numbers, level by level. Numbers are in range by construction, as in `EventQueue`. */
export class OccupiedLists {
  /** A bit for each level that has an occupied list. */
  levels = 0;
  readonly #words: Int32Array;
  readonly #lists: Int32Array;

  constructor(levelCount: number) {
    this.#words = new Int32Array(levelCount);
    this.#lists = new Int32Array(levelCount << 5);
  }

  /** The lowest list of the lowest level; only while `levels` is not 0. */
  first(): number {
    const level = lowestBit(this.levels);
    const word = (level << 5) | lowestBit(this.#words[level]!);
    return (word << 5) | lowestBit(this.#lists[word]!);
  }

  /** Adds a list; does nothing if it is in the set. */
  add(list: number): void {
    this.#lists[list >> 5]! |= 1 << (list & 31);
    this.#words[list >> 10]! |= 1 << ((list >> 5) & 31);
    this.levels |= 1 << (list >> 10);
  }

  /** Deletes a list that is in the set. */
  delete(list: number): void {
    const level = list >> 10;
    if ((this.#lists[list >> 5]! &= ~(1 << (list & 31))) !== 0) return;
    if ((this.#words[level]! &= ~(1 << ((list >> 5) & 31))) !== 0) return;
    this.levels &= ~(1 << level);
  }
}
