/** Runs a command in the thread that calls: nothing interrupts it, and no step of it is known not to end. */
import type { CommandRow } from '../command.ts';

/** Resolves with the exit code; rejects with what the command throws. */
export async function performHere(row: CommandRow, words: readonly unknown[]): Promise<number> {
  const action = (await row.load()) as (...words: readonly unknown[]) => number | Promise<number>;
  return action(...words);
}
