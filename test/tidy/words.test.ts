/**
 * One term for each concept: no banned word, and no exported type name with two meanings.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  bannedIn,
  bannedWords,
  contractWords,
  wordsOfModule,
  wordsOfPage,
  wordsOfTests,
} from './banned-words.ts';

const root = new URL('../../', import.meta.url);

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

function wordsIn(file: string): string[] {
  if (file.endsWith('.md')) return bannedIn(wordsOfPage(textOf(file)));
  if (file.startsWith('test/')) return bannedIn(wordsOfTests(textOf(file)));
  return bannedIn(wordsOfModule(textOf(file)));
}

/** The names of this test hold what they ban. */
const checked = [...['src', 'agents', 'test'].flatMap(modulesIn), ...pages].filter(
  (file) => !file.startsWith('test/tidy/'),
);

const words = checked.map((file) => ({ file, banned: wordsIn(file) }));
const isContract = (file: string, word: string): boolean => contractWords[file]?.includes(word) === true;

/** The types, interfaces and classes that a module exports where it declares them: each begins a line. */
const typesIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const [start, ...rest] = line.split(' ');
    const [kind = '', name = ''] = rest.filter((word) => word !== 'abstract' && word !== 'declare');
    const isDeclared = ['interface', 'type', 'class'].includes(kind) && !['{', '*'].includes(name);
    return start === 'export' && isDeclared ? [name.split('<')[0] ?? ''] : [];
  });

/** The files that declare an exported type, interface or class, by its name. */
function typeNames(): Map<string, string[]> {
  const declared = new Map<string, string[]>();
  for (const file of modulesIn('src'))
    for (const name of typesIn(textOf(file))) declared.set(name, [...(declared.get(name) ?? []), file]);
  return declared;
}

describe('the words of code, tests and documents', () => {
  it('reads names, comments, texts and titles', () => {
    expect(checked.length).toBeGreaterThan(1000);
    expect(bannedIn(wordsOfModule('const callOff = 1; // a wish\n'))).toEqual(['call off', 'wish']);
    expect(bannedIn(wordsOfModule('/**\n * A thread of\n * its own. */\nclass A { #isTold = 1 }'))).toEqual([
      'of its own',
      'told',
    ]);
    expect(bannedIn(wordsOfModule('f("whoever asks", `a crew`)'))).toEqual(['crew', 'whoever']);
    expect(bannedIn(wordsOfModule(`f('whoever') // as usual, told apart`))).toEqual([]);
    expect(bannedIn(wordsOfTests(`it.each([1])('a crew of %i', () => f('a wish'))`))).toEqual(['crew']);
    expect(bannedIn(wordsOfPage('A handful of\n  mishaps.'))).toEqual(['handful', 'mishap']);
  });

  it.each(Object.entries(bannedWords))('%s: no file says it', (word, { instead }) => {
    const files = words.filter(({ file, banned }) => banned.includes(word) && !isContract(file, word));
    expect(
      files.map(({ file }) => file),
      `"${word}"; use ${instead}`,
    ).toEqual([]);
  });

  it('a word is excepted as a contract only where it is used', () => {
    const used = words.flatMap(({ file, banned }) =>
      banned.filter((word) => isContract(file, word)).map((word) => `${file} ${word}`),
    );
    const excepted = Object.entries(contractWords).flatMap(([file, list]) =>
      list.map((word) => `${file} ${word}`),
    );
    expect(used.toSorted()).toEqual(excepted.toSorted());
  });

  it('reads the types that a module declares and exports', () => {
    const text =
      'export abstract class A<B> {\n}\nexport type C = 1;\nexport type { D };\nexport interface E {';
    expect(typesIn(text)).toEqual(['A', 'C', 'E']);
    expect(typeNames().size).toBeGreaterThan(1000);
  });

  it('no two files export a type of the same name', () => {
    expect([...typeNames()].filter(([, files]) => files.length > 1)).toEqual([]);
  });
});
