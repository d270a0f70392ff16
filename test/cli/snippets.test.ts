/**
 * Executes the documents. A fenced block marked `runnable` is written to its `file=`, run by bash where it is `sh`, or as a
 * program where it says `run`; the blocks of a document share one folder, in order, as a reader would have them.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, program, project } from './orrery.ts';

interface Snippet {
  readonly language: string;
  readonly words: readonly string[];
  readonly text: string;
}

const snippetsOf = (file: string): Snippet[] =>
  [...readFileSync(join(project, file), 'utf8').matchAll(/^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm)]
    .map(([, language = '', words = '', text = '']) => ({ language, words: words.trim().split(/\s+/), text }))
    .filter(({ words }) => words.includes('runnable'));

const documents = [
  'README.md',
  ...readdirSync(join(project, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].filter((file) => snippetsOf(file).length > 0);

/** A folder in which `orrery` and the package of that name are the ones of this checkout. */
function readersFolder(): string {
  const folder = folderWith();
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(project, join(folder, 'node_modules/orrery'));
  writeFileSync(join(folder, 'bin/orrery'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  writeFileSync(join(folder, 'bin/npx'), '#!/bin/sh\nexec "$@"\n');
  for (const name of ['orrery', 'npx']) chmodSync(join(folder, 'bin', name), 0o755);
  return folder;
}

function execute(folder: string, { language, words, text }: Snippet): void {
  const file = words.find((word) => word.startsWith('file='))?.slice('file='.length);
  if (file !== undefined) writeFileSync(join(folder, file), text);
  const command =
    language === 'sh'
      ? (['bash', '-euo', 'pipefail', '-c', text] as const)
      : words.includes('run')
        ? ([process.execPath, join(project, 'node_modules/jiti/lib/jiti-cli.mjs'), file ?? ''] as const)
        : undefined;
  if (command === undefined) return expect(file, text).toBeDefined();
  const [name, ...rest] = command;
  const env = { ...process.env, CI: '', PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync(name, rest, {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 200_000,
  });
  expect(status, `${text}\n${stdout}${stderr}`).toBe(0);
}

describe('the documents', () => {
  it('have snippets that are marked as runnable', () => {
    expect(documents.length).toBeGreaterThanOrEqual(4);
    expect(documents.flatMap(snippetsOf).length).toBeGreaterThanOrEqual(10);
  });

  it.each(documents)('%s does what it says', (file) => {
    const folder = readersFolder();
    for (const snippet of snippetsOf(file)) execute(folder, snippet);
  });
});
