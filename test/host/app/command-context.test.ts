/** What a command hears of its supervisor, which a test has none of. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { commandContext } from '../../../src/host/app/process/command-context.ts';

it('lets any number of parts wait for a signal, without a warning of Node', async () => {
  const warnings: string[] = [];
  const heard = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', heard);
  onTestFinished(() => void process.off('warning', heard));
  const over = Array.from({ length: 100 }, () => commandContext.onInterrupt(() => undefined));
  await turn();
  for (const stopListening of over) stopListening();
  expect(warnings).toEqual([]);
});
