/** A path that the code makes from its own place is no import: nothing but this test notices when the file moves. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withoutComments } from './source-file.ts';

const root = fileURLToPath(new URL('../../src', import.meta.url));

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .toSorted();

/** `new URL('x', import.meta.url)` and `import.meta.resolve('./x')`, the text in any quotes. */
const pathPattern =
  /new URL\(\s*(['"`])(?<path>.+?)\1,\s*import\.meta\.url\s*,?\s*\)|import\.meta\.resolve\(\s*(['"`])(?<own>\..+?)\3\s*\)/g;

/** Uses of a file's own address that lead to no file beside it. */
const harmlessPattern =
  /createRequire\(import\.meta\.url\)|createJiti\(import\.meta\.url,|extname\(import\.meta\.url\)|import\.meta\.url\.endsWith\(/g;

/** Relative paths that the text of a file makes from its own place. */
const pathsIn = (text: string): string[] =>
  [...withoutComments(text).matchAll(pathPattern)].map(
    ({ groups }) => groups?.['path'] ?? groups?.['own'] ?? '',
  );

/** What is left of the text where every known use of the file's own address is taken out. */
const withoutKnownUses = (text: string): string =>
  withoutComments(text).replaceAll(harmlessPattern, "''").replaceAll(pathPattern, '');

/** Compiled code lies as its source does, in another folder and with another ending. */
const sourceOf = (path: string): string =>
  path
    .replace('${extname(import.meta.url)}', '.ts')
    .replace(/\.js$/, '.ts')
    .replace(/\bdist\/src\//, 'src/');

const existsFrom = (file: string, path: string): boolean =>
  existsSync(join(root, dirname(file), sourceOf(path)));

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const made = files.flatMap((file) => pathsIn(textOf(file)).map((path) => [file, path] as const));

describe('a path that a file of src makes from its own place', () => {
  it.each(made)('%s: %s leads to a file or a folder', (file, path) => {
    expect(existsFrom(file, path)).toBe(true);
  });

  it('is written in a way that this test reads', () => {
    expect(made.length).toBeGreaterThanOrEqual(8);
    const unread = files.filter((file) =>
      /import\.meta|__dirname|__filename/.test(withoutKnownUses(textOf(file))),
    );
    expect(unread).toEqual([]);
  });

  it.each([
    ["new Worker(new URL('audit-worker.js', import.meta.url), {})", ['audit-worker.js']],
    ['fileURLToPath(new URL(`../../index${extname(import.meta.url)}`, import.meta.url))', ['../../index${extname(import.meta.url)}']],
    ["register(import.meta.resolve('./plant-hook.js'), {})", ['./plant-hook.js']],
    ["// new URL('x.js', import.meta.url)\nnew URL(request.url)", []],
  ])('is seen in %j', (text, paths) => expect(pathsIn(text)).toEqual(paths)); // prettier-ignore

  it('is missed where the file has moved', () => {
    expect(existsFrom('host/app/process/own-program.ts', '../../cli/main.js')).toBe(true);
    expect(existsFrom('host/app/own-program.ts', '../../cli/main.js')).toBe(false);
  });
});
