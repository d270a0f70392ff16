/**
 * Bundles the scripts of the pages: each becomes one file that a page embeds. Bundles libraries of which Orrery uses a
 * small part into the compiled modules that import them: a project that installs Orrery then does not install them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'rolldown';
import { joined } from './build/joined.js';
import { notices } from './build/notices.js';

const pages = ['report', 'plain', 'room/room'];
const inlined = ['@faker-js/faker', 'csv-parse', 'csv-stringify', 'micro-eth-signer'];
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

const isOf = (names, id) => names.some((name) => id === name || id.startsWith(`${name}/`));
const isInlined = (id) => isOf(inlined, id);
const isInstalled = (id) => isOf(Object.keys(dependencies), id);

const isCompiled = (file) => file?.startsWith(join(process.cwd(), 'dist')) === true;

/** Compiled modules that import one of them, by their name below `dist` without `.js`. */
const importers = Object.fromEntries(
  readdirSync('dist', { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name.slice(0, -'.js'.length), join('dist', name)])
    .filter(([, file]) =>
      [...readFileSync(file, 'utf8').matchAll(/ from '([^'.][^']*)'/g)].some(([, id]) => isInlined(id)),
    ),
);

export default defineConfig([
  ...pages.map((page) => ({
    input: `src/report/browser/${page}.ts`,
    platform: 'browser',
    treeshake: true,
    plugins: [notices],
    output: { file: `dist/browser/${page.split('/').at(-1)}.js`, format: 'iife', minify: true },
  })),
  {
    input: importers,
    platform: 'node',
    treeshake: true,
    plugins: [notices],
    // Of a compiled module everything else stays an import, as tsc has written it; a library shares our dependencies.
    external: (id, importer, isResolved) =>
      !isResolved && (isInstalled(id) || (isCompiled(importer) && !isInlined(id))),
    makeAbsoluteExternalsRelative: false,
    output: { dir: 'dist', format: 'esm', chunkFileNames: 'inlined/[name].js' },
  },
  joined,
]);
