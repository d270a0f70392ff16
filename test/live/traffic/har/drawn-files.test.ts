/**
 * What an import makes of a HAR file, and an export of its trace, changes with their rules alone.
 * `UPDATE_DRAWN_FILES=1 npx vitest run test/live/traffic/har/drawn-files` keeps what is said now.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawnFile } from './drawn-files.ts';

const file = new URL('drawn-files.json', import.meta.url);
const isUpdate = process.env['UPDATE_DRAWN_FILES'] === '1';
const kept = isUpdate ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);
const groups = Array.from({ length: 8 }, (_, group) => group);
const perGroup = 12;

it.each(groups)('of the files of group %i the same is said', async (group) => {
  for (let n = 0; n < perGroup; n++) {
    const { digest, imported, again } = await drawnFile(`${group} ${n}`);
    const index = group * perGroup + n;
    if (isUpdate) kept[index] = digest;
    expect(digest, `file ${n}`).toBe(kept[index]);
    // An export is a trace already, and keeps no counts of what an import has left out.
    if (imported !== undefined) expect(again).toEqual({ ...imported, leftOut: {}, hosts: {} });
    expect(JSON.stringify(imported ?? '')).not.toMatch(/sk_live|c00kie|other-key/);
  }
});

it('has a digest of each file', () => {
  if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  expect(kept).toHaveLength(groups.length * perGroup);
});
