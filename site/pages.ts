/**
 * Makes the pages of the site in `site/pages`, which git ignores: the texts of docs/ with their links, the schemas, the decision
 * records, the scenarios with their reports, and the files that a page links to. VitePress and TypeDoc do the rest.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { galleryPages } from './gallery.ts';
import { isServed, linked, pageOf, root } from './links.ts';
import { navigation } from './navigation.ts';
import { schemaPages, schemas } from './schema-pages.ts';

const folder = join(root, 'site/pages');

/** A link of the sidebar, as VitePress takes it. */
interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
  readonly collapsed?: boolean;
}

function write(page: string, text: string): void {
  const file = join(folder, page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const headingOf = (text: string): string => (/^# (.+)$/m.exec(text)?.[1] ?? '').replaceAll('`', '');

const filesIn = (path: string, ending: string): string[] =>
  readdirSync(join(root, path))
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => `${path}/${name}`);

const decisions = filesIn('docs/decisions', '.md');
const documents = [...navigation.flatMap(({ pages }) => pages.map(([file]) => file)), ...decisions];

/** Served files lie below `public` and, where a page shows a picture, beside the page too. */
function copyServed(file: string): void {
  const places = file.endsWith('.jpg') ? [file, `public/${file}`] : [`public/${file}`];
  for (const place of places) cpSync(join(root, file), join(folder, place));
}

/** The source of a linked file, or of each file of a linked folder, in blocks of code. */
function sourcePage(file: string): string {
  if (!statSync(join(root, file)).isDirectory()) return `# ${file}\n\n${codeBlock(file)}`;
  const sections = readdirSync(join(root, file), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `## ${name}\n\n${codeBlock(`${file}/${name}`)}`)
    .toSorted();
  return [`# ${file}`, '', ...sections].join('\n');
}

function codeBlock(file: string): string {
  const text = textOf(file).trimEnd();
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${extname(file).slice(1)}\n${text}\n${fence}\n`;
}

/** The pages of the navigation, and every page and source that they link to. */
function writeDocuments(): void {
  const sources = new Set<string>();
  const texts = new Set(documents);
  // A set also gives what is added while it is read.
  for (const file of texts) {
    const text = linked(textOf(file), file, (other) => {
      if (isServed(other)) copyServed(other);
      else if (other.endsWith('.md')) texts.add(other);
      else if (pageOf(other).startsWith('files/')) sources.add(other);
    });
    write(pageOf(file), file === 'LICENSE' ? `# License\n\n${text}` : text);
  }
  for (const file of sources) write(pageOf(file), sourcePage(file));
}

function decisionsIndex(): string {
  const lines = decisions.map((file) => {
    const name = file.slice('docs/decisions/'.length);
    return `- [${headingOf(textOf(file))}](./${name})`;
  });
  return [
    '# Decision records',
    '',
    'Each page has a question, the choice, and what it costs.',
    '',
    ...lines,
    '',
  ].join('\n');
}

const htmlOf = (page: string): string =>
  `/${page.replace(/(?:index)?\.md$/, (end) => (end === '.md' ? '.html' : ''))}`;

const itemOf = (page: string, text: string): SidebarItem => ({ text, link: htmlOf(page) });

function sidebar(gallery: readonly string[]): SidebarItem[] {
  const groups = navigation.map(({ title, pages }) => ({
    text: title,
    items: pages.map(([file, named]) => itemOf(pageOf(file), named ?? headingOf(textOf(file)))),
  }));
  const generated = [
    {
      text: 'Scenarios',
      link: '/gallery/',
      items: gallery.map((name) => itemOf(`gallery/${name}.md`, name)),
    },
    {
      text: 'Schemas',
      link: '/docs/schemas/',
      items: schemas().map((name) => itemOf(`docs/schemas/${name}.md`, name)),
    },
    {
      text: 'Decision records',
      link: '/docs/decisions/',
      items: decisions.map((file) => itemOf(pageOf(file), headingOf(textOf(file)))),
    },
  ];
  const api = { text: 'API', items: [itemOf('api/index.md', 'Reference of the packages')] };
  return [
    ...groups.slice(0, 5),
    api,
    ...generated.map((group) => ({ ...group, collapsed: true })),
    ...groups.slice(5),
  ];
}

function main(): void {
  rmSync(folder, { recursive: true, force: true });
  writeDocuments();
  write('docs/decisions/index.md', decisionsIndex());
  for (const [page, text] of schemaPages()) write(page, text);
  for (const file of filesIn('docs/schemas', '.json')) copyServed(file);
  const gallery = galleryPages(join(folder, 'public/gallery'));
  for (const [page, text] of gallery.pages) write(page, text);
  write('sidebar.json', JSON.stringify(sidebar(gallery.names)));
}

main();
