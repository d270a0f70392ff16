/**
 * Every regular expression of the sources takes time in proportion to its text: neither its own backtracking nor starting
 * over at each character makes it slower. What comes from outside may be as long as it likes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';

// The checker that needs no program beside Node.
process.env['RECHECK_BACKEND'] = 'pure';

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
  it.each([
    ['0+$', ''],
    ['^(a+)+$', ''],
    [String.raw`\$\{\d+:[^}]*\}`, 'g'],
    [String.raw`\B(?=(?:\d{3})+$)`, 'g'],
  ])('/%s/ is told from those that are linear', (source, flags) => {
    expect(slowness(source, flags)).toMatch(/polynomial|exponential/);
  });

  it('are linear', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const patterns = [...patternsIn(files)];
    expect(patterns.length).toBeGreaterThan(150);
    const slow = patterns.flatMap(([key, file]) => {
      const [source, flags] = JSON.parse(key) as [string, string];
      const found = slowness(source, flags);
      return found === undefined ? [] : [`${file}: ${found}`];
    });
    expect(slow).toEqual([]);
  });
});
