import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HmacLanes } from '../../../src/core/fairness/hmac-lanes.ts';
import { HmacWords } from '../../../src/core/fairness/hmac.ts';

/** A few words of each round, by both ways. */
function differences(
  seeds: { serverSeed: string; clientSeed: string },
  nonces: readonly number[],
  words = 20,
): number {
  const lanes = new HmacLanes(seeds);
  let different = 0;
  for (const nonce of nonces) {
    lanes.select(nonce);
    const slow = new HmacWords({ ...seeds, nonce });
    for (let draw = 0; draw < words; draw += 1) {
      // Also sizes that refuse many words, so that cursors run ahead.
      const n = draw % 3 === 0 ? 2 ** 31 + 1 : 1 + 977 * draw;
      if (lanes.pick(n) !== slow.pick(n)) different += 1;
    }
    if (lanes.used !== slow.used) different += 1;
  }
  return different;
}

const consecutive = Array.from({ length: 1100 }, (_, nonce) => nonce);

describe('rounds four at a time', () => {
  it.each([
    ['a usual pair', { serverSeed: 'a'.repeat(64), clientSeed: 'client' }],
    ['empty seeds', { serverSeed: '', clientSeed: '' }],
    ['text beyond ASCII', { serverSeed: 'şərəf 🎲', clientSeed: 'müşteri 🎰:7' }],
    ['a key longer than a block', { serverSeed: 'k'.repeat(65), clientSeed: 'c' }],
    ['a client seed of exactly one block with its nonce', { serverSeed: 's', clientSeed: 'c'.repeat(45) }],
    ['a client seed that leaves no room', { serverSeed: 's', clientSeed: 'c'.repeat(54) }],
    ['a client seed of many blocks', { serverSeed: 's', clientSeed: 'c'.repeat(500) }],
  ])('%s: the very words of createHmac', (_, seeds) => {
    expect(differences(seeds, consecutive)).toBe(0);
  });

  it('in any order of nonces, from the first to the last safe integer', () => {
    const nonces = [
      5,
      4,
      0,
      99_999,
      100_000,
      3,
      999_999_999_999,
      8,
      0,
      Number.MAX_SAFE_INTEGER - 4,
      12,
      10 ** 15,
    ];
    expect(differences({ serverSeed: 'x', clientSeed: 'y' }, nonces, 60)).toBe(0);
  });

  it('whatever the length of the client seed and the order of nonces of any length', () => {
    const nonce = fc.oneof(
      fc.nat(12),
      fc
        .tuple(fc.integer({ min: 1, max: 15 }), fc.integer({ min: -5, max: 5 }))
        .map(([digits, by]) => 10 ** digits + by),
    );
    const drawn = fc.record({
      length: fc.nat(56),
      nonces: fc.array(nonce, { minLength: 1, maxLength: 12 }),
    });
    fc.assert(
      fc.property(drawn, ({ length, nonces }) => {
        expect(differences({ serverSeed: 's', clientSeed: 'c'.repeat(length) }, nonces, 10)).toBe(0);
      }),
      { numRuns: 150, examples: [[{ length: 0, nonces: [8, 6] }]] },
    );
  });

  it('where nonces get one digit too long for a block, to the last of many words', () => {
    const seeds = { serverSeed: 's', clientSeed: 'c'.repeat(45) };
    expect(differences(seeds, [99_995, 99_996, 99_999, 100_000, 100_003], 900)).toBe(0);
  });

  it('has 1600 words a round', () => {
    const lanes = new HmacLanes({ serverSeed: 's', clientSeed: 'c' });
    const slow = new HmacWords({ serverSeed: 's', clientSeed: 'c', nonce: 3 });
    lanes.select(3);
    const drawn = Array.from({ length: 1600 }, () => lanes.pick(2 ** 32));
    expect(drawn).toEqual(Array.from({ length: 1600 }, () => slow.pick(2 ** 32)));
    expect(() => lanes.pick(2 ** 32)).toThrow('a round has an end');
  });

  it('two keys in turn do not disturb each other', () => {
    const [one, two] = [
      { serverSeed: 'one', clientSeed: 'first' },
      { serverSeed: 'two', clientSeed: 'second, longer' },
    ];
    const lanes = [new HmacLanes(one), new HmacLanes(two)];
    for (let nonce = 0; nonce < 50; nonce += 1) {
      for (const [index, seeds] of [one, two].entries()) {
        lanes[index]!.select(nonce);
        const slow = new HmacWords({ ...seeds, nonce });
        const drawn = Array.from({ length: 12 }, () => lanes[index]!.pick(1000));
        expect(drawn).toEqual(Array.from({ length: 12 }, () => slow.pick(1000)));
      }
    }
  });

  it.each([-1, 1.5, Number.NaN, 2 ** 53])('refuses nonce %d', (nonce) => {
    expect(() => new HmacLanes({ serverSeed: 's', clientSeed: 'c' }).select(nonce)).toThrow('counts from 0');
  });
});
