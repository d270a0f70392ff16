/** The set of occupied lists agrees with a plain set: what is in it, its first list, and when it is empty. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OccupiedLists } from '../../../src/core/kernel/occupied-lists.ts';

it('has the lowest of its lists first, whatever was added and deleted', () => {
  const list = fc.oneof(fc.nat(6 * 1024 - 1), fc.constantFrom(0, 31, 32, 1023, 1024, 1055, 6143));
  fc.assert(
    fc.property(fc.array(fc.tuple(list, fc.boolean()), { maxLength: 60 }), (steps) => {
      const lists = new OccupiedLists(6);
      const plain = new Set<number>();
      for (const [number, isAdded] of steps) {
        if (isAdded) {
          lists.add(number);
          plain.add(number);
        } else if (plain.delete(number)) lists.delete(number);
        const levels = new Set(Array.from(plain, (each) => each >> 10));
        expect(lists.levels).toBe(Array.from(levels).reduce((bits, level) => bits | (1 << level), 0));
        if (plain.size > 0) expect(lists.first()).toBe(Math.min(...plain));
      }
    }),
    { numRuns: 300 },
  );
});
