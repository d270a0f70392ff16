/**
 * The nonces seen under one server seed. Most seeds are played in order, so that the lowest and the highest nonce say
 * all; the others keep a bit a nonce in blocks.
 */

const blockBits = 1024;

/** Nonces that do not form one run. */
export class NonceSet {
  readonly #blocks = new Map<number, Uint32Array>();

  /** The nonces from `low` to `high`, both included. */
  constructor(low: number, high: number) {
    for (let nonce = low; nonce <= high; nonce += 1) this.add(nonce);
  }

  /** False where the nonce was there before. */
  add(nonce: number): boolean {
    const number = Math.floor(nonce / blockBits);
    const bit = nonce - number * blockBits;
    let block = this.#blocks.get(number);
    if (block === undefined) this.#blocks.set(number, (block = new Uint32Array(blockBits / 32)));
    const before = block[bit >>> 5]!;
    block[bit >>> 5] = before | (1 << (bit & 31));
    return block[bit >>> 5] !== before;
  }
}
