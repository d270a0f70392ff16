/** Citations are claim ids: no comment, message or page names a line of the documents that the specification replaced. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const folders = ['src', 'agents', 'scenarios', 'test', 'docs'];
const linePattern = /\b[PWC]:\d+|\b(?:1-platform|2-wallet|3-casino)\.md/g;

it('no file cites a line of the documents', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|md|ya?ml|txt|csv)$/.test(path) && !path.endsWith('document-lines.test.ts'))
      .map((path) => `${folder}/${path}`),
  );
  const found = [...files, 'README.md', 'CHANGELOG.md'].flatMap((file) =>
    (readFileSync(new URL(file, root), 'utf8').match(linePattern) ?? []).map((line) => `${file}: ${line}`),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
