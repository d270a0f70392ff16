/**
 * Does what docs/extending.md says, on a copy of the project: every section by itself fits the project as it is; all of
 * them together compile, and the tests of the examples hold. The copy lies outside of the project and is removed.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { applied, sectionsOf, statedCounts, type Section } from './page.ts';
import { builtNow } from '../campaigns.ts';
import { programMsMax } from '../time-limit.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(project, 'docs/extending.md'), 'utf8');
const sections = sectionsOf(page);
const stated = statedCounts(page);

/** The most source files that each extension may take. */
const filesMax = {
  endpoint: 6,
  game: 8,
  policy: 4,
  behaviour: 1,
  command: 3,
  metric: 2,
  chart: 2,
  service: 6,
};

/** Tests of the project that an extension has to hold, and that write the generated documents. */
const structureTests = ['docs', 'specification', 'rooms'].map((name) => `test/tidy/${name}.test.ts`);

/** Leaves out the scenes of the policies that the project has: they have nothing to do with the new one. */
const withoutOtherPolicies = String.raw`^(?!policy (?!faucet\.listed))`;

const isTest = (file: string): boolean => file.startsWith('test/');
const filesIn = ({ blocks }: Section): string[] => [...new Set(blocks.map(({ file }) => file))];

/** Files by path, read from the project where they are not in `files` yet. */
function apply(section: Section, files: Map<string, string>): void {
  for (const block of section.blocks) {
    const before = files.get(block.file) ?? textOf(block.file);
    files.set(block.file, applied(block, before));
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(join(project, file), 'utf8');
  } catch {
    return undefined;
  }
}

it('the page has a section for each kind of extension', () => {
  expect(sections.map(({ name }) => name).toSorted()).toEqual(Object.keys(filesMax).toSorted());
});

describe.each(sections)('a new $name', (section) => {
  const sources = filesIn(section).filter((file) => !isTest(file));

  it('takes the files that its table lists, and as many as the page states', () => {
    expect(sources.toSorted()).toEqual(section.listed.toSorted());
    expect(stated[section.name]).toEqual([sources.length, section.generated.length]);
    expect(sources.length).toBeLessThanOrEqual(filesMax[section.name as keyof typeof filesMax]);
  });

  it('fits the project without the other extensions, and brings a test', () => {
    const files = new Map<string, string>();
    apply(section, files);
    for (const [file, text] of files) expect(text, file).not.toBe(textOf(file));
    expect([...files.keys()].some(isTest)).toBe(true);
  });
});

const copied = ['src', 'agents', 'docs', 'test', 'bench', 'scenarios', 'examples', 'site'];
/** What the site installs and makes. */
const isMade = (path: string): boolean => /[/\\]site[/\\](?:node_modules|pages|dist)$/.test(path);
const copiedFiles = ['package.json', 'tsconfig.json', 'vitest.config.ts', 'README.md', 'CHANGELOG.md'];
const folder = mkdtempSync(join(tmpdir(), 'orrery-extended-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The project with every extension in it. Returns the files that were written. */
function extendedCopy(): string[] {
  for (const name of [...copied, ...copiedFiles])
    cpSync(join(project, name), join(folder, name), { recursive: true, filter: (path) => !isMade(path) });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const files = new Map<string, string>();
  for (const section of sections) apply(section, files);
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return [...files.keys()];
}

/** Runs a program of `node_modules` in the copy. */
function called(program: string, words: readonly string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(project, 'node_modules', program), ...words], {
      cwd: folder,
      env: { ...process.env, UPDATE_DOCS: '1', NO_COLOR: '1', FORCE_COLOR: '0' },
      timeout: programMsMax,
    });
    let text = '';
    child.stdout.on('data', (part) => (text += String(part)));
    child.stderr.on('data', (part) => (text += String(part)));
    child.on('error', (error) => (text += error.message));
    child.on('close', (code) => done({ code, text }));
  });
}

/** Files of the copy that are new there, or differ from those of the project. */
const changedFiles = (): string[] =>
  copied
    .flatMap((name) =>
      readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
    )
    .filter((file) => readFileSync(join(folder, file), 'utf8') !== textOf(file));

describe.each(builtNow('copyExtended'))('all extensions together', () => {
  const written = extendedCopy();

  it('compile, hold their tests, and change no other file than those that the page lists', async () => {
    const own = written.filter(isTest);
    const [types, tests] = await Promise.all([
      called('typescript/bin/tsc', ['--noEmit']),
      called('vitest/vitest.mjs', [
        'run',
        '--no-isolate',
        '--maxWorkers=1',
        '-t',
        withoutOtherPolicies,
        ...structureTests,
        ...own,
      ]),
    ]);
    expect(types.code, types.text).toBe(0);
    expect(tests.code, tests.text).toBe(0);
    expect(tests.text).toMatch(new RegExp(`Test Files +${own.length + structureTests.length} passed`));
    const wanted = [...written, ...sections.flatMap(({ generated }) => generated)];
    expect(changedFiles().toSorted()).toEqual(wanted.toSorted());
  });
});
