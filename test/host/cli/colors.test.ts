import { expect, it } from 'vitest';
import { called } from './called.ts';
import { folderWith, smallScenario } from './orrery.ts';

/** The output goes into a pipe, as in CI. */
it.each([
  [{}, false],
  [{ FORCE_COLOR: '1' }, true],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  [{ FORCE_COLOR: '0' }, false],
  [{ FORCE_COLOR: 'false' }, false],
  [{ NO_COLOR: '1' }, false],
])('with %j a summary has colours: %j', async (env, isPainted) => {
  const folder = folderWith({ 's.yaml': smallScenario });
  const none = { FORCE_COLOR: '', NO_COLOR: '' };
  const { stdout } = await called(folder, ['run', 's.yaml', '-o', 'r'], { ...none, ...env });
  expect(stdout.includes('\u001b[')).toBe(isPainted);
});
