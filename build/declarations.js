/**
 * Deletes the declarations in `dist` that no entry point of the package leads to: a project that has installed it
 * compiles against the others only, and each file costs a block of its disk.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const imported = /(?:from|import\()\s*['"](\.[^'"]+)\.[jt]s['"]/g;
const open = ['index', 'api', 'vitest'].map((name) => join('dist/src', `${name}.d.ts`));
const reached = new Set();

for (let file = open.pop(); file !== undefined; file = open.pop()) {
  if (reached.has(file)) continue;
  reached.add(file);
  for (const [, from] of readFileSync(file, 'utf8').matchAll(imported))
    open.push(join(dirname(file), `${from}.d.ts`));
}

for (const name of readdirSync('dist', { recursive: true })) {
  const file = join('dist', name);
  if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
}
