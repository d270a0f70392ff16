/** The lanes of test/lanes.ts: entries that exist, nothing but Node in the fast one, and no test that ends early in silence. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { campaigns, chosen, share, shares } from '../campaigns.ts';
import { apartTests, fastLane, longTests, pageTests, seededTests, slowTests } from '../lanes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What decides whether a tool is there; a test that asks it needs the tool. */
const asksForTools = /\b(?:is\w*Installed|isMissing|has(?:Python|Openssl)|skips(?:Go|Python)|canMount)\b/;

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts'))
  .toSorted();

const isSlow = (file: string) =>
  slowTests.some(({ name }) => (name.endsWith('/') ? file.startsWith(name) : file === `${name}.test.ts`));

/** Parts of what a test writes for a project of its own, and the one test that runs a whole lane. */
const limitsInTexts = [
  'host/app/session/session-test.test.ts: , { timeout: 120_000 }, async (',
  'host/cli/pack-projects.test.ts: , { timeout: 120_000 }, (',
  'host/serve/claims-over-http.test.ts: }, 1_200_000);',
];

/** A file and those of `test` that it imports. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(join(root, file))) return seen;
  seen.add(file);
  for (const [, from = ''] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)) {
    const imported = relative(root, join(root, dirname(file), from)).replaceAll('\\', '/');
    if (!imported.startsWith('../')) withImports(imported, seen);
  }
  return seen;
}

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value;

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** The `return;` of a function itself, not of one inside it. */
function bareReturns(value: unknown): Syntax[] {
  if (Array.isArray(value)) return value.flatMap(bareReturns);
  if (!isNode(value) || functionTypes.has(value.type)) return [];
  if (value.type === 'ReturnStatement' && value['argument'] === null) return [value];
  return Object.values(value).flatMap(bareReturns);
}

/** Whether a call is of `it`, `test` or one of their forms: `it.each(rows)(title, body)`, `test.skipIf(without)(title, body)`. */
function isTest(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return ['it', 'test'].includes(String(callee['name']));
  return isTest(callee['object'] ?? callee['callee']);
}

/** Where bodies of tests end early: offsets in the text. */
function earlyEnds(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(earlyEnds);
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(earlyEnds);
  if (!isNode(value) || value.type !== 'CallExpression' || !isTest(value['callee'])) return inner;
  const bodies = (value['arguments'] as unknown[]).filter(
    (one) => isNode(one) && functionTypes.has(one.type),
  );
  return [
    ...inner,
    ...bodies.flatMap((body) => bareReturns((body as Syntax)['body'])).map(({ start }) => start),
  ];
}

/** Parses what has an early end of any function. */
const earlyEndsIn = (text: string): number[] =>
  text.includes('return;') ? earlyEnds(parseSync('file.test.ts', text).program) : [];

