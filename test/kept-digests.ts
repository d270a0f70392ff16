/**
 * Digests of what code makes of cases that are drawn from fixed seeds. A change of a rule changes some of them: read which, then
 * renew them with `UPDATE_KEPT=1 npx vitest run` and the test file.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import seedrandom from 'seedrandom';
import { expect, it } from 'vitest';

/** Something whose results are kept; `made` gives the same values at each call. */
export interface KeptSubject {
  readonly name: string;
  readonly made: () => Iterable<unknown> | Promise<Iterable<unknown>>;
}

/** A whole number from 0 below a bound. */
export type DrawBelow = (bound: number) => number;

export function drawFrom(seed: string): DrawBelow {
  const random = seedrandom(seed);
  return (bound) => Math.floor(random() * bound);
}

/** One of a list. */
export const oneOf = <Item>(draw: DrawBelow, items: readonly Item[]): Item => items[draw(items.length)]!;

/** JSON drops what these stand for, and a change of it would not be seen. */
function spelled(_: string, value: unknown): unknown {
  if (value === undefined) return 'undefined';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof Map || value instanceof Set) return [...value];
  return ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value;
}

function digestOf(values: Iterable<unknown>): string {
  const hash = createHash('sha256');
  for (const value of values) hash.update(JSON.stringify(value, spelled)).update('\n');
  return hash.digest('hex').slice(0, 16);
}

/** Compares each subject with its digest in the file. */
export function describeKept(file: URL, subjects: readonly KeptSubject[]): void {
  const isUpdate = process.env['UPDATE_KEPT'] === '1';
  const kept = isUpdate ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);

  it.each(subjects)('$name: the same as before', async ({ name, made }) => {
    const digest = digestOf(await made());
    if (isUpdate) kept[name] = digest;
    expect(digest).toBe(kept[name]);
  });

  it('has a digest of each subject, and of no other', () => {
    if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
    expect(Object.keys(kept)).toEqual(subjects.map(({ name }) => name));
  });
}
