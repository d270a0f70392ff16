/** Where two runs part, from their report folders: digests, setup, checkpoint and the first row that differs. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../../src/core/base/file-mistake.ts';
import { diffRuns } from '../../../../src/host/app/compare/diff-runs.ts';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { folderWith } from '../../../folder-with.ts';

const events = (...rows: string[]): string =>
  ['event,at,service,operation,status', ...rows].map((row) => `${row}\n`).join('');
const ledger = (...rows: string[]): string =>
  ['event,at,kind,amount', ...rows].map((row) => `${row}\n`).join('');

const digest = 'a'.repeat(32);
interface Report {
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly events?: string;
  readonly ledger?: string;
}

/** Two report folders that differ in what is given. */
function folders(a: Report, b: Report): [string, string] {
  const parent = folderWith();
  const [left = '', right = ''] = [a, b].map((report, index) => {
    const folder = join(parent, 'ab'[index] ?? '');
    mkdirSync(folder);
    const manifest = { scenario: 'town', seed: '1', policyHash: '0', digest, checkpoints: [] };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, ...report.manifest }));
    writeFileSync(join(folder, 'events.csv'), report.events ?? events());
    writeFileSync(join(folder, 'ledger.csv'), report.ledger ?? ledger());
    return folder;
  });
  return [left, right];
}

const same = { digests: [digest, digest], setup: [], checkpoint: null, difference: null, ok: true };

describe('two runs', () => {
  it('are the same', () => {
    const report = { events: events('1,00:01,faucet,claim,200'), ledger: ledger('1,00:01,claim,5') };
    expect(diffRuns(...folders(report, report))).toStrictEqual(same);
  });

  it('differ by their digests alone', () => {
    const other = 'b'.repeat(32);
    expect(diffRuns(...folders({}, { manifest: { digest: other } }))).toStrictEqual({
      ...same,
      digests: [digest, other],
      ok: false,
    });
  });

  it('have another setup', () => {
    const manifest = { scenario: 'city', seed: '2', policyHash: 'f', profile: 'strict' };
    expect(diffRuns(...folders({}, { manifest })).setup).toEqual([
      'scenario town and city',
      'seed 1 and 2',
      'policyHash 0 and f',
    ]);
    expect(diffRuns(...folders({}, { manifest: { seed: '2' } })).setup).toEqual(['seed 1 and 2']);
  });

  it.each<[string, [number, string][], [number, string][], number | null]>([
    ['no common one', [[1, 'x']], [[2, 'y']], null],
    ['equal ones', [[1, 'x']], [[1, 'x']], null],
    ['the second of three', [[1, 'x'], [2, 'y'], [3, 'z']], [[1, 'x'], [2, 'n'], [3, 'n']], 2],
    ['the first common one', [[1, 'x'], [2, 'y']], [[2, 'n']], 2],
  ])('part at a checkpoint: %s', (_what, a, b, checkpoint) => {
    const listed = (points: [number, string][]) => ({
      manifest: { checkpoints: points.map(([event, text]) => ({ event, digest: text })) },
    });
    expect(diffRuns(...folders(listed(a), listed(b))).checkpoint).toBe(checkpoint);
  }); // prettier-ignore
});

