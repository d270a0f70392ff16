/**
 * Whether `dist` is the build of the sources as they are.
 * `node build/built-from.js --write` notes, after a build, what it was made from and what it has made.
 * `node build/built-from.js` builds, unless that note still holds. The note is a part of `dist` and goes with it.
 */
import { execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const inputs = [
  'src',
  'agents',
  'build',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'rolldown.config.js',
];
const note = 'dist/.built-from';

/** The files of a folder at every depth, or the file itself. */
const filesOf = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true })
        .map((name) => join(path, name))
        .filter((file) => statSync(file).isFile())
        .toSorted();

/** The contents of what a build reads, and of what it wrote. */
function state() {
  const hash = createHash('sha256');
  for (const file of [...inputs, 'compiled', 'dist'].flatMap(filesOf).filter((name) => name !== join(note)))
    hash.update(`${file}\n`).update(createHash('sha256').update(readFileSync(file)).digest());
  return hash.digest('hex');
}

function isBuilt() {
  try {
    return readFileSync(note, 'utf8') === state();
  } catch {
    return false;
  }
}

if (process.argv.includes('--write')) writeFileSync(note, state());
else if (!isBuilt()) execSync('npm run build', { stdio: 'inherit' });
