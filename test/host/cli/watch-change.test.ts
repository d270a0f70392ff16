/** `run --watch` where a file changes: the run ends, and another one begins. */
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCommand } from '../../../src/host/cli/commands/run/run.ts';
import { ownSignal } from '../app/process/signalled.ts';
import { folderWith } from './orrery.ts';
import { heardIn } from './terminal.ts';

/** In the place of a run: goes on until it is ended. */
const goOn = ': > began; exec sleep 1000';

// Its modules are loaded once.
beforeAll(async () => {
  const refused = runCommand('none.yaml', { set: {}, with: [], watch: true });
  await expect(refused).rejects.toThrow('there is no such file');
});

describe('run --watch', () => {
  it('ends a run whose scenario changes', async () => {
    const folder = folderWith({ 's.yaml': 'for: 1h\npopulation: [{ agent: idler }]\n' });
    const { come, restore } = ownSignal();
    const { execArgv, execPath } = process;
    process.execPath = '/bin/sh';
    process.execArgv = ['-c', goOn];
    onTestFinished(() => {
      restore();
      process.execPath = execPath;
      process.execArgv = execArgv;
    });
    const began = join(folder, 'began');
    const isThere = () =>
      vi.waitFor(() => expect(existsSync(began)).toBe(true), { interval: 5, timeout: 20_000 });
    const outcome = await heardIn(folder, false, async () => {
      const watching = runCommand('s.yaml', { set: {}, with: [], watch: true });
      await isThere();
      rmSync(began);
      appendFileSync(join(folder, 's.yaml'), '# changed\n');
      await isThere();
      come();
      return await watching;
    });
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: 'changed: s.yaml\n' });
  });
});