describe('the lanes of the tests', () => {
  it('names files and folders that exist, each once', () => {
    const names = slowTests.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    const missing = names.filter(
      (name) => !existsSync(join(root, name.endsWith('/') ? name : `${name}.test.ts`)),
    );
    expect(missing).toEqual([]);
  });

  it('gives a process of its own, or of those that show pages, only to files of the fast lane, each once', () => {
    const names: string[] = [...apartTests, ...pageTests];
    const others = names.filter((name) => !files.includes(`${name}.test.ts`) || isSlow(`${name}.test.ts`));
    expect([others, names]).toEqual([[], [...new Set(names)]]);
    const { scripts } = JSON.parse(readFileSync(join(root, '../package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['test']).toBe(`vitest run ${fastLane.join(' ')}`);
  });

  it('gives one to each that replaces a module, which others of its process may have loaded before', () => {
    const shared = files.filter(
      (file) => !isSlow(file) && !apartTests.some((name) => file === `${name}.test.ts`),
    );
    const replacing = shared.filter((file) => readFileSync(join(root, file), 'utf8').includes('\nvi.mock('));
    expect(replacing).toEqual([]);
  });

  it('divides no number of runs by itself: fast-check never ends a property of one run and a half', () => {
    const dividing = files.filter((file) =>
      /\battempts\('\w+'\) *\/|\bnumRuns: [^,}\n]*\/ /.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(dividing).toEqual([]);
  });

  it('has no test in the fast lane that needs more than Node', () => {
    const needing = files.filter(
      (file) =>
        !isSlow(file) &&
        file !== 'tidy/lanes.test.ts' &&
        [...withImports(file)].some((one) => asksForTools.test(readFileSync(join(root, one), 'utf8'))),
    );
    expect(needing).toEqual([]);
  });

  it('skips a test for want of a tool outside CI alone, unless a reason is listed', () => {
    const listed = readFileSync(join(root, '../.ci/skipped.json'), 'utf8');
    const skipping = files.filter(
      (file) =>
        file !== 'tidy/lanes.test.ts' &&
        /\bskipIf\(|\bcontext\.skip\(/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(skipping.length).toBeGreaterThan(20);
    const hiding = skipping.filter(
      (file) =>
        !listed.includes(`"test/${file}"`) &&
        ![...withImports(file)].some(
          (one) => one !== 'ci.ts' && /\bisCi\b/.test(readFileSync(join(root, one), 'utf8')),
        ),
    );
    expect(hiding).toEqual([]);
    expect(readFileSync(join(root, '../.ci/run'), 'utf8')).toMatch(/^export CI=1$/m);
  });

  it('waits for a condition without a limit of a second, which is what vi.waitFor has by itself', () => {
    const short = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') &&
        file !== 'tidy/lanes.test.ts' &&
        readFileSync(join(root, file), 'utf8')
          .split('vi.waitFor(')
          .slice(1)
          .some((call) => !call.slice(0, 200).includes('timeout: ')),
    );
    expect(short).toEqual([]);
  });

  it('has no test with a limit of time of its own, which a busy machine would reach', () => {
    const limits =
      /^\s*\}, \d[\d_]{3,}\);|^\s*\{ timeout: [\w ]+ \},$|, \{ timeout: [\w ]+ \}, (?:async )?\(/gm;
    const own = files
      .filter((file) => file !== 'tidy/lanes.test.ts')
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(limits)]
          .map(([text]) => `${file}: ${text.trim()}`)
          .filter((text) => !limitsInTexts.includes(text)),
      );
    expect(own).toEqual([]);
  });

  it('says in docs/testing.md how often each campaign tries in the lanes, how often in test:long, and why', () => {
    const page = readFileSync(join(root, '../docs/testing.md'), 'utf8').replaceAll(/ +/g, ' ');
    for (const { file, what, lanes, long, why } of Object.values(campaigns)) {
      expect(files, file).toContain(`${file}.test.ts`);
      expect(lanes).toBeLessThan(long);
      const numbers = [lanes, long].map((count) => count.toLocaleString('en-US')).join(' | ');
      expect(page).toContain(`| ${what} | \`${file}\` | ${numbers} | ${why} |`);
    }
  });

  it('says in docs/testing.md of which lists the lanes run a share, and why', () => {
    const page = readFileSync(join(root, '../docs/testing.md'), 'utf8').replaceAll(/ +/g, ' ');
    for (const { file, what, lanes, all, why } of Object.values(shares)) {
      expect(files, file).toContain(`${file}.test.ts`);
      expect(lanes).toBeLessThan(all);
      expect(page).toContain(`| ${what} | \`${file}\` | ${lanes} | ${all} | ${why} |`);
    }
  });

  it('runs as many items of a list as the table says at every turn, and each item at as many turns', () => {
    for (const { lanes, all } of Object.values(shares)) {
      const list = Array.from({ length: all }, (_, index) => index);
      const turns = list.map((index) => chosen(list, lanes, 2 ** 28 - 1 - index));
      expect(new Set(turns.map((items) => items.length))).toEqual(new Set([lanes]));
      for (const item of list) expect(turns.filter((items) => items.includes(item))).toHaveLength(lanes);
    }
  });

  it('refuses a list whose length is not that of the table', () => {
    expect(() => share('honestHouses', [1, 2])).toThrow(
      'honestHouses has 2 items; test/campaigns.ts says 100',
    );
  });

  it('runs the whole list where the table has no smaller number, as with LONG=1', () => {
    const list = ['a', 'b', 'c', 'd', 'e'];
    for (const turn of [0, 1, 2 ** 28 - 1]) expect(chosen(list, list.length, turn)).toEqual(list);
  });

  it('names the longest files, each once and of a lane', () => {
    expect(longTests).toEqual([...new Set(longTests)]);
    expect(longTests.filter((name) => !files.includes(`${name}.test.ts`))).toEqual([]);
  });

  it('draws from a seed of the commit in files of the fast lane that have properties, and none with a seed of its own', () => {
    expect(seededTests).toEqual([...new Set(seededTests)]);
    const wrong = seededTests.filter((name) => {
      const file = `${name}.test.ts`;
      if (!files.includes(file) || isSlow(file)) return true;
      const text = readFileSync(join(root, file), 'utf8');
      return !text.includes("from 'fast-check'") || /\bseed: \d/.test(text);
    });
    expect(wrong).toEqual([]);
  });

  it('has no test that ends early without a word: context.skip() is counted', () => {
    const found = files.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return earlyEndsIn(text).map((at) => `${file}:${text.slice(0, at).split('\n').length}`);
    });
    expect(found).toEqual([]);
  });

  it('tells an early end of a test from one of a function inside it', () => {
    expect(earlyEndsIn("it('a', () => { if (isThere()) return; expect(1).toBe(1); });")).toHaveLength(1);
    expect(earlyEndsIn("it.skipIf(no).each([1])('a', async () => { for (;;) return; });")).toHaveLength(1);
    expect(earlyEndsIn("it('a', () => { list.forEach((one) => { if (one) return; }); });")).toEqual([]);
  });
});
