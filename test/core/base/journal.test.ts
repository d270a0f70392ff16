import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/core/base/assert.ts';
import { Journal } from '../../../src/core/base/journal.ts';
import { GroupIndex, Table } from '../../../src/core/base/table.ts';

describe('a journal', () => {
  it('undoes in reverse order', () => {
    const journal = new Journal();
    const undone: number[] = [];
    journal.begin();
    for (const step of [1, 2, 3]) journal.record(() => undone.push(step));
    journal.rollback();
    expect([undone, journal.open]).toEqual([[3, 2, 1], false]);
  });

  it('forgets everything on commit, and whatever happens while it is closed', () => {
    const journal = new Journal();
    const undone: string[] = [];
    journal.record(() => undone.push('before'));
    journal.begin();
    journal.record(() => undone.push('committed'));
    journal.commit();
    journal.record(() => undone.push('between'));
    journal.begin();
    journal.rollback();
    expect(undone).toEqual([]);
  });

  it.each([
    [
      'opening it twice',
      (journal: Journal) => (journal.begin(), journal.begin()),
      'a journal is opened once at a time',
    ],
    ['a commit without a begin', (journal: Journal) => journal.commit(), 'only an open journal commits'],
    [
      'a rollback without a begin',
      (journal: Journal) => journal.rollback(),
      'only an open journal rolls back',
    ],
  ])('takes %s for a bug', (_, misuse, message) => {
    expect(() => misuse(new Journal())).toThrow(new InvariantError(message));
  });
});

interface Row {
  name: string;
  count: number;
  note?: string;
}

type Step =
  | { do: 'insert'; key: number; count: number }
  | { do: 'update'; key: number; patch: Partial<Row> }
  | { do: 'group'; key: number; group: number };

const keys = fc.nat({ max: 9 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('insert' as const), key: keys, count: fc.nat() }),
    fc.record({
      do: fc.constant('update' as const),
      key: keys,
      patch: fc.record({ count: fc.nat(), note: fc.string() }, { requiredKeys: [] }),
    }),
    fc.record({ do: fc.constant('group' as const), key: keys, group: fc.nat({ max: 2 }) }),
  ),
  { maxLength: 40 },
);

function newStore() {
  const journal = new Journal();
  const table = new Table<Row>(journal);
  const groups = new GroupIndex<Row>(journal);
  const perform = (step: Step): void => {
    const key = `k${step.key}`;
    const row = table.get(key);
    if (step.do === 'insert') {
      if (row === undefined) table.insert(key, { name: key, count: step.count });
    } else if (row !== undefined) {
      if (step.do === 'update') table.update(row, step.patch);
      else groups.add(`g${step.group}`, row);
    }
  };
  /** Everything a reader could tell apart, order included. */
  const image = (): string =>
    JSON.stringify([table.size, [...table.rows()], ['g0', 'g1', 'g2'].map((group) => groups.get(group))]);
  return { journal, table, groups, perform, image };
}

describe('tables', () => {
  it('are exactly what they were after a rollback, whatever was done to them', () => {
    fc.assert(
      fc.property(steps, steps, (before, undone) => {
        const { journal, perform, image } = newStore();
        before.forEach(perform);
        const kept = image();
        journal.begin();
        undone.forEach(perform);
        journal.rollback();
        expect(image()).toBe(kept);
      }),
      { numRuns: 300 },
    );
  });

  it('keep everything after a commit', () => {
    fc.assert(
      fc.property(steps, steps, (before, kept) => {
        const [journaled, plain] = [newStore(), newStore()];
        before.forEach(journaled.perform);
        journaled.journal.begin();
        kept.forEach(journaled.perform);
        journaled.journal.commit();
        [...before, ...kept].forEach(plain.perform);
        expect(journaled.image()).toBe(plain.image());
      }),
    );
  });

  it('give rows in order of insertion, whatever their keys', () => {
    const { table } = newStore();
    for (const name of ['10', '9', 'b', '1', 'a']) table.insert(name, { name, count: 0 });
    expect([...table.rows()].map(({ name }) => name)).toEqual(['10', '9', 'b', '1', 'a']);
  });

  it('take a second row under one key for a bug, and keep the first', () => {
    const { table } = newStore();
    const row = table.insert('k', { name: 'first', count: 0 });
    expect(() => table.insert('k', { name: 'second', count: 0 })).toThrow(InvariantError);
    expect(table.get('k')).toBe(row);
  });

  it('hold keys that objects inherit like any other', () => {
    const { table, groups } = newStore();
    expect([table.get('constructor'), groups.get('__proto__')]).toEqual([undefined, []]);
    groups.add('__proto__', table.insert('constructor', { name: 'c', count: 1 }));
    expect(groups.get('__proto__')).toEqual([table.get('constructor')]);
  });
});

describe('a table', () => {
  it('changes rows as they are told, with a journal open or closed, and rolls an open one back', () => {
    const journal = new Journal();
    const [table, groups] = [new Table<Row>(journal), new GroupIndex<Row>(journal)];
    const row = table.insert('a', { name: 'a', count: 1 });
    groups.add('g', row);
    table.update(row, { count: 2 });
    journal.begin();
    table.update(row, { count: 3, note: 'new' });
    groups.add('g', table.insert('b', { name: 'b', count: 9 }));
    expect([table.size, row, groups.get('g').length]).toEqual([2, { name: 'a', count: 3, note: 'new' }, 2]);
    journal.rollback();
    expect([table.size, row, groups.get('g')]).toEqual([1, { name: 'a', count: 2 }, [row]]);
    expect([table.get('a'), table.get('b'), [...table.rows()], groups.get('h')]).toEqual([
      row,
      undefined,
      [row],
      [],
    ]);
  });

  it('takes a key that is inserted twice for a bug', () => {
    const table = new Table<Row>(new Journal());
    table.insert('a', { name: 'a', count: 1 });
    expect(() => table.insert('a', { name: 'b', count: 2 })).toThrow(
      new InvariantError('key a is inserted once'),
    );
  });
});
