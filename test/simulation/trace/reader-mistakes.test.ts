/** Each thing that may be wrong with a line of a trace, with its whole message and line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TraceReader } from '../../../src/simulation/trace/reader.ts';
import { endLine, headerLine, recordLine } from '../../live/traffic/traces.ts';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'orrery-reader-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readAll(bytes: string | Buffer, name = 't.ndjson') {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  const { reader, header } = await TraceReader.open(file);
  const sizes: number[] = [];
  const records: unknown[] = [];
  for (let lines = await reader.next(); lines.length > 0; lines = await reader.next()) {
    sizes.push(lines.length);
    records.push(
      ...lines.map(({ text, record }) => ({ ...record, isText: text === JSON.stringify(record) })),
    );
  }
  const { end } = reader;
  await reader.close();
  return { header, sizes, records, end, after: await reader.next() };
}

const mistakeOf = (bytes: string | Buffer, name?: string): Promise<string> =>
  readAll(bytes, name).then(
    () => 'no mistake',
    (error: Error) => error.message.replace(folder, ''),
  );

type Fields = Record<string, unknown>;
const right: Fields = { n: 0, at: 0, session: -1, agent: 'a', call: '' };
const request: Fields = { method: 'GET', path: '/', ip: '10.0.0.1' };
const answer: Fields = { status: 0, body: {} };
const lineOf = (changes: Fields = {}, requested: Fields = {}, answered: Fields = {}): string =>
  `${JSON.stringify({ ...right, request: { ...request, ...requested }, answer: { ...answer, ...answered }, ...changes })}\n`;

/** Texts of letters of two, three and four bytes, which end chunks at each of their bytes. */
describe.each(['t.ndjson', 't.ndjson.gz'])('a long trace %s', (name) => {
  it.each([0, 1, 2, 3])('has every letter as it was written, after %i letters of one byte', async (shift) => {
    const note = `${'x'.repeat(shift)}${'äह𝄞'.repeat(30_000)}`;
    const lines = [0, 1, 2].map((n) => lineOf({ n }, {}, { body: { note } }));
    const text = [headerLine(), ...lines, endLine(3)].join('');
    const { records } = await readAll(name.endsWith('.gz') ? gzipSync(text) : text, name);
    expect(records.map((each) => (each as { answer: { body: { note: string } } }).answer.body.note === note)).toEqual([true, true, true]);
  });
}); // prettier-ignore

const texts = 'query and headers: expected maps of texts';
const noAnswer = 'answer is missing; expected a map';
const noRequest = 'request is missing; expected a map';
const noTime = 'at is missing or goes back; expected whole milliseconds';
const noSession = 'session is missing; expected a number';
const badPath = 'request.path is wrong; expected a path';
const badMethod = 'request.method is wrong; expected capitals';
const badHeaders = 'answer.headers: expected a map of texts';

const wrongRecords: readonly [string, string][] = [
  [lineOf({ n: 1 }), 'n is 1; expected 0, one more than before'],
  [lineOf({ n: undefined }), 'n is undefined; expected 0, one more than before'],
  ...[-1, 0.5, '0', undefined].map((at): [string, string] => [lineOf({ at }), noTime]),
  ...[-2, 0.5, '0', undefined].map((session): [string, string] => [lineOf({ session }), noSession]),
  [lineOf({ call: undefined }), 'call is missing; expected text'],
  ...[null, [], 'x', undefined].map((one): [string, string] => [lineOf({ request: one }), noRequest]),
  [lineOf({}, { ip: 5 }), noRequest],
  ...['get', '', 'A'.repeat(17), 'GET ', ' GET', 5].map((method): [string, string] => [
    lineOf({}, { method }),
    badMethod,
  ]),
  ...['', 'a/', 5].map((path): [string, string] => [lineOf({}, { path }), badPath]),
  ...[{ a: 1 }, { a: 'x', b: null }, ['x'], null, 'x'].flatMap((one): [string, string][] => [
    [lineOf({}, { query: one }), texts],
    [lineOf({}, { headers: one }), texts],
    [lineOf({}, {}, { headers: one }), badHeaders],
  ]),
  [lineOf({}, { raw: 5 }), 'request.raw is wrong; expected text'],
  ...[null, [], 'x', undefined].map((one): [string, string] => [lineOf({ answer: one }), noAnswer]),
  ...[-1, 0.5, '200', undefined].map((status): [string, string] => [lineOf({}, {}, { status }), noAnswer]),
  ...[null, [], 'x', undefined].map((body): [string, string] => [lineOf({}, {}, { body }), noAnswer]),
  ['[1]\n', 'this line is no JSON object; expected a trace, one object a line'],
  ['null\n', 'this line is no JSON object; expected a trace, one object a line'],
  ['5\n', 'this line is no JSON object; expected a trace, one object a line'],
  ['{\n', 'this line is no JSON object; expected a trace, one object a line'],
  ['', 'the trace is cut off: its last line is missing'],
  ['{"end":true', 'the trace is cut off: its last line is missing'],
  [endLine(1), 'the trace has 0 requests; its end says 1'],
];

