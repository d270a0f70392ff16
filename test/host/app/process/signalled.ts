/** What a test sees of a signal: this process gets none. */
import { setMaxListeners } from 'node:events';
import { onTestFinished, vi } from 'vitest';
import { commandContext } from '../../../../src/host/app/process/command-context.ts';

/** Until the end of the test it is as if a first signal had come; with `after`, from the time that it gives true. */
export function signalled(after: () => boolean = () => true): void {
  const [before, come] = [new AbortController().signal, AbortSignal.abort()];
  const spy = vi.spyOn(commandContext, 'signal', 'get').mockImplementation(() => (after() ? come : before));
  onTestFinished(() => spy.mockRestore());
}

/** A signal that `come` sends to the commands of this process; `restore` takes it back. */
export function ownSignal(): { come: () => void; restore: () => void } {
  const control = new AbortController();
  setMaxListeners(0, control.signal);
  const spy = vi.spyOn(commandContext, 'signal', 'get').mockReturnValue(control.signal);
  return { come: () => control.abort(), restore: () => spy.mockRestore() };
}

/** A context as a thread of a command has one, which may be attached to a supervisor. */
export const newContext = (): typeof commandContext =>
  new (commandContext.constructor as new () => typeof commandContext)();
