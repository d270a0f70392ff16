/** Mutants that are tried together come out as they would alone. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Groups } from './groups.ts';

const mutantIds = fc.uniqueArray(fc.nat({ max: 999 }).map(String), { maxLength: 200 });

/** What a test says that notices `noticed` and no other, and with which a mutant hides those that `hides` says. */
function tried(groups: Groups, isNoticed: (id: string) => boolean, hides: (id: string) => readonly string[]) {
  const [passed, failed, sizes]: [string[], string[], number[]] = [[], [], []];
  for (let group = groups.next(); group !== undefined; group = groups.next()) {
    sizes.push(group.length);
    const hidden = new Set(group.length === 1 ? [] : group.flatMap((id) => hides(id)));
    const hit = new Set(group.filter((id) => !hidden.has(id)));
    if ([...hit].some((id) => isNoticed(id))) {
      const single = groups.failed(group);
      if (single !== undefined) failed.push(single);
    } else passed.push(...groups.passed(group, hit));
  }
  return { passed: new Set(passed), failed: new Set(failed), count: passed.length + failed.length, sizes };
}

it('settles each mutant once, as a test alone would, even where one hides the next', () => {
  fc.assert(
    fc.property(mutantIds, fc.integer({ min: 1, max: 50 }), (ids, every) => {
      const isNoticed = (id: string): boolean => Number(id) % every === 0;
      const outcome = tried(new Groups(ids), isNoticed, (id) => [String(Number(id) + 1)]);
      expect(outcome.failed).toEqual(new Set(ids.filter((id) => isNoticed(id))));
      expect(outcome.passed).toEqual(new Set(ids.filter((id) => !isNoticed(id))));
      expect(outcome.count).toBe(ids.length);
    }),
  );
});

it('needs few attempts where few are noticed, and settles all where no place is passed', () => {
  const ids = Array.from({ length: 500 }, (_, at) => String(at));
  expect(
    tried(
      new Groups(ids),
      (id) => id === '77',
      () => [],
    ).sizes.length,
  ).toBeLessThan(30);
  expect(
    tried(
      new Groups(ids),
      () => false,
      () => ids,
    ).passed,
  ).toEqual(new Set(ids));
});

it('tries those by themselves that are to be', () => {
  const ids = Array.from({ length: 50 }, (_, at) => String(at));
  const groups = new Groups(ids, { isAlone: (id) => id === '30' || id === '4' });
  const seen: string[][] = [];
  for (let group = groups.next(); group !== undefined; group = groups.next()) {
    seen.push(group);
    groups.passed(group, new Set(group));
  }
  expect(seen.filter((group) => group.includes('30') || group.includes('4'))).toEqual([['30'], ['4']]);
  expect(seen.flat().toSorted()).toEqual(ids.toSorted());
});
