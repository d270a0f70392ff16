/**
 * Executes the documents. A fenced block marked `runnable` is written to its `file=`, run by bash where it is `sh`, as a
 * program where it says `run`, by vitest where it says `test`; the blocks of a document share one folder, in order, as a
 * reader would have them.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
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
  symlinkSync(join(project, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
  writeFileSync(join(folder, 'bin/orrery'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  writeFileSync(join(folder, 'bin/npx'), '#!/bin/sh\nexec "$@"\n');
  for (const name of ['orrery', 'npx']) chmodSync(join(folder, 'bin', name), 0o755);
  return folder;
}

/** A port that was free a moment ago: the usual one of the documents may be somebody else's here. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** What a block left running ends with it, whatever becomes of it. */
const untilItEnds = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT`;

function commandOf({ language, words, text }: Snippet, file: string): readonly string[] | undefined {
  if (language === 'sh') return ['bash', '-euo', 'pipefail', '-c', `${untilItEnds}\n${text}`];
  if (words.includes('run')) {
    return [process.execPath, join(project, 'node_modules/jiti/lib/jiti-cli.mjs'), file];
  }
  if (words.includes('test')) return [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', file];
  return undefined;
}

function execute(folder: string, snippet: Snippet): void {
  const { words, text } = snippet;
  const file = words.find((word) => word.startsWith('file='))?.slice('file='.length);
  if (file !== undefined) writeFileSync(join(folder, file), text);
  const command = commandOf(snippet, file ?? '');
  if (command === undefined) return expect(file, text).toBeDefined();
  const [name = '', ...rest] = command;
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

  it.each(documents)('%s does what it says', async (file) => {
    const folder = readersFolder();
    const port = String(await freePort());
    for (const snippet of snippetsOf(file)) {
      execute(folder, {
        ...snippet,
        text: snippet.text
          .replaceAll('127.0.0.1:4010', `127.0.0.1:${port}`)
          .replaceAll(/\borrery serve\b/g, `orrery serve --port ${port}`),
      });
    }
  });
});
