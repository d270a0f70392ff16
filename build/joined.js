/**
 * Joins the files of libraries that every command loads, some 550 of them, to one file each, because Node finds, reads
 * and links every module by itself. The packages stay dependencies, for their types.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { notices } from './notices.js';

const libraries = ['ajv', 'typebox', 'yaml'];
const folder = 'joined';
const entryMark = 'entry:';
const importLine = /^import (.+) from (['"])([^'".][^'"]*)\2;?$/gm;

const isJoined = (id) => libraries.some((name) => id === name || id.startsWith(`${name}/`));
const fileOf = (id) => `${folder}/${id.replace(/\.js$/, '').replaceAll(/[@/]/g, '-').replace(/^-/, '')}`;

/** Below `dist`. */
const compiledFiles = () =>
  readdirSync('dist', { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.js') && !name.startsWith('browser/') && !name.startsWith(`${folder}/`));

/** `{ a, b as c }` or `d` as the names of exports. */
function namesIn(clause) {
  if (clause.startsWith('*')) throw new Error(`import ${clause}; expected the names of what is used`);
  const [, standard, listed = ''] = /^(\w+)?,?\s*(?:\{(.*)\})?$/.exec(clause) ?? [];
  const names = listed.split(',').map((name) => name.trim().split(' as ', 1)[0] ?? '');
  return [...(standard === undefined ? [] : ['default']), ...names.filter((name) => name !== '')];
}

/** What the compiled modules import from the libraries: names of exports by module. */
function usedNames() {
  const used = new Map();
  for (const file of compiledFiles()) {
    for (const [, clause, , id] of readFileSync(join('dist', file), 'utf8').matchAll(importLine)) {
      if (isJoined(id)) used.set(id, new Set([...(used.get(id) ?? []), ...namesIn(clause)]));
    }
  }
  return used;
}

/** Lets the compiled modules import the joined files. */
function redirect() {
  for (const file of compiledFiles()) {
    const path = join('dist', file);
    const before = readFileSync(path, 'utf8');
    const after = before.replaceAll(importLine, (line, clause, _, id) => {
      if (!isJoined(id)) return line;
      const target = posix.relative(posix.dirname(file), `${fileOf(id)}.js`);
      return `import ${clause} from '${target.startsWith('.') ? target : `./${target}`}';`;
    });
    if (after !== before) writeFileSync(path, after);
  }
}

/** Filled when the build begins. */
let used = new Map();

/** The configuration of rolldown; it comes last, so that it sees what the others have written. */
export const joined = {
  platform: 'node',
  treeshake: true,
  plugins: [
    {
      name: 'joined',
      options(options) {
        used = usedNames();
        const input = Object.fromEntries(Array.from(used.keys(), (id) => [fileOf(id), `${entryMark}${id}`]));
        return { ...options, input };
      },
      resolveId: (id) => (id.startsWith(entryMark) ? id : undefined),
      load(entry) {
        if (!entry.startsWith(entryMark)) return undefined;
        const id = entry.slice(entryMark.length);
        return `export { ${[...used.get(id)].join(', ')} } from '${id}';`;
      },
      writeBundle: redirect,
    },
    notices,
  ],
  output: {
    dir: 'dist',
    format: 'esm',
    chunkFileNames: `${folder}/shared-[name].js`,
    // Names stay: a stack shows them.
    minify: { compress: true, mangle: { keepNames: true }, codegen: true },
    comments: false,
  },
};
