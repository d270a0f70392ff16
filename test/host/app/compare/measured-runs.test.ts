/** The measures of runs from a report folder, or from a folder of report folders. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../../src/core/base/file-mistake.ts';
import { runsIn } from '../../../../src/host/app/compare/measured-runs.ts';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { folderWith } from '../../../folder-with.ts';

const runOf = (digest: string, metrics: unknown = [{ name: 'http_reqs', value: 1 }]) => ({ digest, metrics });

/** A folder with a file of the given content. */
function put(folder: string, name: string, content: unknown): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

describe('the runs in a folder', () => {
  it('are the one of a report, with a manifest or without', () => {
    const folder = put(folderWith(), 'metrics.json', runOf('a'));
    expect(runsIn(folder)).toEqual([runOf('a')]);
    put(folder, 'manifest.json', '{}');
    put(join(folder, 'b'), 'metrics.json', runOf('b'));
    expect(runsIn(folder)).toEqual([runOf('a')]);
  });

  it('are those of every report in it, in order of names', () => {
    const folder = folderWith();
    for (const name of ['c', 'a', 'b']) put(join(folder, name), 'metrics.json', runOf(name, []));
    put(join(folder, 'empty'), 'other.json', '{}');
    put(folder, 'note.txt', 'x');
    expect(runsIn(folder)).toEqual(['a', 'b', 'c'].map((name) => runOf(name, [])));
  });

  it.each([['a folder that is not there'], ['a file']])('are refused for %s', (what) => {
    const parent = folderWith();
    const folder = join(parent, 'x');
    if (what === 'a file') put(parent, 'x', 'text');
    expect(() => runsIn(folder)).toThrow(
      new CallMistake(`${folder} is no folder; expected a report folder, or a folder of report folders`),
    );
  });

  it('are refused for a folder without reports', () => {
    const folder = folderWith();
    put(join(folder, 'a'), 'other.json', '{}');
    expect(() => runsIn(folder)).toThrow(
      new CallMistake(`${folder} holds no report; expected a report folder, or a folder of report folders`),
    );
  });

  it('are refused for a report without measures', () => {
    const folder = folderWith();
    const report = put(join(folder, 'a'), 'manifest.json', '{}');
    expect(() => runsIn(folder)).toThrow(
      new CallMistake(`${report} has no metrics.json; expected the folder of an orrery run of this version`),
    );
  });

  it.each([
    ['null', null],
    ['a number', 7],
    ['no digest', { metrics: [] }],
    ['a digest that is no text', { digest: 7, metrics: [] }],
    ['no metrics', { digest: 'a' }],
    ['metrics by name', { digest: 'a', metrics: {} }],
    ['no metric', runOf('a', [null])],
    ['a metric without a name', runOf('a', [{ value: 1 }])],
    ['a metric without a value', runOf('a', [{ name: 'x' }])],
    ['a value that is text', runOf('a', [{ name: 'x', value: '1' }])],
    [
      'a second metric that is none',
      runOf('a', [
        { name: 'x', value: 1 },
        { name: 'y', value: null },
      ]),
    ],
  ])('are refused for measures of another shape: %s', (_what, content) => {
    const folder = put(folderWith(), 'metrics.json', JSON.stringify(content));
    expect(() => runsIn(folder)).toThrow(
      new CallMistake(`${join(folder, 'metrics.json')} is of another shape; expected the measures of a run`),
    );
  });

  it('are refused for measures that are no JSON', () => {
    const folder = put(folderWith(), 'metrics.json', '{');
    expect(() => runsIn(folder)).toThrow(
      new FileMistake(
        join(folder, 'metrics.json'),
        { line: 1, column: 1 },
        'the file is no JSON; expected the measures of a run',
      ),
    );
  });
});
