/** Bundles the scripts of the pages: each becomes one file that a page embeds. */
import { defineConfig } from 'rolldown';

const entries = ['report', 'plain', 'room/room'];

export default defineConfig(
  entries.map((entry) => ({
    input: `src/report/browser/${entry}.ts`,
    platform: 'browser',
    treeshake: true,
    output: { file: `dist/browser/${entry.split('/').at(-1)}.js`, format: 'iife', minify: true },
  })),
);
