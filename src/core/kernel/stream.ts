/**
 * Named random streams. A stream's numbers depend on the run's seed and on its own path alone, so adding an agent,
 * or a draw in one stream, never disturbs another. The generator is Baagøe's Alea as `seedrandom` ships it.
 */
import seedrandom from 'seedrandom';
import { assert } from '../base/assert.ts';

const wordCount = 2 ** 32;

/**
 * Random numbers in a fixed order. The generator is built at the first draw: an unused stream costs next to nothing.
 */
export class Stream {
  readonly #seed: string;
  readonly #path: string;
  #generator: seedrandom.PRNG | undefined = undefined;

  constructor(seed: string, path: string) {
    this.#seed = seed;
    this.#path = path;
  }

  /** A number in [0, 1) with 53 random bits. */
  unit(): number {
    return (this.#generator ?? this.#start()).double();
  }

  /** An integer in [0, 2^32). */
  word(): number {
    return (this.#generator ?? this.#start()).int32() >>> 0;
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

  #start(): seedrandom.PRNG {
    return (this.#generator = seedrandom.alea(`${this.#seed}/${this.#path}`));
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
