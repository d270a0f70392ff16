/** Runs a command in the thread that calls: nothing interrupts it, and no step of it is known not to end. */
import type { CommandRow } from '../command.ts';
import { blamed, type OptionOrigins } from '../options/option-origins.ts';

/** Resolves with the exit code; rejects with what the command throws. */
export async function performHere(
  row: CommandRow,
  words: readonly unknown[],
  origins: OptionOrigins,
): Promise<number> {
  const action = (await row.load()) as (...words: readonly unknown[]) => number | Promise<number>;
  try {
    return await action(...words);
  } catch (error) {
    throw blamed(error, origins);
  }
}
