/** What a page of the documentation links to is there. Anchors are looked for in the built site (test/site/site.test.ts). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

/** Where a page links to within the project; code is no link. */
function linksOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link.split('#')[0] ?? '');
  return links.filter((link) => link !== '' && !/^[a-z]+:/.test(link));
}

it('every file that a page links to is there', () => {
  const links = pages.flatMap((page) => linksOf(page).map((link) => ({ page, link })));
  expect(links.length).toBeGreaterThan(200);
  const dead = links.filter(({ page, link }) => !existsSync(join(root, dirname(page), decodeURI(link))));
  expect(dead).toEqual([]);
});
