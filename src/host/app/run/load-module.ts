/** Loads a module of the user's, in TypeScript or JavaScript. */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import { loadingMistake } from './loading-mistake.ts';

export { exportMistake } from './loading-mistake.ts';

const entries = {
  '/api': new URL(`../../../api${extname(import.meta.url)}`, import.meta.url),
  '/vitest': new URL(`../../../vitest${extname(import.meta.url)}`, import.meta.url),
  '': new URL(`../../../index${extname(import.meta.url)}`, import.meta.url),
};
/** What a module imports is this Orrery, wherever the file is; `orrery` was the package's name before. */
const alias: Record<string, string> = Object.fromEntries(
  ['orrery-sim', 'orrery'].flatMap((name) =>
    Object.entries(entries).map(([entry, url]) => [`${name}${entry}`, fileURLToPath(url)]),
  ),
);

/** What the module exports. Rejects with `FileMistake`, which has the place, where it does not load. */
export async function loadModule(file: string): Promise<unknown> {
  try {
    // jiti compiles TypeScript on any Node that we run on; plain JavaScript goes the same way.
    const jiti = createJiti(import.meta.url, { alias, interopDefault: false });
    return await jiti.import(file);
  } catch (cause) {
    throw loadingMistake(file, cause);
  }
}
