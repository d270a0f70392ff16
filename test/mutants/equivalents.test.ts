/** The list of generated mutants that no check can find names mutants of today. */
import { expect, it } from 'vitest';
import { equivalents as unseen } from './generated/equivalents.ts';
import { generation } from './generated/mutant.ts';

it('are mutants that count: each name of the list is one of the mutants that count', async () => {
  const files = new Set(Object.keys(unseen).map((name) => name.slice(0, name.indexOf(': '))));
  const { mutants: all } = await generation((file) => files.has(file));
  const names = new Set(all.filter(({ rule }) => rule === undefined).map(({ name }) => name));
  expect(Object.keys(unseen).filter((name) => !names.has(name))).toEqual([]);
});
