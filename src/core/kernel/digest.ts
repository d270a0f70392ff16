/**
 * The rolling digest of a run: MurmurHash3_x86_128 (Austin Appleby, seed 0) of the little-endian bytes of all folded
 * words, in integer arithmetic. It detects accidental differences of runs, not forgery.
 */
import { InvariantError } from '../base/assert.ts';

const c1 = 0x239b961b;
const c2 = 0xab0e9789 | 0;
const c3 = 0x38b34ae5;
const c4 = 0xa1e38b93 | 0;

const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

const scramble1 = (k: number): number => Math.imul(rotate(Math.imul(k, c1), 15), c2);
const scramble2 = (k: number): number => Math.imul(rotate(Math.imul(k, c2), 16), c3);
const scramble3 = (k: number): number => Math.imul(rotate(Math.imul(k, c3), 17), c4);
const scramble4 = (k: number): number => Math.imul(rotate(Math.imul(k, c4), 18), c1);

function avalanche(lane: number): number {
  const once = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}

const hexadecimal = (lane: number): string => (lane >>> 0).toString(16).padStart(8, '0');

/** A rolling hash, equal on every machine for the same words in the same order; costs no allocation per word. */
export class Digest {
  #h1 = 0;
  #h2 = 0;
  #h3 = 0;
  #h4 = 0;
  /** The words of the incomplete block. */
  #k1 = 0;
  #k2 = 0;
  #k3 = 0;
  #pendingCount = 0;
  #blockCount = 0;

  /** Folds one 32-bit word; a number outside of int32 is taken modulo 2^32. */
  foldWord(word: number): void {
    const pending = this.#pendingCount;
    this.#pendingCount = (pending + 1) & 3;
    if (pending === 0) this.#k1 = word | 0;
    else if (pending === 1) this.#k2 = word | 0;
    else if (pending === 2) this.#k3 = word | 0;
    else this.#mix(this.#k1, this.#k2, this.#k3, word);
  }

  /**
   * Folds a safe integer as two words of two's complement, the low one first. Throws `InvariantError` for any other
   * number.
   */
  foldInteger(value: number): void {
    if (!Number.isSafeInteger(value)) throw new InvariantError(`a digest folds safe integers, not ${value}`);
    this.foldWord(value | 0);
    this.foldWord(Math.floor(value / 4_294_967_296));
  }

  /** Folds the number of UTF-16 code units, then the units, two per word. */
  foldText(text: string): void {
    const { length } = text;
    this.foldWord(length);
    for (let index = 0; index + 1 < length; index += 2) {
      this.foldWord(text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16));
    }
    if ((length & 1) === 1) this.foldWord(text.charCodeAt(length - 1));
  }

  /** The digest of everything folded so far as 32 hexadecimal digits; folding may continue. */
  value(): string {
    const pending = this.#pendingCount;
    const byteCount = (this.#blockCount * 16 + pending * 4) | 0;
    const h1 = this.#h1 ^ (pending > 0 ? scramble1(this.#k1) : 0) ^ byteCount;
    const h2 = this.#h2 ^ (pending > 1 ? scramble2(this.#k2) : 0) ^ byteCount;
    const h3 = this.#h3 ^ (pending > 2 ? scramble3(this.#k3) : 0) ^ byteCount;
    const h4 = this.#h4 ^ byteCount;
    const sum = (h1 + h2 + h3 + h4) | 0;
    const lanes = [avalanche(sum), avalanche(sum + h2), avalanche(sum + h3), avalanche(sum + h4)];
    const [f1 = 0, f2 = 0, f3 = 0, f4 = 0] = lanes;
    const total = f1 + f2 + f3 + f4;
    return hexadecimal(total) + hexadecimal(total + f2) + hexadecimal(total + f3) + hexadecimal(total + f4);
  }

  #mix(k1: number, k2: number, k3: number, k4: number): void {
    const h1 = (rotate(this.#h1 ^ scramble1(k1), 19) + this.#h2) | 0;
    this.#h1 = (Math.imul(h1, 5) + 0x561ccd1b) | 0;
    const h2 = (rotate(this.#h2 ^ scramble2(k2), 17) + this.#h3) | 0;
    this.#h2 = (Math.imul(h2, 5) + 0x0bcaa747) | 0;
    const h3 = (rotate(this.#h3 ^ scramble3(k3), 15) + this.#h4) | 0;
    this.#h3 = (Math.imul(h3, 5) + 0x96cd1c35) | 0;
    const h4 = (rotate(this.#h4 ^ scramble4(k4), 13) + this.#h1) | 0;
    this.#h4 = (Math.imul(h4, 5) + 0x32ac3b17) | 0;
    this.#blockCount += 1;
  }
}
