/** Where a file of the project stands in the site, and the links of its pages. */
import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The files that the site serves as they are, beside its pages. */
export const isServed = (file: string): boolean => /^docs\/.*\.(?:json|csv|jpg)$/.test(file);

/** The folders that have a page which lists what is in them. */
const indexes: Readonly<Record<string, string>> = {
  'docs/decisions': 'docs/decisions/index.md',
  'docs/schemas': 'docs/schemas/index.md',
  scenarios: 'gallery/index.md',
};

/** The page of a file of the project: that of its text, or of its source; a folder has its index, or all its sources. */
export function pageOf(file: string): string {
  if (file === 'README.md') return 'index.md';
  if (file === 'LICENSE') return 'LICENSE.md';
  if (file.endsWith('/README.md')) return file.replace(/README\.md$/, 'index.md');
  if (file.endsWith('.md') || isServed(file)) return file;
  return indexes[file] ?? `files/${file.replace(/^\./, '')}.md`;
}

const linkPattern = /(?<=\]\()(?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?(?=\))/g;

/** The text with each link to a file of the project leading to its page; `onFile` gets every file that is linked. */
export function linked(text: string, from: string, onFile: (file: string) => void): string {
  const here = posix.dirname(pageOf(from));
  return outsideCode(text, (part) =>
    part.replaceAll(linkPattern, (link: string, path: string, anchor = '') => {
      const file = posix.join(dirname(from), path).replace(/\/$/, '');
      if (!existsSync(join(root, file))) return link;
      onFile(file);
      const target = posix.relative(here, pageOf(file));
      return `${target.startsWith('.') ? target : `./${target}`}${anchor}`;
    }),
  );
}

/** Blocks of code stay as they are. */
const outsideCode = (text: string, change: (part: string) => string): string =>
  text
    .split(/^(```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
