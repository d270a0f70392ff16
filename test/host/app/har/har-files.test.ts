/** HAR files and traces: what is written where, and what is left where it cannot be. */
import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { harToTrace, traceToHar } from '../../../../src/host/app/har/har-files.ts';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { packageVersion } from '../../../../src/host/app/process/package-version.ts';
import { harOf } from '../../../../src/live/traffic/har/export-har.ts';
import { folderWith } from '../../../folder-with.ts';
import { headerLine, recordLine, traceFile } from '../../../live/traffic/traces.ts';

const entry = (url: string): object => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 1,
  request: { method: 'GET', url, headers: [] },
  response: { status: 200, headers: [], content: { text: '{"note":"\u202e"}', mimeType: 'application/json' } },
}); // prettier-ignore
const har = (urls: readonly string[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: urls.map(entry) } });

interface Line {
  readonly call?: string;
  readonly end?: boolean;
}
const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('a HAR file', () => {
  const urls = [
    'https://a.example/faucet/status',
    'https://a.example/faucet/agents',
    'https://a.example/faucet/nothing/of/it',
    'data:text/plain,x',
  ];

  it('becomes a trace with a line for each request, plain or compressed by the name of its file', () => {
    const folder = folderWith({ 'some.har': har(urls) });
    const [from, plain, packed] = ['some.har', 'a.ndjson', 'b.ndjson.gz'].map((name) => join(folder, name)) as [string, string, string];
    const imported = harToTrace(from, plain, undefined);
    expect(imported).toEqual({
      requests: 3,
      known: 2,
      leftOut: { 'of no service': 1 },
      hosts: { 'a.example': { requests: 3, leftOut: 0 }, 'data:text/plain,x': { requests: 0, leftOut: 1 } },
    });
    const text = readFileSync(plain, 'utf8');
    const lines = linesOf(text);
    expect(lines.slice(1, -1).map(({ call }) => call)).toEqual(['faucet/B/status', 'faucet/B/publicAgents', 'faucet/har/GET']);
    expect(lines.at(-1)).toMatchObject({ end: true, requests: 3 });
    expect(text).toBe(`${text.trimEnd()}\n`);
    expect(text).not.toContain('\u202e');
    expect(harToTrace(from, packed, undefined)).toEqual(imported);
    expect(gunzipSync(readFileSync(packed)).toString()).toBe(text);
  });

  it('of more than 512 MiB is refused before it is read', () => {
    const folder = folderWith({ 'large.har': '' });
    const file = join(folder, 'large.har');
    // A file with a hole takes no room.
    truncateSync(file, 512 * 1024 * 1024 + 1);
    expect(() => harToTrace(file, join(folder, 'x.ndjson'), undefined)).toThrow(
      new CallMistake(`${file}: the file is larger than 512 MiB; expected a smaller HAR file`),
    );
    expect(readdirSync(folder)).toEqual(['large.har']);
  });

  it('that is missing is no mistake of its size', () => {
    const file = join(folderWith(), 'none.har');
    expect(() => harToTrace(file, 'x.ndjson', undefined)).toThrow(`${file}:1:1: there is no such file; expected a HAR file`);
  });
}); // prettier-ignore

describe('a trace', () => {
  const records = [recordLine({ n: 0, at: 0 }), recordLine({ n: 1, at: 5, path: '/faucet/other' })];

  it('becomes a HAR file in a folder that is made for it', async () => {
    const trace = traceFile(records, headerLine());
    const folder = folderWith();
    await traceToHar(trace, join(folder, 'new', 'small.har'));
    const parts: string[] = [];
    for await (const part of harOf(trace, packageVersion())) parts.push(part);
    expect(readFileSync(join(folder, 'new', 'small.har'), 'utf8')).toBe(parts.join(''));
    expect(readdirSync(join(folder, 'new'))).toEqual(['small.har']);
  });

  it('that is none leaves no file behind', async () => {
    const folder = folderWith({ 'bad.ndjson': 'nothing\n' });
    await expect(traceToHar(join(folder, 'bad.ndjson'), join(folder, 'small.har'))).rejects.toThrow('bad.ndjson');
    expect(readdirSync(folder)).toEqual(['bad.ndjson']);
  });
}); // prettier-ignore
