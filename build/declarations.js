/**
 * Copies the declarations that an entry point of the package leads to from `compiled` to `dist`: a project that has
 * installed it compiles against these only, and each file costs a block of its disk.
 */
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const imported = /(?:from|import\()\s*['"](\.[^'"]+)\.[jt]s['"]/g;
const open = ['index', 'api', 'vitest'].map((name) => join('src', `${name}.d.ts`));
const reached = new Set();

for (let file = open.pop(); file !== undefined; file = open.pop()) {
  if (reached.has(file)) continue;
  reached.add(file);
  for (const [, from] of readFileSync(join('compiled', file), 'utf8').matchAll(imported))
    open.push(join(dirname(file), `${from}.d.ts`));
  cpSync(join('compiled', file), join('dist', file));
}
