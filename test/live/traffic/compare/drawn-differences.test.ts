/**
 * What explains a difference changes with its rules alone, whatever the difference.
 * `UPDATE_DRAWN_DIFFERENCES=1 npx vitest run test/live/traffic/compare/drawn-differences` keeps what is said now.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawsOf, reasonsOf } from './drawn-differences.ts';

const file = new URL('drawn-differences.json', import.meta.url);
const isUpdate = process.env['UPDATE_DRAWN_DIFFERENCES'] === '1';
const kept: Record<string, string> = isUpdate ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>); // prettier-ignore
const said = { draws: drawsOf, reasons: reasonsOf };
const groups = Object.keys(said).flatMap((what) => Array.from({ length: 6 }, (_, group) => [what as keyof typeof said, group] as const)); // prettier-ignore

it.each(groups)('of %s of group %i the same is said', (what, group) => {
  const hash = createHash('sha256');
  for (let n = 0; n < 10; n++) hash.update(JSON.stringify(said[what](`${what} ${group} ${n}`)));
  const digest = hash.digest('hex').slice(0, 12);
  if (isUpdate) kept[`${what} ${group}`] = digest;
  expect(digest).toBe(kept[`${what} ${group}`]);
});

it('has a digest of each group, and no two alike', () => {
  if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  expect(new Set(Object.values(kept)).size).toBe(groups.length);
});
