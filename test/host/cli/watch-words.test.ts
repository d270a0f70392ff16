/** `run --watch` up to a signal: the words of the runs that it starts, and what it says. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCommand, type RunOptions } from '../../../src/host/cli/commands/run/run.ts';
import { ownSignal } from '../app/process/signalled.ts';
import { folderWith } from './orrery.ts';
import { heardIn } from './terminal.ts';

let folder = '';
const ends: (() => void)[] = [];
const { execArgv, execPath } = process;

/** In the place of a second process: keeps its words, each on a line, below the scenario that it was called with. */
const keepWords = 'printf "%s\\n" "$@" > "$2.words.part"; mv "$2.words.part" "$2.words"';

const scenario = 'for: 1h\npopulation: [{ agent: idler }]\n';
const calls: readonly (readonly [string, Partial<RunOptions>, readonly string[]])[] = [
  ['plain', {}, []],
  ['text', { summary: 'text', seed: 'x' }, ['--seed', 'x']],
  ['quiet', { quiet: true, summary: 'markdown' }, ['--summary', 'markdown', '--quiet']],
  ['json', { json: true, quiet: false, out: 'o' }, ['--out', 'o', '--json']],
  [
    'all',
    {
      profile: 'consistent',
      set: { 'limits.burst': 'x3', 'escrow.expiryState': 'refunded' },
      with: ['for=2h', 'population.0.count=2'],
      json: false,
    },
    '--profile consistent --set limits.burst=x3 --set escrow.expiryState=refunded --with for=2h --with population.0.count=2'.split(
      ' ',
    ),
  ],
];

beforeAll(() => {
  const files = Object.fromEntries(calls.map(([name]) => [`${name}.yaml`, `name: ${name}\n${scenario}`]));
  folder = folderWith(
    { ...files, 'base.yaml': scenario, 'wrong.yaml': 'for: x\nextends: base.yaml\n' },
    (end) => void ends.push(end),
  );
  process.execPath = '/bin/sh';
  process.execArgv = ['-c', keepWords];
});
afterAll(() => {
  process.execPath = execPath;
  process.execArgv = execArgv;
  for (const end of ends) end();
});

const watched = (file: string, options: Partial<RunOptions> = {}): Promise<number> =>
  runCommand(file, { set: {}, with: [], ...options, watch: true });
const wordsOf = (file: string): string => join(folder, `${file}.words`);

describe('run --watch', () => {
  it.each<[string, Partial<RunOptions>, string]>([
    ['none.yaml', {}, 'none.yaml:1:1: there is no such file; expected a scenario file'],
    [
      'plain.yaml',
      { set: { a: 'b' } },
      '--set a=b: there is no policy "a"; expected one of those that orrery policies lists',
    ],
    ['plain.yaml', { with: ['seed=3'] }, '--with seed=3: "seed" cannot be set: the seed has its own option'],
  ])('of %s with %j is refused', async (file, options, message) => {
    await expect(heardIn(folder, false, () => watched(file, options))).rejects.toThrow(
      expect.objectContaining({ message }),
    );
  });

  it('starts runs with its own words, and ends with a signal', async () => {
    const { come, restore } = ownSignal();
    onTestFinished(restore);
    let codes: readonly number[] = [];
    const { stderr, stdout } = await heardIn(folder, false, async (heard) => {
      const all = [
        ...calls.map(([name, options]) => watched(`${name}.yaml`, options)),
        watched('wrong.yaml'),
      ];
      const files = [...calls.map(([name]) => `${name}.yaml`), 'wrong.yaml'];
      await vi.waitFor(() => expect(files.filter((file) => existsSync(wordsOf(file)))).toEqual(files), {
        interval: 5,
        timeout: 20_000,
      });
      const lines = (): number => heard.stderr.split('\n').length - 1;
      await vi.waitFor(() => expect(lines()).toBe(4), { interval: 5, timeout: 20_000 });
      come();
      codes = await Promise.all(all);
      return 0;
    });
    expect([codes, stdout]).toEqual([[0, 0, 0, 0, 0, 0], '']);
    expect(stderr.split('\n').toSorted()).toEqual([
      '',
      'watching 1 file; Ctrl-C ends',
      'watching 1 file; Ctrl-C ends',
      'watching 1 file; Ctrl-C ends',
      'watching 2 files; Ctrl-C ends',
    ]);
    for (const [name, , words] of calls)
      expect(readFileSync(wordsOf(`${name}.yaml`), 'utf8')).toBe(
        ['run', `${name}.yaml`, ...words, ''].join('\n'),
      );
  });
});
