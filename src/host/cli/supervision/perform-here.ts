/** Runs a command in the thread that calls. */
import type { CommandRow } from '../command.ts';
import { commandContext } from '../../app/process/command-context.ts';
import { blamed, type OptionOrigins } from '../options/option-origins.ts';

/** Resolves with the exit code; rejects with what the command throws, or `Interrupted` where a signal came before its code. */
export async function performHere(
  row: CommandRow,
  words: readonly unknown[],
  origins: OptionOrigins,
): Promise<number> {
  const action = (await row.load()) as (...words: readonly unknown[]) => number | Promise<number>;
  commandContext.assertGoesOn(() => 'before it began');
  try {
    return await action(...words);
  } catch (error) {
    throw blamed(error, origins);
  }
}
