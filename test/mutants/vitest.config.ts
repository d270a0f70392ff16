/**
 * The configuration of the tests with other modules in place of those of `src`: `ORRERY_PLANTED` names a file with their
 * texts, and beside it `loaded.txt` has a line for each of them that a test has loaded. Where `ORRERY_HITS` names a folder, each test file leaves there which places of instrumented modules it passes.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import own from '../../vitest.config.ts';

const planFile = process.env['ORRERY_PLANTED'] ?? '';
const plan = JSON.parse(readFileSync(planFile, 'utf8')) as Record<string, string>;
const sources = fileURLToPath(new URL('../../src/', import.meta.url));
const isCounting = process.env['ORRERY_HITS'] !== undefined;

const planted = mergeConfig(
  own,
  defineConfig({
    plugins: [
      {
        name: 'planted-modules',
        enforce: 'pre',
        load: (id: string) => (id.startsWith(sources) ? plantedText(id.slice(sources.length)) : undefined),
      },
    ],
    test: {
      setupFiles: [fileURLToPath(new URL('hits.ts', import.meta.url))],
      // What is kept there goes by the module on the disk: a planted one would not be loaded, or stay for the next run.
      experimental: { fsModuleCache: false },
    },
  }),
);
// A file that counts imports its modules itself: otherwise the first file alone would pass what runs at their import.
for (const project of planted.test?.projects ?? [])
  if (isCounting && typeof project === 'object' && 'test' in project)
    Object.assign(project.test ?? {}, { isolate: true });

function plantedText(module: string): string | undefined {
  const text = plan[module];
  if (text !== undefined) appendFileSync(join(dirname(planFile), 'loaded.txt'), `${module}\n`);
  return text;
}

export default planted;