const wrongFiles: readonly [string, string | Buffer, string, string][] = [
  ['nothing', '', 't.ndjson', 'the file is empty; expected a trace'],
  ['half a line', '{"trace"', 't.ndjson', 'the trace is cut off: its last line is missing'],
  ['version 2', headerLine({ trace: 2 }), 't.ndjson', 'the trace is of version 2; expected 1: record it again'],
  ['version 0', headerLine({ trace: 0 }), 't.ndjson', 'the trace is of version 0; expected 1: record it again'],
  ['a list', '[]\n', 't.ndjson', 'this line is no JSON object; expected a trace, one object a line'],
  ['a zip archive', 'PK\u0003\u0004', 't.ndjson', 'the file is a zip archive; expected a trace (.ndjson, or .ndjson.gz)'],
  ['gzip by another name', gzipSync(headerLine()), 't.ndjson', 'the file is gzip-compressed; expected a trace (.ndjson, or .ndjson.gz)'],
  ['gzip twice', gzipSync(gzipSync('x')), 't.ndjson.gz', 'the file is gzip-compressed; expected a trace (.ndjson, or .ndjson.gz)'],
  ['text as gzip', headerLine(), 't.ndjson.gz', 'this is no gzip data; expected a trace as orrery record writes it'],
  ['half of gzip', gzipSync(headerLine()).subarray(0, 14), 't.ndjson.gz', 'the trace is cut off in the middle of its compressed data'],
]; // prettier-ignore

describe('reading a trace', () => {
  it.each(wrongRecords)('refuses the line %j', async (line, message) => {
    expect(await mistakeOf(headerLine() + line)).toBe(`/t.ndjson:2:1: ${message}`);
  });

  it.each(wrongFiles)('refuses a file of %s', async (_, bytes, name, message) => {
    expect(await mistakeOf(bytes, name)).toBe(`/${name}:1:1: ${message}`);
  });

  it('refuses a header that is none, more after the end, and an end that is none', async () => {
    expect(await mistakeOf(headerLine({ seed: 7 }))).toMatch(
      /^\/t\.ndjson:1:1: this is no header of a trace: \S/,
    );
    expect(await mistakeOf(headerLine({ trace: '1' }))).toMatch(
      /^\/t\.ndjson:1:1: this is no header of a trace: \S/,
    );
    const ended = headerLine() + lineOf() + endLine(1);
    expect(await mistakeOf(ended + lineOf({ n: 1 }))).toBe(
      '/t.ndjson:4:1: there is more after the end of the trace',
    );
    expect(await mistakeOf(`${ended}x`)).toBe(
      '/t.ndjson:4:1: the trace is cut off: its last line is missing',
    );
    expect(await mistakeOf(`${headerLine()}{"end":false,"requests":0,"digest":""}\n`)).toMatch(
      /^\/t\.ndjson:2:1: \S/,
    );
  });

  it('refuses a time before that of the record before it', async () => {
    const lines = headerLine() + lineOf({ at: 5 });
    expect(await mistakeOf(lines + lineOf({ n: 1, at: 4 }))).toBe(`/t.ndjson:3:1: ${noTime}`);
    expect(await mistakeOf(lines + lineOf({ n: 1, at: 5 }) + endLine(2))).toBe('no mistake');
  });

  it('refuses a file that is not there, and a folder', async () => {
    const messages = ['/none/t.ndjson', folder].map((file) =>
      TraceReader.open(file).then(
        () => '',
        (error: Error) => error.message.replace(folder, '/folder'),
      ),
    );
    expect(await Promise.all(messages)).toEqual([
      '/none/t.ndjson:1:1: there is no such file; expected a trace',
      '/folder:1:1: this is a folder; expected a trace, such as the trace.ndjson.gz that orrery record leaves in it',
    ]);
  });

  it('gives sixteen records at once, with their text', async () => {
    const lines = Array.from({ length: 33 }, (_, n) => recordLine({ n, at: n, query: { a: 'b' }, raw: 'é' }));
    const found = await readAll([headerLine(), ...lines, endLine(33)].join(''));
    expect(found.header).toEqual(JSON.parse(headerLine()));
    expect(found.sizes).toEqual([16, 16, 1]);
    expect(found.records).toEqual(lines.map((line) => ({ ...JSON.parse(line), isText: true })));
    expect([found.end, found.after]).toEqual([{ end: true, requests: 33, digest: 'd' }, []]);
  });

  it('accepts methods of 16 letters, sessions without an agent and statuses of none', async () => {
    const line = lineOf({}, { method: 'A'.repeat(16), headers: {} }, { headers: { a: '' } });
    expect((await readAll(headerLine() + line + endLine(1))).records).toHaveLength(1);
  });
});
