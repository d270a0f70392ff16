/**
 * One term for each concept: no banned word, and no exported type name with two meanings. What is left from before is
 * counted in words-left.json, by folder; the counts may only fall. UPDATE_WORDS=1 writes lower counts, never higher ones.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { bannedIn, bannedWords, wordsOfModule, wordsOfPage, wordsOfTests } from './banned-words.ts';

const root = new URL('../../', import.meta.url);
const leftFile = new URL('words-left.json', import.meta.url);

interface Left {
  /** Files with the word, by word and folder. */
  readonly files: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Declarations of an exported type name, where there are several. */
  readonly typeNames: Readonly<Record<string, number>>;
}

const left = JSON.parse(readFileSync(leftFile, 'utf8')) as Left;
const isUpdate = process.env['UPDATE_WORDS'] === '1';

const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');

const modulesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts'))
    .toSorted();

const pages = [
  ...readdirSync(new URL('docs', root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'README.md',
  'CONTRIBUTING.md',
];

/** Modules with the help texts of the command line. */
const helpTexts = /^src\/host\/cli\/(?:commands\/.+\/command|.*-options|program)\.ts$/;

function wordsIn(file: string): string[] {
  if (file.endsWith('.md')) return bannedIn(wordsOfPage(textOf(file)));
  if (file.startsWith('test/')) return bannedIn(wordsOfTests(textOf(file)));
  return bannedIn(wordsOfModule(textOf(file), helpTexts.test(file)));
}

/** `src/core`, `agents`, `test/core`, `docs`; the folder whose files are counted together. */
const areaOf = (file: string): string =>
  file.endsWith('.md') ? 'docs' : (/^(?:src|test)\/[^/]+(?=\/)|^[^/]+/.exec(file)?.[0] ?? '');

/** The names of this test hold what they ban. */
const checked = [...['src', 'agents', 'test'].flatMap(modulesIn), ...pages].filter(
  (file) => !file.startsWith('test/tidy/'),
);

/** Files by word and area. */
function filesByWord(): Map<string, Map<string, string[]>> {
  const found = new Map<string, Map<string, string[]>>();
  for (const file of checked)
    for (const word of wordsIn(file)) {
      const areas = found.get(word) ?? new Map<string, string[]>();
      found.set(word, areas.set(areaOf(file), [...(areas.get(areaOf(file)) ?? []), file]));
    }
  return found;
}

/** How often each exported type, interface or class name is declared in src. */
function typeNameCounts(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of modulesIn('src'))
    for (const statement of parseSync(file, textOf(file)).program.body) {
      if (statement.type !== 'ExportNamedDeclaration') continue;
      const { declaration } = statement;
      if (!/^(?:TSInterface|TSTypeAlias|Class)Declaration$/.test(declaration?.type ?? '')) continue;
      const name = (declaration as { id?: { name: string } | null } | null)?.id?.name ?? '';
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  return new Map([...counts].filter(([, count]) => count > 1));
}

const found = filesByWord();
const typeNames = typeNameCounts();
const sorted = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)));

const counted: Left = {
  files: sorted(
    [...found].map(([word, areas]) => [
      word,
      sorted([...areas].map(([area, files]) => [area, files.length] as const)),
    ]),
  ),
  typeNames: sorted(typeNames),
};

describe('the words of code, tests and documents', () => {
  it('reads names, comments, help texts and titles', () => {
    expect(checked.length).toBeGreaterThan(1000);
    expect(bannedIn(wordsOfModule('const callOff = 1; // a wish\n', false))).toEqual(['call off', 'wish']);
    expect(
      bannedIn(wordsOfModule('/**\n * A thread of\n * its own. */\nclass A { #isTold = 1 }', false)),
    ).toEqual(['of its own', 'told']);
    expect(bannedIn(wordsOfModule(`f('whoever')`, true))).toEqual(['whoever']);
    expect(bannedIn(wordsOfModule(`f('whoever') // as usual, told apart`, false))).toEqual([]);
    expect(bannedIn(wordsOfTests(`it.each([1])('a crew of %i', () => f('a wish'))`))).toEqual(['crew']);
    expect(bannedIn(wordsOfPage('A handful of\n  mishaps.'))).toEqual(['handful', 'mishap']);
  });

  it.each(Object.entries(bannedWords))('%s: no file more says it', (word, { instead }) => {
    const tooMany = [...(found.get(word) ?? [])]
      .filter(([area, files]) => files.length > (left.files[word]?.[area] ?? 0))
      .flatMap(([, files]) => files);
    expect(tooMany, `"${word}"; use ${instead}`).toEqual([]);
  });

  it('no other exported type has the name of one in another file', () => {
    const more = [...typeNames].filter(([name, count]) => count > (left.typeNames[name] ?? 1));
    expect(more).toEqual([]);
  });

  it('what is left is counted as it is (UPDATE_WORDS=1 writes lower counts)', () => {
    if (isUpdate) writeFileSync(leftFile, `${JSON.stringify(lowered(), null, 2)}\n`);
    else expect(counted).toEqual(left);
  });
});

/** The lower of each count found and each count allowed. */
function lowered(): Left {
  const lower = (now: Readonly<Record<string, number>>, before: Readonly<Record<string, number>> = {}) =>
    Object.fromEntries(
      Object.entries(now).flatMap(([key, count]) => {
        const limit = Math.min(count, before[key] ?? 0);
        return limit === 0 ? [] : [[key, limit] as const];
      }),
    );
  return {
    files: Object.fromEntries(
      Object.entries(counted.files)
        .map(([word, areas]) => [word, lower(areas, left.files[word])] as const)
        .filter(([, areas]) => Object.keys(areas).length > 0),
    ),
    typeNames: lower(counted.typeNames, left.typeNames),
  };
}
