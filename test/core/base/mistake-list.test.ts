import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../src/core/base/file-mistake.ts';
import { MistakeList } from '../../../src/core/base/mistake-list.ts';

const mistake = (line: number, others: FileMistake[] = []): FileMistake =>
  new FileMistake('a.yaml', { line, column: 2 }, `wrong at ${line}`, others);

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

/** The lines of a mistake and of those beside it. */
const linesOf = (thrown: unknown): number[] =>
  thrown instanceof FileMistake ? [thrown, ...thrown.others].map(({ line }) => line) : [];

const fails = (error: Error) => (): never => {
  throw error;
};

describe('a list of mistakes', () => {
  it('says file, line, column and reason of each', () => {
    const { name, message, file, line, column, reason, others } = mistake(3);
    expect([name, message]).toEqual(['FileMistake', 'a.yaml:3:2: wrong at 3']);
    expect([file, line, column, reason, others]).toEqual(['a.yaml', 3, 2, 'wrong at 3', []]);
  });

  it('throws the first with all others beside it, in the order in which they were found', () => {
    const list = new MistakeList();
    expect([list.isEmpty, list.throwFirst()]).toEqual([true, undefined]);
    list.keep(mistake(1, [mistake(2)]));
    expect(list.attempt(fails(mistake(3, [mistake(4)])), 'instead')).toBe('instead');
    expect(list.attempt(() => 'read', 'instead')).toBe('read');
    list.keep(mistake(5));
    expect(list.isEmpty).toBe(false);
    const thrown = thrownBy(() => list.throwFirst());
    expect(linesOf(thrown)).toEqual([1, 2, 3, 4, 5]);
    expect(String(thrown)).toBe('FileMistake: a.yaml:1:2: wrong at 1');
  });

  it('ends the reading with a part that must be there', () => {
    const list = new MistakeList();
    expect(list.must(() => 'read')).toBe('read');
    list.keep(mistake(1));
    expect(linesOf(thrownBy(() => list.must(fails(mistake(2)))))).toEqual([1, 2]);
  });

  it('takes nothing else for a mistake of a file', () => {
    const [list, bug] = [new MistakeList(), new TypeError('a bug')];
    expect(thrownBy(() => list.attempt(fails(bug), 0))).toBe(bug);
    expect(thrownBy(() => list.must(fails(bug)))).toBe(bug);
    expect(list.isEmpty).toBe(true);
    list.keep(mistake(1));
    expect(linesOf(thrownBy(() => list.must(fails(bug))))).toEqual([1]);
  });
});
