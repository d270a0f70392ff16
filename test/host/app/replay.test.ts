import { describe, expect, it } from 'vitest';
import { replay } from '../../../src/api.ts';
import { headerLine, recordLine, traceFile } from '../../live/traffic/traces.ts';
import { toyServer } from '../../live/traffic/toy-server.ts';
import { folderWith } from '../cli/orrery.ts';

const targetText = (port: number): string =>
  `name: toy\nhosts: [127.0.0.1]\nallow: reads\nservices: { faucet: "http://127.0.0.1:${port}" }\n`;

describe('replay of orrery-sim/api', () => {
  it.each(['open', 'autocannon'] as const)('sends a trace with engine %s and compares', async (engine) => {
    const { port } = await toyServer();
    const target = `${folderWith({ 'target.yaml': targetText(port) })}/target.yaml`;
    const records = Array.from({ length: 10 }, (_, n) => recordLine({ n, at: n, path: `/faucet/${n}` }));
    const trace = traceFile(records, headerLine({ expect: { http_reqs: ['count==10'] } }));
    expect(await replay({ trace, target, engine, speed: 'max' })).toMatchObject({ requests: 10, ok: true });
  });

  it.each([
    [{ speed: 0 }, /^speed is 0; expected a number above 0, or 'max'$/],
    [{ from: 'soon' }, /^from is "soon"; expected a duration such as/],
    [{ to: '1x' }, /^to is "1x"; expected a duration/],
    [{ target: 'none.yaml' }, /^none\.yaml:1:1: there is no such file; expected a target file$/],
    [{}, /^none\.ndjson:1:1: there is no such file; expected a trace$/],
  ])('refuses %j in one line', async (wrong, message) => {
    const target = `${folderWith({ 'target.yaml': targetText(1) })}/target.yaml`;
    await expect(replay({ trace: 'none.ndjson', target, ...wrong })).rejects.toThrow(message);
  });
});
