/**
 * A period is all bets of one player under one server seed. The table holds millions of them in typed arrays, some 150
 * bytes each, and finds a period by player and commitment.
 */
import { commitmentOf } from '../../../../core/fairness/hmac.ts';

/** What is known of a period beside its nonces. */
export const periodFlags = {
  revealed: 1,
  /** A row came without the server seed when it was not known yet. */
  blank: 2,
  /** A row with a server seed that is not the committed one. */
  broken: 4,
} as const;

const wordsOfKey = 4;
const wordsOfSeed = 8;
const none = 0xffff_ffff;
const hexSeed = /^[0-9a-f]{64}$/;

/** Columns by the number of a period. Nonces and lines are doubles, since they may pass 2^32. */
interface Columns {
  readonly keys: Uint32Array;
  readonly seeds: Uint32Array;
  readonly player: Uint32Array;
  /** The next period of another player under the same commitment. */
  readonly sibling: Uint32Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly last: Float64Array;
  readonly line: Float64Array;
  readonly bet: Float64Array;
  readonly rounds: Float64Array;
  readonly seen: Uint32Array;
  readonly flags: Uint8Array;
}

const columnsOf = (size: number): Columns => ({
  keys: new Uint32Array(size * wordsOfKey),
  seeds: new Uint32Array(size * wordsOfSeed),
  player: new Uint32Array(size),
  sibling: new Uint32Array(size),
  low: new Float64Array(size),
  high: new Float64Array(size),
  last: new Float64Array(size),
  line: new Float64Array(size),
  bet: new Float64Array(size),
  rounds: new Float64Array(size),
  seen: new Uint32Array(size),
  flags: new Uint8Array(size),
});

/** Periods by number, from 0 in the order in which they appear. */
export class PeriodTable {
  count = 0;
  columns: Columns = columnsOf(1024);
  /** Open addressing by the first word of the key: number of the first period of a commitment. */
  #slots = new Uint32Array(4096).fill(none);
  /** Revealed seeds that are not 64 hexadecimal digits. */
  readonly #strangeSeeds = new Map<number, string>();
  readonly #key = new Uint32Array(wordsOfKey);

  /** The number of the period, or -1 for none yet. */
  find(player: number, commitment: string): number {
    for (let at = this.firstUnder(commitment); at >= 0; at = this.#siblingOf(at))
      if (this.columns.player[at] === player) return at;
    return -1;
  }

  /** The first period of any player under this commitment, or -1. */
  firstUnder(commitment: string): number {
    const at = this.#slots[this.#slotOf(commitment)]!;
    return at === none ? -1 : at;
  }

  /** Adds a period that `find` does not know. */
  add(player: number, commitment: string, where: { nonce: number; line: number; bet: number }): number {
    const slot = this.#slotOf(commitment);
    const number = this.count;
    if (number === this.columns.player.length) this.columns = grown(this.columns, number * 2);
    const { columns } = this;
    columns.keys.set(this.#key, number * wordsOfKey);
    columns.player[number] = player;
    const first = this.#slots[slot]!;
    columns.sibling[number] = first === none ? none : columns.sibling[first]!;
    if (first === none) this.#slots[slot] = number;
    else columns.sibling[first] = number;
    columns.low[number] = where.nonce;
    columns.high[number] = where.nonce;
    columns.last[number] = where.nonce;
    columns.line[number] = where.line;
    columns.bet[number] = where.bet;
    columns.rounds[number] = -1;
    this.count += 1;
    if (this.count * 2 > this.#slots.length) this.#rehash();
    return number;
  }

  /** The commitment's first 128 bits as text, equal for periods under one server seed. */
  keyOf(number: number): string {
    return this.columns.keys.subarray(number * wordsOfKey, (number + 1) * wordsOfKey).join();
  }

  setSeed(number: number, seed: string): void {
    this.columns.flags[number]! |= periodFlags.revealed;
    if (!hexSeed.test(seed)) {
      this.#strangeSeeds.set(number, seed);
      return;
    }
    for (let word = 0; word < wordsOfSeed; word += 1)
      this.columns.seeds[number * wordsOfSeed + word] = Number.parseInt(
        seed.slice(8 * word, 8 * word + 8),
        16,
      );
  }

  /** The revealed seed, or undefined. */
  seedOf(number: number): string | undefined {
    if ((this.columns.flags[number]! & periodFlags.revealed) === 0) return undefined;
    const strange = this.#strangeSeeds.get(number);
    if (strange !== undefined) return strange;
    const words = this.columns.seeds.subarray(number * wordsOfSeed, (number + 1) * wordsOfSeed);
    return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
  }

  #siblingOf(number: number): number {
    const sibling = this.columns.sibling[number]!;
    return sibling === none ? -1 : sibling;
  }

  /** Where the commitment is in the slots, or the free slot for it. Leaves its key in `#key`. */
  #slotOf(commitment: string): number {
    const hex = hexSeed.test(commitment) ? commitment : commitmentOf(commitment);
    for (let word = 0; word < wordsOfKey; word += 1)
      this.#key[word] = Number.parseInt(hex.slice(8 * word, 8 * word + 8), 16);
    const mask = this.#slots.length - 1;
    let slot = this.#key[0]! & mask;
    while (this.#slots[slot] !== none && !this.#hasKey(this.#slots[slot]!)) slot = (slot + 1) & mask;
    return slot;
  }

  #hasKey(number: number): boolean {
    for (let word = 0; word < wordsOfKey; word += 1)
      if (this.columns.keys[number * wordsOfKey + word] !== this.#key[word]) return false;
    return true;
  }

  #rehash(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2).fill(none);
    const mask = this.#slots.length - 1;
    for (const number of before) {
      if (number === none) continue;
      let slot = this.columns.keys[number * wordsOfKey]! & mask;
      while (this.#slots[slot] !== none) slot = (slot + 1) & mask;
      this.#slots[slot] = number;
    }
  }
}

function grown(columns: Columns, size: number): Columns {
  const larger = columnsOf(size);
  for (const [name, column] of Object.entries(columns) as [keyof Columns, Uint32Array][])
    (larger[name] as Uint32Array).set(column);
  return larger;
}
