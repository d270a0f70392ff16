/** Files that are validated: their kinds, and every mistake of each at its place, in order. */
import { chdir, cwd } from 'node:process';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { validateFiles } from '../../../../src/host/app/validate/validate.ts';
import { writeFileSync } from 'node:fs';
import { folderWith } from '../../../folder-with.ts';

const target = 'name: shop\nhosts: [localhost]\nservices: { faucet: "https://localhost:9" }\n';
const scenario = 'name: tiny\nseed: 7\nfor: 1h\npopulation: [{ agent: faucet-claimer, count: 2 }]\n';

/** The test stands in an empty folder. */
beforeEach(() => {
  const before = cwd();
  chdir(folderWith());
  onTestFinished(() => chdir(before));
});

const files = (texts: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(texts)) writeFileSync(name, text);
};

describe('files without a mistake', () => {
  it('have their kinds, shipped scenarios too', async () => {
    files({ 'a.yaml': scenario, 't.yaml': `${target}headers: { X-A: "\${NOT_SET_ANYWHERE}" }\n` });
    expect(await validateFiles(['a.yaml', 't.yaml', 'first-month'])).toEqual({
      files: [
        { file: 'a.yaml', kind: 'scenario', mistakes: 0 },
        { file: 't.yaml', kind: 'target', mistakes: 0 },
        { file: 'first-month', kind: 'scenario', mistakes: 0 },
      ],
      mistakes: [],
      ok: true,
    });
  });
});

const places = (
  mistakes: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly message: string;
  }[],
): string[] =>
  mistakes.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message.split(';')[0]}`);

describe('files with mistakes', () => {
  it('have all of them, by line and column', async () => {
    files({
      'a.yaml':
        'name: tiny\nfor: long\nseed: [1]\nhurry: 1\npopulation: [{ agent: faucet-claimer, count: x, late: 1 }]\n',
    });
    const { mistakes, ok, files: checked } = await validateFiles(['a.yaml']);
    expect(places(mistakes)).toEqual([
      'a.yaml:2:6: for is "long"',
      'a.yaml:3:7: seed is a list',
      'a.yaml:4:1: unknown key "hurry"',
      'a.yaml:5:46: count is "x"',
      'a.yaml:5:49: unknown key "late"',
    ]);
    expect([ok, checked]).toEqual([false, [{ file: 'a.yaml', kind: 'scenario', mistakes: 5 }]]);
  });

  it('name a file that is missing and one of something else', async () => {
    files({ 'b.yaml': 'x: 1\n' });
    const { files: checked, mistakes } = await validateFiles(['none.yaml', 'b.yaml']);
    expect(checked).toMatchObject([
      { file: 'none.yaml', kind: null, mistakes: 1 },
      { file: 'b.yaml', mistakes: 1 },
    ]);
    expect(mistakes[0]).toEqual({
      file: 'none.yaml',
      line: 1,
      column: 1,
      message: 'there is no such file; expected a scenario, a target, requests or a behaviour',
    });
  });

  it('say what is wrong with a certificate, at the start of the target file', async () => {
    files({ 't.yaml': `${target}ca: all.pem\n`, 'all.pem': 'text' });
    expect((await validateFiles(['t.yaml'])).mistakes).toEqual([
      {
        file: 't.yaml',
        line: 1,
        column: 1,
        message: 'ca all.pem holds no certificate; expected certificates as PEM',
      },
    ]);
  });

  it('name a mistake of a file that several of them extend once', async () => {
    const own = 'extends: ./base.yaml\nname: one\nhurry: 1\n';
    files({ 'base.yaml': 'name: base\nseed: 7\nfor: 1h\nworry: 1\n', 'a.yaml': own, 'z.yaml': own });
    const { mistakes, files: checked } = await validateFiles(['z.yaml', 'a.yaml', 'base.yaml']);
    expect(places(mistakes)).toEqual([
      'z.yaml:1:1: "population" is missing',
      'z.yaml:3:1: unknown key "hurry"',
      'base.yaml:4:1: unknown key "worry"',
      'a.yaml:1:1: "population" is missing',
      'a.yaml:3:1: unknown key "hurry"',
      'base.yaml:1:1: "population" is missing',
    ]);
    expect(checked.map(({ file, mistakes: count }) => `${file} ${count}`)).toEqual([
      'z.yaml 3',
      'a.yaml 3',
      'base.yaml 2',
    ]);
  });

  it('come before those of the files that they extend, which are in order of their names', async () => {
    files({
      'k.yaml': 'extends: ./n.yaml\nhurry: 1\n',
      'n.yaml': 'extends: ./c.yaml\nworry: 1\nlate: 2\n',
      'c.yaml': `extends: ./x.yaml\n${scenario}slow: 1\n`,
      'x.yaml': `odd: 1\n${scenario}`,
    });
    const { mistakes } = await validateFiles(['k.yaml']);
    expect(places(mistakes)).toEqual([
      'k.yaml:2:1: unknown key "hurry"',
      'c.yaml:6:1: unknown key "slow"',
      'n.yaml:2:1: unknown key "worry"',
      'n.yaml:3:1: unknown key "late"',
      'x.yaml:1:1: unknown key "odd"',
    ]);
  });

  it('are read by the reader of their kind', async () => {
    files({
      'r.yaml': 'requests:\n  - { do: GET, expct: 1 }\n',
      't.yaml': `${target}timeout: never\n`,
      'a.mjs': 'export default 1;\n',
    });
    const { files: checked, mistakes } = await validateFiles(['r.yaml', 't.yaml', 'a.mjs']);
    expect(checked.map(({ kind }) => kind)).toEqual(['requests', 'target', 'behaviour']);
    expect(places(mistakes)).toEqual([
      'r.yaml:2:11: do is "GET"',
      'r.yaml:2:16: unknown key "expct"',
      't.yaml:4:10: timeout is "never"',
      'a.mjs:1:1: this file has no behaviour',
    ]);
  });
});
