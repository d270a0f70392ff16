/** `orrery run --watch`, edited as an author does: a run for each change, and an end at Ctrl-C. */
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { filesOfRun } from '../../../src/host/app/run/watched-files.ts';
import { started, type Started } from './interrupting.ts';
import { folderWith, orrery } from './orrery.ts';

const scenario = (days: number): string => `extends: base.yaml
for: ${days}d
population: [{ agent: ./own/agent.mjs, count: 2 }]
`;
const agent = (text: string): string => `import { defineAgent } from 'orrery-sim';
import { claims } from './claims.mjs';
export default defineAgent({ name: 'own', about: '', parameters: {}, *run(agent) {
  yield* agent.join();
  for (let left = claims; left > 0; left -= 1) yield* agent.check('${text}', true);
} });
`;
const files = { 'base.yaml': 'seed: 7\n', 's.yaml': scenario(1) };

/** A scenario, what it extends, its behaviour, and the module that this imports. */
function ownFolder(): string {
  const folder = folderWith(files);
  mkdirSync(join(folder, 'own'));
  writeFileSync(join(folder, 'own/agent.mjs'), agent('first'));
  writeFileSync(join(folder, 'own/claims.mjs'), 'export const claims = 1;\n');
  return folder;
}

interface Summary {
  readonly digest: string;
  readonly seed: string;
}

const words = ['run', 's.yaml', '--watch', '--out', 'report'];
const runMsMax = 30_000;

/** The results so far, and what stands on stderr. */
function output({ child }: Started): { results: () => Summary[]; stderr: () => string } {
  let [out, errors] = ['', ''];
  child.stdout?.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (errors += data.toString()));
  const results = (): Summary[] =>
    [...out.matchAll(/^\S+ {2}seed (\S+) .*\ndigest +([0-9a-f]{32})$[^]*?^report: /gm)].map(
      ([, seed = '', digest = '']) => ({ seed, digest }),
    );
  return { results, stderr: () => errors };
}

const until = (isTrue: () => void): Promise<void> => vi.waitFor(isTrue, { timeout: runMsMax, interval: 50 });

describe('orrery run --watch', () => {
  it('runs again after each change of the scenario, of what it extends, of a behaviour and of what that imports', async () => {
    const folder = ownFolder();
    const watched = started(folder, words);
    const { results, stderr } = output(watched);
    const after = async (count: number, change: () => void): Promise<void> => {
      await until(() => expect(stderr().match(/^watching 4 files; Ctrl-C ends$/gm)).toHaveLength(count));
      change();
      await until(() => expect(results()).toHaveLength(count + 1));
    };
    await after(1, () => writeFileSync(join(folder, 's.yaml'), scenario(2)));
    await after(2, () => writeFileSync(join(folder, 'base.yaml'), 'seed: 8\n'));
    await after(3, () => {
      // As editors save that write beside the file first.
      writeFileSync(join(folder, 'own/agent.new'), agent('second'));
      renameSync(join(folder, 'own/agent.new'), join(folder, 'own/agent.mjs'));
    });
    await after(4, () => writeFileSync(join(folder, 'own/claims.mjs'), 'export const claims = 30;\n'));
    watched.send('SIGINT');
    const { code } = await watched.ended;
    expect(code).toBe(0);
    expect(results().map(({ seed }) => seed)).toEqual(['7', '7', '8', '8', '8']);
    const alone = await orrery(folder, ['run', 's.yaml', '--json']);
    expect(results().at(-1)?.digest).toBe((JSON.parse(alone.stdout) as Summary).digest);
    expect([...stderr().matchAll(/^changed: (.+)$/gm)].map(([, file]) => file)).toEqual([
      's.yaml',
      'base.yaml',
      'own/agent.mjs',
      'own/claims.mjs',
    ]);
  });

  it('waits for the correction of a mistake, also of the first call', async () => {
    const folder = ownFolder();
    writeFileSync(join(folder, 's.yaml'), scenario(1).replace('1d', 'soon'));
    const watched = started(folder, words);
    const { results, stderr } = output(watched);
    await until(() => expect(stderr()).toMatch(/s\.yaml:2:6: for is .*"soon"[^]*^watching/m));
    writeFileSync(join(folder, 's.yaml'), scenario(1));
    await until(() => expect(results()).toHaveLength(1));
    watched.send('SIGTERM');
    expect((await watched.ended).code).toBe(0);
  });

  it('ends a run that a change has made pointless, and leaves no half-written report', async () => {
    const folder = ownFolder();
    writeFileSync(
      join(folder, 's.yaml'),
      'extends: base.yaml\nfor: 3650d\npopulation: [{ agent: hammer, count: 500 }]\n',
    );
    const watched = started(folder, words);
    const { results } = output(watched);
    await until(() => expect(readdirSync(folder).filter((name) => name.startsWith('.'))).not.toEqual([]));
    writeFileSync(join(folder, 's.yaml'), scenario(1));
    await until(() => expect(results()).toHaveLength(1));
    watched.send('SIGINT');
    expect((await watched.ended).code).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(['base.yaml', 'own', 'report', 's.yaml']);
  });

  it('ends during a run at a signal, with everything that it has started', async () => {
    const folder = ownFolder();
    writeFileSync(join(folder, 's.yaml'), 'for: 3650d\npopulation: [{ agent: hammer, count: 500 }]\n');
    const watched = started(folder, words);
    await until(() => expect(readdirSync(folder).filter((name) => name.startsWith('.'))).not.toEqual([]));
    watched.send('SIGTERM');
    const { code, stdout } = await watched.ended;
    expect([code, stdout]).toEqual([0, '']);
    expect(readdirSync(folder).toSorted()).toEqual(['base.yaml', 'own', 's.yaml']);
  });

  it.each([
    [['run', 'none.yaml', '--watch'], /none\.yaml:1:1: there is no such file/],
    [['run', 's.yaml', '--watch', '--set', 'limits.brst=x3'], /did you mean "limits\.burst"/],
    [['run', 's.yaml', '--watch', '--with', 'for=1x'], /--with for=1x: for is "1x"/],
  ])('%j is a wrong call, for which no change can make up', async (call, line) => {
    const { code, stdout, stderr } = await orrery(ownFolder(), call);
    expect(stderr).toMatch(line);
    expect([code, stdout]).toEqual([2, '']);
  });
});

it('a run depends on its scenario alone where it has no own behaviours', async () => {
  expect(
    await filesOfRun(join(folderWith({ 's.yaml': 'for: 1d\npopulation: [{ agent: idler }]\n' }), 's.yaml')),
  ).toHaveLength(1);
});