describe('the first row that differs', () => {
  const row = { file: 'events.csv', event: 7, at: '00:02', service: 'faucet', operation: 'claim' };
  it.each<[string, Report, Report, unknown]>([
    [
      'a field',
      { events: events('1,00:01,faucet,claim,200', '7,00:02,faucet,claim,200', '8,00:03,a,b,1') },
      { events: events('1,00:01,faucet,claim,200', '9,00:02,faucet,claim,429', '8,00:03,a,b,2') },
      { ...row, field: 'status', a: '200', b: '429' },
    ],
    [
      'a row that the first run lacks',
      { events: events() },
      { events: events('7,00:02,faucet,claim,200') },
      { ...row, field: 'at', a: null, b: '00:02' },
    ],
    [
      'a row that the second run lacks',
      { events: events('7,00:02,faucet,claim,200') },
      { events: events() },
      { ...row, field: 'at', a: '00:02', b: null },
    ],
    [
      'the earlier instant of both',
      { events: events('7,00:05,faucet,claim,200') },
      { events: events('7,00:02,faucet,claim,200') },
      { ...row, field: 'at', a: '00:05', b: '00:02' },
    ],
    [
      'a transfer, which has no service',
      { ledger: ledger('7,00:02,claim,5') },
      { ledger: ledger('7,00:02,claim,6') },
      { ...row, file: 'ledger.csv', service: 'ledger', field: 'amount', a: '5', b: '6' },
    ],
    [
      'a table without numbers of events and kinds',
      { ledger: 'at,amount\n00:02,5\n' },
      { ledger: 'at,amount\n00:02,6\n' },
      { file: 'ledger.csv', event: null, at: '00:02', service: 'ledger', operation: '', field: 'amount', a: '5', b: '6' },
    ],
    [
      'the same instant: the request',
      { events: events('7,00:02,faucet,claim,200'), ledger: ledger('7,00:02,claim,5') },
      { events: events('7,00:02,faucet,claim,429'), ledger: ledger('7,00:02,claim,6') },
      { ...row, field: 'status', a: '200', b: '429' },
    ],
    [
      'an earlier transfer',
      { events: events('7,00:03,faucet,claim,200'), ledger: ledger('7,00:02,claim,5') },
      { events: events('7,00:03,faucet,claim,429'), ledger: ledger('7,00:02,claim,6') },
      { ...row, file: 'ledger.csv', service: 'ledger', field: 'amount', a: '5', b: '6' },
    ],
    [
      'an earlier request',
      { events: events('7,00:02,faucet,claim,200'), ledger: ledger('7,00:03,claim,5') },
      { events: events('7,00:02,faucet,claim,429'), ledger: ledger('7,00:03,claim,6') },
      { ...row, field: 'status', a: '200', b: '429' },
    ],
    [
      'text with a quote inside a cell',
      { events: events('7,00:02,faucet,claim,a"b') },
      { events: events('7,00:02,faucet,claim,c') },
      { ...row, field: 'status', a: 'a"b', b: 'c' },
    ],
  ])('is %s', (_what, a, b, difference) => {
    expect(diffRuns(...folders(a, b))).toStrictEqual({ ...same, difference, ok: false });
  }); // prettier-ignore
});

describe('a folder that cannot be compared', () => {
  it('has no manifest', () => {
    const folder = folderWith();
    expect(() => diffRuns(folder, folder)).toThrow(
      new CallMistake(`${folder} is no report folder; expected one with a manifest.json`),
    );
  });

  it.each([['{"digest":7,"checkpoints":[]}'], ['{"digest":"a","checkpoints":{}}'], ['{}'], ['null'], ['7']])(
    'has the manifest of something else: %s',
    (text) => {
      const [, right] = folders({}, {});
      writeFileSync(join(right, 'manifest.json'), text);
      expect(() => diffRuns(right, right)).toThrow(
        new CallMistake(
          `${join(right, 'manifest.json')} is the manifest of something else; expected that of a run`,
        ),
      );
    },
  );

  it('has a manifest that is no JSON', () => {
    const [, right] = folders({}, {});
    const file = join(right, 'manifest.json');
    writeFileSync(file, '{');
    expect(() => diffRuns(right, right)).toThrow(
      new FileMistake(file, { line: 1, column: 1 }, 'the file is no JSON; expected the manifest of a run'),
    );
  });

  it.each(['events.csv', 'ledger.csv'])('lacks its %s', (name) => {
    const [left, right] = folders({}, {});
    rmSync(join(right, name));
    expect(() => diffRuns(left, right)).toThrow(
      new CallMistake(`${join(right, name)} is missing; expected a complete report folder`),
    );
  });

  it('has a table that is none', () => {
    const [left, right] = folders({}, { events: 'a,b\n1\n' });
    expect(() => diffRuns(left, right)).toThrow(
      new CallMistake(
        `${join(right, 'events.csv')} is no CSV: Invalid Record Length: columns length is 2, got 1 on line 2; expected a complete report folder`,
      ),
    );
  });

  it('has a table that is no text', () => {
    const [left, right] = folders({}, { ledger: 'PAR1' });
    expect(() => diffRuns(left, right)).toThrow(
      new FileMistake(
        join(right, 'ledger.csv'),
        { line: 1, column: 1 },
        'the file is a Parquet file; expected the table of a run',
      ),
    );
  });
});
