/** Calls that are refused before anything is done. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { called } from './called.ts';
import { folderOf } from './wrong-folder.ts';

/** By how a call begins: how it goes on, and the line. */
export type WrongCalls = Readonly<Record<string, readonly (readonly [string, string])[]>>;

const wordsOf = (...parts: readonly string[]): string[] =>
  parts
    .filter((part) => part !== '')
    .join(' ')
    .split(' ');

/** Each call ends with exit code 2, the line on stderr, and nothing on stdout. */
export function describeWrong(wrong: WrongCalls): void {
  describe.each(Object.entries(wrong))('orrery %s', (begins, rows) => {
    let folder = '';
    const ends: (() => void)[] = [];
    afterAll(() => ends.forEach((end) => end()));
    // One for all calls, which write nothing. The first one loads the modules of the command.
    beforeAll(async () => {
      folder = folderOf((end) => ends.push(end));
      await called(folder, wordsOf(begins, rows[0]![0]));
    });

    it.each(rows)('%s', async (words, line) => {
      const { code, stdout, stderr } = await called(folder, wordsOf(begins, words));
      expect([code, stdout, stderr]).toEqual([2, '', `orrery: ${line}\n`]);
    });
  });
}
