import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commitmentOf, hmacPick, HmacWords } from '../../../src/core/fairness/hmac.ts';

const serverSeed = 'a3f1'.repeat(16);
const seeds = { serverSeed, clientSeed: 'my own seed', nonce: 7 };

/** HMAC by its definition (RFC 2104) from the bare hash, so that nothing of `createHmac` is used. */
function hmacByDefinition(key: string, message: string): Buffer {
  const sha256 = (...parts: Uint8Array[]): Buffer => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
  const block = Buffer.alloc(64);
  block.set(Buffer.byteLength(key) > 64 ? sha256(Buffer.from(key)) : Buffer.from(key));
  const inner = sha256(
    block.map((byte) => byte ^ 0x36),
    Buffer.from(message),
  );
  return sha256(
    block.map((byte) => byte ^ 0x5c),
    inner,
  );
}

/** The words of a round, computed on the side. */
function wordsByDefinition(count: number): number[] {
  const words: number[] = [];
  for (let cursor = 0; words.length < count; cursor += 1) {
    const digest = hmacByDefinition(serverSeed, `my own seed:7:${cursor}`);
    for (let byte = 0; byte < 32; byte += 4) {
      words.push(
        ((digest[byte]! * 256 + digest[byte + 1]!) * 256 + digest[byte + 2]!) * 256 + digest[byte + 3]!,
      );
    }
  }
  return words.slice(0, count);
}

describe('the HMAC pick', () => {
  it('agrees with test case 2 of RFC 4231, on which the second computation rests', () => {
    expect(hmacByDefinition('Jefe', 'what do ya want for nothing?').toString('hex')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('reads whole words, most significant byte first, eight a digest, then the next cursor', () => {
    const pick = hmacPick(seeds);
    expect(Array.from({ length: 20 }, () => pick(2 ** 32))).toEqual(wordsByDefinition(20));
  });

  it('draws below n by rejection on those words', () => {
    const n = 3_000_000_000;
    const pick = hmacPick(seeds);
    const passing = wordsByDefinition(40).filter((word) => word < n);
    expect(Array.from({ length: 20 }, () => pick(n))).toEqual(passing.slice(0, 20));
  });

  it('draws the same numbers on every machine', () => {
    const pick = hmacPick(seeds);
    expect([pick(100), pick(37), pick(2), pick(1), pick(6)]).toEqual(golden);
  });

  it.each([0, 1, 7, 8, 9, 31])('resumes a round after %d words as if it had never stopped', (used) => {
    const first = new HmacWords(seeds);
    for (let count = 0; count < used; count += 1) first.pick(2 ** 32);
    expect(first.used).toBe(used);
    const resumed = new HmacWords(seeds, used);
    expect(Array.from({ length: 10 }, () => resumed.pick(2 ** 32))).toEqual(
      wordsByDefinition(used + 10).slice(used),
    );
    expect(resumed.used).toBe(used + 10);
  });

  it.each([
    ['server seed', { ...seeds, serverSeed: 'b' }],
    ['client seed', { ...seeds, clientSeed: 'other' }],
    ['nonce', { ...seeds, nonce: 8 }],
  ])('depends on the %s', (_, changed) => {
    expect(hmacPick(changed)(2 ** 32)).not.toBe(hmacPick(seeds)(2 ** 32));
  });

  it.each([-1, 0.5, Number.NaN])('refuses nonce %d', (nonce) => {
    expect(() => new HmacWords({ ...seeds, nonce })).toThrow('a nonce counts from 0');
  });

  it('refuses a pick above 2^32', () => {
    expect(() => hmacPick(seeds)(2 ** 32 + 1)).toThrow('expected a whole number from 1 to 4294967296');
  });

  it('commits to a server seed by its SHA-256', () => {
    expect(commitmentOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

/** Computed once with Python's hmac module. */
const golden = [33, 12, 0, 0, 3];
