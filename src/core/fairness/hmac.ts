/**
 * Production's randomness: HMAC-SHA256 with the server seed as key over `clientSeed:nonce:cursor`. A player who
 * knows the server seed after its rotation can recompute every draw of a round (gap C20).
 *
 * In bytes: key and message are the UTF-8 of their text (the server seed is text of 64 hexadecimal digits, used as
 * text); nonce and cursor are decimal. A digest of 32 bytes is eight words of 32 bits, the most significant byte first,
 * used from left to right. Cursor 0 is the first digest of a round, and the cursor rises by one a digest. Each pick takes
 * words until one passes (`rejectionPick`), n = 1 too. A pick above 2^32 is refused.
 */
import { createHmac, hash } from 'node:crypto';
import { assert } from '../base/assert.ts';
import { rejectionPick, type Pick } from './pick.ts';

/** The inputs that determine the draws of one round. */
export interface RoundSeeds {
  readonly serverSeed: string;
  readonly clientSeed: string;
  /** Counts the rounds under one server seed, from 0. */
  readonly nonce: number;
}

const wordsPerDigest = 8;

/** The words of one round, in order; a round that continues in a later call resumes after the words it has used. */
export class HmacWords {
  readonly #seeds: RoundSeeds;
  #used: number;
  #digest: Buffer | undefined = undefined;

  constructor(seeds: RoundSeeds, used = 0) {
    assert(
      Number.isSafeInteger(seeds.nonce) && seeds.nonce >= 0,
      () => `a nonce counts from 0: ${seeds.nonce}`,
    );
    this.#seeds = seeds;
    this.#used = used;
  }

  /** How many words the round has used so far: what to resume after. */
  get used(): number {
    return this.#used;
  }

  /** The round's randomness. */
  readonly pick: Pick = rejectionPick(() => this.#next());

  #next(): number {
    const position = this.#used % wordsPerDigest;
    if (position === 0 || this.#digest === undefined) this.#digest = this.#digestAt(this.#used - position);
    this.#used += 1;
    return this.#digest.readUInt32BE(position * 4);
  }

  #digestAt(firstWord: number): Buffer {
    const { serverSeed, clientSeed, nonce } = this.#seeds;
    const cursor = firstWord / wordsPerDigest;
    return createHmac('sha256', serverSeed).update(`${clientSeed}:${nonce}:${cursor}`).digest();
  }
}

/** The pick of a round that is settled in one call. */
export const hmacPick = (seeds: RoundSeeds): Pick => new HmacWords(seeds).pick;

/** The public commitment to a server seed: the SHA-256 of its text, in hexadecimal. */
export const commitmentOf = (serverSeed: string): string => hash('sha256', serverSeed);
