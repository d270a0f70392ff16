/** `orrery run --watch`: runs a scenario again, each time in a new process, when a file that it depends on changes. */
import { existsSync } from 'node:fs';
import { commandContext } from '../../../app/process/command-context.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { startOwnProgram } from '../../../app/process/own-program.ts';
import { filesOfRun, nextChange, statesOf } from '../../../app/run/watched-files.ts';
import { scenarioHost } from '../../../app/run/scenario-host.ts';
import { complain } from '../../output/output.ts';
import { scenarioOf, type ScenarioOptions } from './scenario-of.ts';

interface WatchOptions extends ScenarioOptions {
  quiet?: boolean;
  json?: boolean;
}

/**
 * Resolves with 0 after a signal. `words` call one run. A change during a run ends that run; a run that fails, and a file
 * with a mistake, wait for the next change. Throws for a wrong call, and for a scenario that is not there.
 */
export async function watchScenario(
  file: string,
  options: WatchOptions,
  words: readonly string[],
): Promise<number> {
  await assertWatchable(file, options);
  commandContext.isMeantToBeStopped = true;
  commandContext.finishesAfterSignal();
  const note = (text: string): void => {
    if (options.quiet !== true && options.json !== true) complain(`${text}\n`);
  };
  const { signal } = commandContext;
  while (!signal.aborted) {
    const files = await filesOfRun(file);
    const before = statesOf(files);
    const run = startOwnProgram(words);
    const changed = nextChange(before, signal);
    const isOver = await Promise.race([run.ended.then(() => true), changed.then(() => false)]);
    if (isOver && !signal.aborted) note(`watching ${counted(files.length)}; Ctrl-C ends`);
    const cause = await changed;
    run.stop();
    await run.ended;
    if (cause !== undefined) note(`changed: ${cause}`);
  }
  return exitCode.held;
}

const counted = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/** A mistake in a file can be corrected while it is watched; one of the call cannot. */
async function assertWatchable(file: string, options: WatchOptions): Promise<void> {
  try {
    await scenarioOf(file, options);
  } catch (error) {
    if (error instanceof CallMistake || !existsSync(scenarioHost.find?.(file) ?? file)) throw error;
  }
}
