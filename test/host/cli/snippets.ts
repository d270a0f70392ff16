/**
 * Executes the documents. A fenced block marked `runnable` is written to its `file=`, run by bash where it is `sh`, as a
 * program where it says `run`, by vitest where it says `test`; the blocks of a document share one folder, in order, as a
 * reader would have them. A block of `text output` is held against what the block before it prints. Nothing of a block is replaced: `npx` is the one that npm installed.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { folderWith, program, project } from './orrery.ts';
import { programMsMax } from '../../time-limit.ts';

interface Snippet {
  readonly language: string;
  readonly words: readonly string[];
  readonly text: string;
}

/** The blocks of a document that are marked as runnable, and the outputs shown, in order. */
export const snippetsOf = (file: string): Snippet[] =>
  [...readFileSync(join(project, file), 'utf8').matchAll(/^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm)]
    .map(([, language = '', words = '', text = '']) => ({ language, words: words.trim().split(/\s+/), text }))
    .filter(({ words }) => words.includes('runnable') || words.includes('output'));

/** Every document with such a block, as a path from the folder of the project. */
export const documents = [
  'README.md',
  ...readdirSync(join(project, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].filter((file) => snippetsOf(file).length > 0);

/** A folder as `npm install orrery-sim vitest` leaves it, with the package of this checkout. */
function readersFolder(): string {
  const folder = folderWith({ 'package.json': '{ "name": "reader", "private": true }\n' });
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(project, join(folder, 'node_modules/orrery-sim'));
  symlinkSync(join(project, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
  chmodSync(program, 0o755);
  symlinkSync('../orrery-sim/dist/src/host/cli/main.js', join(folder, 'node_modules/.bin/orrery'));
  return folder;
}

/** A network of the block's own, in which the port that the documents print is free. */
const ownNetwork = ['unshare', '--map-root-user', '--net', 'bash', '-euo', 'pipefail', '-c'];
const hasOwnNetwork =
  spawnSync('unshare', ['--map-root-user', '--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
if (!hasOwnNetwork) console.log('unshare is not permitted here: blocks of documents use the real port 4010');

/** What a block left running ends with it; and nothing that it has stopped itself still answers. */
const untilItEnds = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT`;
const isStopped = `for second in 1 2 3 4 5 6 7 8 9 10; do
  curl -s -o /dev/null http://127.0.0.1:4010/_sim/clock || exit 0
  sleep 1
done
echo 'the server that the block has stopped still answers' >&2
exit 1
`;

function shellOf(text: string): readonly string[] {
  const whole = `${untilItEnds}\n${text}\n${/^kill /m.test(text) ? isStopped : ''}`;
  return hasOwnNetwork
    ? [...ownNetwork, `ip link set lo up\n${whole}`]
    : ['bash', '-euo', 'pipefail', '-c', whole];
}

function commandOf({ language, words, text }: Snippet, file: string): readonly string[] | undefined {
  if (language === 'sh') return shellOf(text);
  if (words.includes('run')) {
    return [process.execPath, join(project, 'node_modules/jiti/lib/jiti-cli.mjs'), file];
  }
  if (words.includes('test')) return [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', file];
  return undefined;
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Each line of the block is a line of the output, in this order; `…` stands for anything. */
function holdsOutput(output: string, text: string): void {
  const lines = output.split('\n');
  let from = 0;
  for (const shown of text.split('\n').filter((line) => line !== '' && line !== '…')) {
    const pattern = new RegExp(`^${shown.split('…').map(escaped).join('.*')}$`);
    const found = lines.findIndex((line, index) => index >= from && pattern.test(line));
    expect(found, `the document shows "${shown}"; the output is\n${output}`).toBeGreaterThanOrEqual(from);
    from = found + 1;
  }
}

/** What the block has printed; a block of output prints what the block before it did. */
function execute(folder: string, snippet: Snippet, before: string): string {
  const { words, text } = snippet;
  if (words.includes('output')) {
    holdsOutput(before, text);
    return before;
  }
  const file = words.find((word) => word.startsWith('file='))?.slice('file='.length);
  if (file !== undefined) writeFileSync(join(folder, file), text);
  const command = commandOf(snippet, file ?? '');
  if (command === undefined) {
    expect(file, text).toBeDefined();
    return before;
  }
  const [name = '', ...rest] = command;
  const env = { ...process.env, CI: '', PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync(name, rest, {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: programMsMax,
  });
  expect(status, `${text}\n${stdout}${stderr}`).toBe(0);
  return stdout + stderr;
}

const findsRate = ({ text }: Snippet): boolean => /\borrery bench\b/.test(text);
const isOutput = ({ words }: Snippet): boolean => words.includes('output');
/** Only written: any later block may use the file. */
const isFile = (snippet: Snippet): boolean => !isOutput(snippet) && commandOf(snippet, '') === undefined;

/** Blocks that find a rate: a machine that is busy with something else voids what they measure. */
export const measures = (file: string): boolean => snippetsOf(file).some(findsRate);

/** Blocks that find a rate or not, each with its output, and the files of all. */
function partOf(file: string, isMeasured: boolean): Snippet[] {
  let isOfPart = false;
  return snippetsOf(file).filter((snippet) => {
    if (isFile(snippet)) return true;
    if (!isOutput(snippet)) isOfPart = findsRate(snippet) === isMeasured;
    return isOfPart;
  });
}

function executeAll(snippets: readonly Snippet[]): void {
  const folder = readersFolder();
  let output = '';
  for (const snippet of snippets) output = execute(folder, snippet, output);
}

/** The document does what it says, word for word, but for blocks that find a rate. */
export const executeDocument = (file: string): void => executeAll(partOf(file, false));

/** The blocks of a document that find a rate. */
export const executeMeasured = (file: string): void => executeAll(partOf(file, true));
