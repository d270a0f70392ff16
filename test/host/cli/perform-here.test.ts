/** A command that runs in the thread that calls. */
import { afterEach, expect, it, vi } from 'vitest';
import { commandContext } from '../../../src/host/app/process/command-context.ts';
import { CallMistake, Interrupted } from '../../../src/host/app/process/exit.ts';
import type { CommandRow } from '../../../src/host/cli/command.ts';
import { performHere } from '../../../src/host/cli/supervision/perform-here.ts';

afterEach(() => void vi.restoreAllMocks());

const rowOf = (action: (...words: never[]) => unknown): CommandRow =>
  ({ name: 'act', load: () => Promise.resolve(action) }) as unknown as CommandRow;

it('gets its words, and gives its code', async () => {
  expect(
    await performHere(
      rowOf((one: number, other: number) => one - other),
      [7, 4],
      {},
    ),
  ).toBe(3);
});

it('does not begin after a signal', async () => {
  const action = vi.fn<() => number>();
  vi.spyOn(commandContext, 'signal', 'get').mockReturnValue(AbortSignal.abort());
  await expect(performHere(rowOf(action), [], {})).rejects.toEqual(new Interrupted('before it began'));
  expect(action).not.toHaveBeenCalled();
});

it('has a mistake in an option for one of the place that set it', async () => {
  const row = rowOf(() => Promise.reject(new CallMistake('--runs x: expected a number')));
  await expect(performHere(row, [], {})).rejects.toThrow('--runs x: expected a number');
  const origins = { '--runs': { key: 'act.runs' } };
  await expect(performHere(row, [], origins)).rejects.toThrow(/^act\.runs x: expected a number$/);
});
