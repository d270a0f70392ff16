/**
 * What a recording keeps of clients and answers of any kind changes with its rules alone.
 * `UPDATE_DRAWN_RECORDINGS=1 npx vitest run test/live/traffic/record/drawn-recordings` keeps what is said now.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawnRecording } from './drawn-recordings.ts';

const file = new URL('drawn-recordings.json', import.meta.url);
const isUpdate = process.env['UPDATE_DRAWN_RECORDINGS'] === '1';
const kept = isUpdate ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);
const groups = Array.from({ length: 10 }, (_, group) => group);
const perGroup = 10;

it.each(groups)('of the recordings of group %i the same is said', async (group) => {
  let references = 0;
  for (let n = 0; n < perGroup; n++) {
    const { digest, text, referenceCount } = await drawnRecording(`${group} ${n}`);
    references += referenceCount;
    const index = group * perGroup + n;
    if (isUpdate) kept[index] = digest;
    expect(digest, `recording ${n}`).toBe(kept[index]);
    expect(text).not.toMatch(/sk_live_|c00kie/);
  }
  expect(references).toBeGreaterThan(60);
});

it('has a digest of each recording, and no two alike', () => {
  if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  expect(new Set(kept).size).toBe(groups.length * perGroup);
});
