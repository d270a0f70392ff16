/** Reading a trace: whole, cut off anywhere, foreign, of another version, and in memory that does not grow. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TraceReader } from '../../../src/simulation/trace/reader.ts';
import { TraceLineSchema } from '../../../src/simulation/trace/format.ts';
import { endLine, headerLine, recordLine, traceFile } from './traces.ts';
import { looseAjv } from '../../schema-checks.ts';

async function readAll(file: string): Promise<number[]> {
  const { reader } = await TraceReader.open(file);
  const found: number[] = [];
  for (let lines = await reader.next(); lines.length > 0; lines = await reader.next()) {
    found.push(...lines.map(({ record }) => record.n));
  }
  return found;
}

function fileWith(name: string, bytes: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-trace-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}

const records = Array.from({ length: 50 }, (_, n) => recordLine({ n, at: n * 10 }));

describe('a trace', () => {
  it('is read record by record, compressed in one member or in many, or plain', async () => {
    const lines = [headerLine(), ...records, endLine(50)];
    const numbers = records.map((_, n) => n);
    const members = lines.map((line) => gzipSync(line));
    expect(await readAll(fileWith('t.ndjson.gz', gzipSync(lines.join(''))))).toEqual(numbers);
    expect(await readAll(fileWith('t.ndjson.gz', Buffer.concat(members)))).toEqual(numbers);
    expect(await readAll(fileWith('t.ndjson', lines.join('')))).toEqual(numbers);
  });

  it('has lines of the published schema', () => {
    const validate = looseAjv.compile(TraceLineSchema);
    for (const line of [headerLine(), ...records, endLine(50)]) {
      expect(validate(JSON.parse(line)), JSON.stringify(validate.errors)).toBe(true);
    }
    expect(validate({ n: 0 })).toBe(false);
  });

  it('cut off anywhere is no trace', async () => {
    const whole = readFileSync(traceFile(records));
    for (const share of [0.2, 0.5, 0.9, 0.999]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      await expect(readAll(fileWith('t.ndjson.gz', cut))).rejects.toThrow(/cut off|no gzip/);
    }
    const text = [headerLine(), ...records].join('');
    await expect(readAll(fileWith('t.ndjson', text))).rejects.toThrow(/:52:1: the trace is cut off/);
    await expect(readAll(fileWith('t.ndjson', text.slice(0, -9)))).rejects.toThrow(/cut off/);
  });

  it.each<[string, string, RegExp]>([
    ['nothing', '', /:1:1: the trace is cut off|the file is empty/],
    ['prose', 'Dear Sir,\n', /:1:1: this line is no JSON object/],
    ['a list', '[1,2]\n', /no JSON object/],
    ['another JSON', '{"log":{"version":"1.2"}}\n', /this is no header of a trace/],
    ['a later version', headerLine({ trace: 2 }), /:1:1: the trace is of version 2; expected 1/],
    ['a record out of order', headerLine() + recordLine({ n: 1, at: 0 }), /:2:1: n is 1; expected 0/],
    ['time that goes back', headerLine() + recordLine({ n: 0, at: 5 }) + recordLine({ n: 1, at: 4 }), /:3:1: at is missing or goes back/],
    ['a method with a line in it', headerLine() + recordLine({ n: 0, at: 0, method: 'GET / HTTP/1.1\r\nX' }), /request\.method is wrong/],
    ['an address for a path', headerLine() + recordLine({ n: 0, at: 0, path: 'http://evil.example/' }), /request\.path is wrong/],
    ['a wrong count', headerLine() + recordLine({ n: 0, at: 0 }) + endLine(2), /has 1 requests; its end says 2/],
    ['more after the end', headerLine() + endLine(0) + recordLine({ n: 0, at: 0 }), /more after the end/],
  ])('is not what has %s', async (_what, text, message) => {
    await expect(readAll(fileWith('t.ndjson', text))).rejects.toThrow(message);
  }); // prettier-ignore

  it('is not what is not there, or not compressed', async () => {
    await expect(readAll('/nowhere/t.ndjson.gz')).rejects.toThrow(/there is no such file/);
    await expect(readAll(fileWith('t.ndjson.gz', headerLine()))).rejects.toThrow(/this is no gzip data/);
  });
});
