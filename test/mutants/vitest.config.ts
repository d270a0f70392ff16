/**
 * The configuration of the tests with other modules in place of those of `src`: `ORRERY_PLANTED` names a file with their
 * texts. Where `ORRERY_HITS` names a folder, each test file leaves there which places of instrumented modules it passes.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import own from '../../vitest.config.ts';

const plan = JSON.parse(readFileSync(process.env['ORRERY_PLANTED'] ?? '', 'utf8')) as Record<string, string>;
const sources = fileURLToPath(new URL('../../src/', import.meta.url));
const isCounting = process.env['ORRERY_HITS'] !== undefined;

const planted = mergeConfig(
  own,
  defineConfig({
    plugins: [
      {
        name: 'planted-modules',
        enforce: 'pre',
        load: (id: string) => (id.startsWith(sources) ? plan[id.slice(sources.length)] : undefined),
      },
    ],
    test: { setupFiles: [fileURLToPath(new URL('hits.ts', import.meta.url))] },
  }),
);
// A file that counts imports its modules itself: otherwise the first file alone would pass what runs at their import.
for (const project of planted.test?.projects ?? [])
  if (isCounting && typeof project === 'object' && 'test' in project)
    Object.assign(project.test ?? {}, { isolate: true });

export default planted;
