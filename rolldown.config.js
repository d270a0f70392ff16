/** Bundles the scripts of the pages, each into one file that a page embeds, and the program with the libraries that it uses. */
import { defineConfig } from 'rolldown';
import { notices } from './build/notices.js';
import { program } from './build/program.js';

const pages = ['report', 'plain', 'room/room'];

export default defineConfig([
  ...pages.map((page) => ({
    input: `src/report/browser/${page}.ts`,
    platform: 'browser',
    treeshake: true,
    plugins: [notices],
    output: { file: `dist/browser/${page.split('/').at(-1)}.js`, format: 'iife', minify: true },
  })),
  program,
]);
