/**
 * Named random streams. A stream's numbers depend on the run's seed and on its own path alone, so adding an agent,
 * or a draw in one stream, never disturbs another. The generator is Baagøe's Alea: `seedrandom` makes its first state, and the
 * steps are written out here, because its closures take twice as long. A test holds them against the package's.
 */
import seedrandom from 'seedrandom';
import { assert } from '../base/assert.ts';

const wordCount = 2 ** 32;
/** Of one number that Alea makes: 2^-32 of its carry, its multiplier, and the parts of a number of 53 bits. */
const [carryShare, multiplier, lowParts, lowShare] = [2 ** -32, 2_091_639, 0x200000, 2 ** -53];

/**
 * Random numbers in a fixed order. The generator is built at the first draw: an unused stream costs next to nothing.
 */
export class Stream {
  readonly #seed: string;
  readonly #path: string;
  #isStarted = false;
  #carry = 0;
  #oldest = 0;
  #middle = 0;
  #latest = 0;

  constructor(seed: string, path: string) {
    this.#seed = seed;
    this.#path = path;
  }

  /** A number in [0, 1) with 53 random bits. */
  unit(): number {
    if (!this.#isStarted) this.#start();
    return this.#next() + ((this.#next() * lowParts) | 0) * lowShare;
  }

  /** The same numbers as so many calls of `unit`, in half of the time. */
  fill(units: Float64Array): void {
    if (!this.#isStarted) this.#start();
    let [carry, oldest, middle, latest] = [this.#carry, this.#oldest, this.#middle, this.#latest];
    for (let index = 0; index < units.length; index += 1) {
      const first = multiplier * oldest + carry * carryShare;
      carry = first | 0;
      const second = multiplier * middle + carry * carryShare;
      oldest = latest;
      middle = first - carry;
      carry = second | 0;
      latest = second - carry;
      units[index] = middle + ((latest * lowParts) | 0) * lowShare;
    }
    this.#carry = carry;
    this.#oldest = oldest;
    this.#middle = middle;
    this.#latest = latest;
  }

  /** An integer in [0, 2^32). */
  word(): number {
    if (!this.#isStarted) this.#start();
    return ((this.#next() * wordCount) | 0) >>> 0;
  }

  /** An integer in [0, n), each equally likely; n from 1 to 2^32. */
  integer(n: number): number {
    if (!(Number.isInteger(n) && n >= 1 && n <= wordCount)) refuseRange(n);
    const fairLimit = wordCount - (wordCount % n);
    // The words above the last multiple of n would favour small results. At least half of all words pass.
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      const word = this.word();
      if (word < fairLimit) return word % n;
    }
    return refuseRange(n);
  }

  #next(): number {
    const next = multiplier * this.#oldest + this.#carry * carryShare;
    this.#oldest = this.#middle;
    this.#middle = this.#latest;
    this.#carry = next | 0;
    return (this.#latest = next - this.#carry);
  }

  #start(): void {
    const { c, s0, s1, s2 } = seedrandom.alea(`${this.#seed}/${this.#path}`, { state: true }).state();
    this.#carry = c;
    this.#oldest = s0;
    this.#middle = s1;
    this.#latest = s2;
    this.#isStarted = true;
  }
}

function refuseRange(n: number): never {
  assert(false, `integer(${n}): expected a whole number from 1 to 2^32`);
}

/** The streams of one run. */
export class Streams {
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** The stream of that path, from its first number on: two calls with one path give two equal streams. */
  stream(path: string): Stream {
    return new Stream(this.#seed, path);
  }
}
