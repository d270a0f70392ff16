/**
 * Every regular expression of the sources takes time in proportion to its text: neither its own backtracking nor starting
 * over at each character makes it slower. What comes from outside may be as long as it likes.
 *
 * What the checker finds follows from its version, the pattern and the flags: patterns that it has found linear are kept in
 * `linear-patterns.json`, and the lanes try new ones and a few of the others. UPDATE_PATTERNS=1 tries all and keeps them.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import { attempts, share } from '../campaigns.ts';

// The checker that needs no program beside Node.
process.env['RECHECK_BACKEND'] = 'pure';

const keptFile = fileURLToPath(new URL('linear-patterns.json', import.meta.url));
const isUpdate = process.env['UPDATE_PATTERNS'] === '1';
const checker = (createRequire(import.meta.url)('recheck/package.json') as { version: string }).version;

/** Patterns that a version of the checker has found linear, by their hashes. */
interface Kept {
  readonly checker: string;
  readonly linear: readonly string[];
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

const root = fileURLToPath(new URL('../../src/', import.meta.url));

/** Where each pattern stands first, by pattern and flags. */
function patternsIn(files: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of files) {
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { regex } = node as { regex?: { pattern: string; flags: string } };
      const key = JSON.stringify([regex?.pattern, regex?.flags]);
      if (regex !== undefined && !found.has(key)) found.set(key, file);
      for (const part of Object.values(node)) visit(part);
    };
    visit(parseSync(file, readFileSync(`${root}${file}`, 'utf8')).program.body);
  }
  return found;
}

/** The pattern and the flags of a key. */
const partsOf = (key: string): [source: string, flags: string] => JSON.parse(key) as [string, string];

/** Without `*`, `+` and `{1,}` a pattern looks at so many characters from each place, and no more. */
const isBounded = (source: string): boolean =>
  !/[*+]|\{\d{1,9},\}/.test(source.replaceAll(/\\.|\[(?:\\.|[^\]\\[])*\]/gs, 'x'));

/** The checker's steps are bounded by counts; on a busy machine a bound in time would end them early. */
const longMs = 600_000;
const untimed = {
  timeout: longMs,
  attackTimeout: longMs,
  incubationTimeout: longMs,
  seedingTimeout: longMs,
};

/** How slow a pattern is, in words; undefined where it is not. */
function slowness(source: string, flags: string): string | undefined {
  if (isBounded(source)) return undefined;
  const found = checkSync(source, flags, { ...untimed, randomSeed: 1 });
  if (found.status === 'safe') return undefined;
  return `/${source}/${flags} is ${found.status === 'vulnerable' ? found.complexity.summary : found.status}`;
}

describe('the regular expressions of the sources', () => {
  const knownSlow = [
    ['0+$', ''],
    ['^(a+)+$', ''],
    [String.raw`\$\{\d+:[^}]*\}`, 'g'],
    [String.raw`\B(?=(?:\d{3})+$)`, 'g'],
  ] as const;
  it.each(share('slowPatterns', knownSlow))('/%s/ is told from those that are linear', (source, flags) => {
    expect(slowness(source, flags)).toMatch(/polynomial|exponential/);
  });

  it('are linear', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const patterns = [...patternsIn(files)].filter(([key]) => !isBounded(partsOf(key)[0]));
    expect(patterns.length).toBeGreaterThan(100);
    const kept = JSON.parse(readFileSync(keptFile, 'utf8')) as Kept;
    const known = new Set(kept.checker === checker && !isUpdate ? kept.linear : []);
    const hashes = new Set(patterns.map(([key]) => hashOf(key)));
    const again = new Set(
      [...known].filter((hash) => hashes.has(hash)).slice(0, attempts('patternsTriedAgain')),
    );
    const slow = patterns
      .filter(([key]) => !known.has(hashOf(key)) || again.has(hashOf(key)))
      .flatMap(([key, file]) => {
        const found = slowness(...partsOf(key));
        return found === undefined ? [] : [`${file}: ${found}`];
      });
    expect(slow).toEqual([]);
    const linear = [...hashes].toSorted();
    if (isUpdate) writeFileSync(keptFile, `${JSON.stringify({ checker, linear }, null, 2)}\n`);
    expect(JSON.parse(readFileSync(keptFile, 'utf8')), 'run this test once with UPDATE_PATTERNS=1').toEqual({
      checker,
      linear,
    });
  });
});
