/** The seed of a commitment is found in an answer whatever its name, and nothing else is taken for it. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedIn } from '../../../../src/verification/audit/live/own-fields.ts';

describe('the seed of a commitment', () => {
  const commitment = createHash('sha256').update('seed').digest('hex');
  const within = (depth: number, field: object): object =>
    depth === 0 ? field : { inner: [within(depth - 1, field)] };

  it('is found under any name, however deep up to four objects and lists', () => {
    expect(seedIn(new Map<string, unknown>([['a', 1], ['b', 'seed']]), commitment)).toBe('seed');
    expect(seedIn(new Map(Object.entries(within(2, { x: 'seed' }))), commitment)).toBe('seed');
    expect(seedIn(new Map(Object.entries(within(3, { x: 'seed' }))), commitment)).toBeUndefined();
  }); // prettier-ignore

  it('is none that is shown as a commitment, is no text, or is another text', () => {
    for (const name of ['next_hash', 'Commitment', 'HASH'])
      expect(seedIn(new Map([[name, 'seed']]), commitment)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = seedIn(new Map<string, unknown>([['a', text], ['b', null], ['c', 4]]), commitment);
        expect(found).toBe(text === 'seed' ? 'seed' : undefined);
      }),
    );
  }); // prettier-ignore

  it('has 512 characters at most', () => {
    for (const length of [1, 512, 513]) {
      const seed = 's'.repeat(length);
      const of = createHash('sha256').update(seed).digest('hex');
      expect(seedIn(new Map([['a', seed]]), of)).toBe(length > 512 ? undefined : seed);
    }
    const empty = createHash('sha256').update('').digest('hex');
    expect(seedIn(new Map([['a', '']]), empty)).toBeUndefined();
  });

  it('is not looked for behind 50,000 values', () => {
    const seeds = (count: number) => new Map<string, unknown>([['list', Array.from({ length: count }, () => 0)], ['last', { x: 'seed' }]]);
    // The two fields themselves and those of the list are looked at before it.
    expect(seedIn(seeds(49_997), commitment)).toBe('seed');
    expect(seedIn(seeds(49_998), commitment)).toBeUndefined();
  }); // prettier-ignore
});
