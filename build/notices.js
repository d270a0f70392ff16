/** A plugin of rolldown: collects the licences of the packages in a bundle, as their terms ask for, in `dist/NOTICES.txt`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of each package, by its name; shared by all bundles of one build. */
const found = new Map();

const folderOf = (id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|notice)/i.test(entry.name))
    .map((entry) => entry.name);
  if (files.length === 0) throw new Error(`${name} has no file with its licence; expected one to bundle it`);
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [name, [`${name} ${version} (${license})`, ...texts].join('\n\n')];
}

/** Throws for a bundled package without a licence. */
export const notices = {
  name: 'notices',
  generateBundle(_, bundle) {
    const ids = Object.values(bundle).flatMap(({ modules = {} }) => Object.keys(modules));
    for (const folder of new Set(ids.map(folderOf))) {
      if (folder !== undefined && existsSync(folder)) found.set(...noticeOf(folder));
    }
    const texts = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
    mkdirSync('dist', { recursive: true });
    writeFileSync('dist/NOTICES.txt', `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
  },
};
