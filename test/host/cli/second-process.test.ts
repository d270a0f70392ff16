/** The second process that repeats a run or a campaign ends without a result: that is no difference of two digests. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderWith, orrery, smallScenario } from './orrery.ts';

/** Loaded before the program: a process with this variable ends before it begins. */
const ending = (variable: string): string =>
  `if (process.env['${variable}'] === '1') { console.error('the end of its stderr'); process.exit(7); }\n`;

describe('a second process that ends without a result', () => {
  it.each([
    ['ORRERY_REPLICA', ['run', 'small.yaml', '--quiet']],
    ['ORRERY_DIGESTS', ['check', '--runs', '1', '--twice', '1', '--no-regressions', '--quiet']],
  ])('is named with its exit code and its stderr (%s)', async (variable, words) => {
    const folder = folderWith({ 'small.yaml': smallScenario, 'early.mjs': ending(variable) });
    const env = { CI: 'true', NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'early.mjs')).href}` };
    const { code, stdout, stderr } = await orrery(folder, words, env);
    expect(stderr).toMatch(
      /^orrery: the second process, which repeats runs to compare digests, ended with exit code 7; its stderr: the end of its stderr\n$/,
    );
    expect([code, stdout]).toEqual([2, '']);
  });
});
