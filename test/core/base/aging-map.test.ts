/** A map that drops its oldest entries, beside a plain list of them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AgingMap } from '../../../src/core/base/aging-map.ts';

interface Entry {
  readonly key: number;
  readonly value: { readonly number: number };
}

const command = fc.oneof(
  fc.record({ key: fc.nat(12) }),
  fc.record({ keep: fc.nat(10) }),
  fc.record({ before: fc.nat(60) }),
);

it('holds what a list holds in which each entry that is set goes to the end', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 80 }), (commands) => {
      const map = new AgingMap<number, Entry['value']>();
      let list: Entry[] = [];
      for (const [number, step] of commands.entries()) {
        if ('key' in step) {
          const entry = { key: step.key, value: { number } };
          map.set(entry.key, entry.value);
          list = [...list.filter(({ key }) => key !== entry.key), entry];
        } else if ('keep' in step) {
          map.dropWhile(() => map.size > step.keep);
          list = list.slice(Math.max(0, list.length - step.keep));
        } else {
          map.dropWhile((oldest) => oldest.number < step.before);
          const first = list.findIndex(({ value }) => value.number >= step.before);
          list = first < 0 ? [] : list.slice(first);
        }
        expect(map.size).toBe(list.length);
        for (let key = 0; key <= 12; key++)
          expect(map.get(key)).toBe(list.find((entry) => entry.key === key)?.value);
      }
    }),
    { numRuns: 300 },
  );
});
