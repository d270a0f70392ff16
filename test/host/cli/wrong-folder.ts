/** A folder with files that calls name, right and wrong. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLine, headerLine, recordLine } from '../../live/traffic/traces.ts';
import { folderWith } from './orrery.ts';

const target = `name: t
hosts: [127.0.0.1]
allow: writes
services: { faucet: 'http://127.0.0.1:1/faucet', wallet: 'http://127.0.0.1:1/wallet' }
`;
const trace = [headerLine(), recordLine({ n: 0, at: 0 }), recordLine({ n: 1, at: 10 }), endLine(2)].join('');
const interval = { mean: 1, low: 1, high: 1 };
const bench = { highestPerSecond: 1, perSecond: interval, p99Ms: interval };

/** Gone after the test, or when `ends` calls what it is given. */
export function folderOf(ends?: (end: () => void) => void): string {
  const folder = folderWith(
    {
      's.yaml': 'name: s\nfor: 1h\npopulation: [{ agent: idler }]\n',
      'bad.yaml': 'name: s\nfor: 1h\npopulation: [{ agent: none }]\n',
      't.yaml': target,
      'closed.yaml': target.replace('writes', 'none'),
      'sandbox.yaml': `${target}sandbox: http://127.0.0.1:1\nclock: sandbox\n`,
      't.ndjson': trace,
      'empty.txt': '',
      'words.json': '"words"',
      'null.json': 'null',
      'base.json': JSON.stringify(bench),
      'low.json': JSON.stringify({ highestPerSecond: null, perSecond: null, p99Ms: null }),
      'rate.json': JSON.stringify({ ...bench, highestPerSecond: '1' }),
      'interval.json': JSON.stringify({ ...bench, perSecond: 1 }),
      'part.json': JSON.stringify({ ...bench, p99Ms: { ...interval, high: '1' } }),
    },
    ends,
  );
  mkdirSync(join(folder, 'full'));
  writeFileSync(join(folder, 'full/data'), 'x');
  return folder;
}
