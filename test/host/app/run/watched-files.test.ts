/** The files that a run depends on, and which of them changes first. */
import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOfRun, nextChange, statesOf } from '../../../../src/host/app/run/watched-files.ts';
import { folderWith, scenarioFile } from '../../cli/orrery.ts';

describe('the files of a run', () => {
  const base = 'name: base\nfor: 1h\npopulation: [{ agent: ./agents/own.ts }, { agent: newcomer }]\n';

  /** Below the folder. */
  async function filesIn(files: Readonly<Record<string, string>>): Promise<string[]> {
    const folder = folderWith();
    for (const name of ['agents', 'agents/sub']) mkdirSync(join(folder, name));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const found = await filesOfRun(join(folder, 'small.yaml'));
    return found.map((file) => relative(folder, file));
  }

  it('are the scenario, what it extends, and the modules beside its behaviours', async () => {
    const modules = ['own.ts', 'a.js', 'b.mjs', 'c.cts', 'd.json'].map((name) => `agents/${name}`);
    const others = ['e.txt', 'f.tsx', 'g.ts.bak', 'sub/h.ts'].map((name) => `agents/${name}`);
    const found = await filesIn({
      ...Object.fromEntries([...modules, ...others].map((name) => [name, ''])),
      'base.yaml': base,
      'small.yaml': 'extends: ./base.yaml\nname: small\n',
      'other.ts': '',
    });
    expect(found[0]).toBe('small.yaml');
    expect(found.toSorted()).toEqual(['base.yaml', 'small.yaml', ...modules].toSorted());
  });

  it('are what can be read of a scenario with mistakes', async () => {
    expect(await filesIn({ 'small.yaml': 'name: [' })).toEqual(['small.yaml']);
    expect(await filesIn({})).toEqual(['small.yaml']);
    const absent = 'name: small\nfor: 1h\npopulation: [{ agent: ./absent/own.ts }]\n';
    expect(await filesIn({ 'small.yaml': absent })).toEqual(['small.yaml']);
  });

  it('are the file of a shipped scenario, which has behaviours that do not change', async () => {
    const [file, ...others] = await filesOfRun('faucet-cooldown');
    expect([statSync(file ?? '').ino, others]).toEqual([statSync(scenarioFile('faucet-cooldown')).ino, []]);
  });
});

describe('a change', () => {
  const goesOn = new AbortController().signal;

  it('is a time, a size, a file that is new, or one that is gone', async () => {
    const folder = folderWith({ a: 'a', b: 'b', c: 'c' });
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ];
    const states = (): ReadonlyMap<string, string> => statesOf([a, b, c, d]);
    const { mtimeMs, size, ino } = statSync(a);
    expect([...states()].map(([file]) => file)).toEqual([a, b, c, d]);
    expect([states().get(a), states().get(d)]).toEqual([`${mtimeMs} ${size} ${ino}`, '']);
    let before = states();
    utimesSync(b, 5, 5);
    expect(await nextChange(before, goesOn)).toBe(b);
    before = states();
    writeFileSync(d, '');
    expect(await nextChange(before, goesOn)).toBe(d);
    before = states();
    rmSync(c);
    expect(await nextChange(before, goesOn)).toBe(c);
    before = states();
    rmSync(d);
    writeFileSync(a, 'longer');
    expect(await nextChange(before, goesOn)).toBe(a);
  });

  it('is not waited for after a stop', async () => {
    const before = statesOf([join(folderWith({ a: 'a' }), 'a')]);
    expect(await nextChange(before, AbortSignal.abort())).toBeUndefined();
    const stop = new AbortController();
    const waiting = nextChange(before, stop.signal);
    stop.abort();
    expect(await waiting).toBeUndefined();
  });
});
