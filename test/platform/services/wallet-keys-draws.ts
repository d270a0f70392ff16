/** Random keys, amounts and texts for the tests of the wallet's keys, the same on every run: SHA-512 in counter mode. */
import { hash } from 'node:crypto';

export class Draws {
  readonly #name: string;
  #count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  bytes(length: number): Uint8Array {
    const parts: Buffer[] = [];
    for (let have = 0; have < length; have += 64) {
      parts.push(hash('sha512', `${this.#name} ${String((this.#count += 1))}`, 'buffer'));
    }
    return new Uint8Array(Buffer.concat(parts).subarray(0, length));
  }

  hex(length: number): string {
    return Buffer.from(this.bytes(length)).toString('hex');
  }

  /** Below a bound of at most 2^32. */
  below(bound: number): number {
    return Number(BigInt(`0x${this.hex(8)}`) % BigInt(bound));
  }

  /** A number of some length up to that many bits, zero excluded: small ones are as likely as large ones. */
  big(bitsMax: number): bigint {
    const bits = BigInt(this.below(bitsMax) + 1);
    return (BigInt(`0x${this.hex(64)}`) % (1n << bits)) + 1n;
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}
