/** What a test sees of a signal: this process gets none. */
import { onTestFinished, vi } from 'vitest';
import { commandContext } from '../../../../src/host/app/process/command-context.ts';

/** Until the end of the test it is as if a first signal had come; with `after`, from the time that it gives true. */
export function signalled(after: () => boolean = () => true): void {
  const [before, come] = [new AbortController().signal, AbortSignal.abort()];
  const spy = vi.spyOn(commandContext, 'signal', 'get').mockImplementation(() => (after() ? come : before));
  onTestFinished(() => spy.mockRestore());
}

/** A context as a thread of a command has one, which may be attached to a supervisor. */
export const newContext = (): typeof commandContext =>
  new (commandContext.constructor as new () => typeof commandContext)();
