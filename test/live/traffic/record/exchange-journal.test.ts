/** The journal of a recording: what is appended is read again, in both orders, and an error of the disk reaches its caller. */
import fs, { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { ExchangeJournal, type JournalLine } from '../../../../src/live/traffic/record/exchange-journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'orrery-journal-'));
let files = 0;
const newFile = (): string => join(folder, `journal-${files++}`);
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

const line = (arrival: number, end: number, text = 'ü'): JournalLine => ({
  arrival, end, atMs: 3, tookMs: 4, client: 'c', shown: [], method: 'GET', path: '/x', query: {}, headers: {}, status: 200, answer: { text },
}); // prettier-ignore

function opened(file = newFile()) {
  const errors: Error[] = [];
  return { file, errors, journal: new ExchangeJournal(file, (error) => errors.push(error)) };
}

/** Writes of files fail from now on, as on a disk that is full. */
function fillDisk(): void {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const fails = (...args: unknown[]): void => {
    const done = args.at(-1) as (error: Error) => void;
    setImmediate(() => done(full));
  };
  vi.spyOn(fs, 'write').mockImplementation(fails);
  vi.spyOn(fs, 'writev').mockImplementation(fails);
}

describe('a journal', () => {
  it('gives every line back, in the order of arrivals and of ends', async () => {
    const lineOf = fc.record({ arrival: fc.nat(50), end: fc.nat(50), text: fc.string({ unit: 'grapheme' }) });
    await fc.assert(
      fc.asyncProperty(fc.array(lineOf, { maxLength: 8 }), async (all) => {
        const { journal, file } = opened();
        const lines = all.map(({ arrival, end, text }) => line(arrival, end, text));
        for (const each of lines) journal.append(each);
        await journal.close();
        expect([journal.count, journal.ready()]).toEqual([lines.length, undefined]);
        expect(readFileSync(file, 'utf8')).toBe(lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
        const positions = lines.map((_, position) => position);
        expect(positions.map((position) => journal.at(position))).toEqual(lines);
        expect(positions.map((position) => journal.endOf(position))).toEqual(lines.map(({ end }) => end));
        const by = (key: 'arrival' | 'end') =>
          positions.toSorted((left, right) => lines[left]![key] - lines[right]![key]);
        expect([[...journal.byArrival()], [...journal.byEnd()]]).toEqual([by('arrival'), by('end')]);
        journal.remove();
      }),
      { numRuns: 12 },
    );
  });

  it('is a new file, which its user alone can read, and is removed at any time', async () => {
    const { journal, file } = opened();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(() => opened(file)).toThrow(/EEXIST/);
    journal.append(line(1, 2));
    await journal.close();
    expect(journal.at(0)).toEqual(line(1, 2));
    journal.remove();
    journal.remove();
    expect(existsSync(file)).toBe(false);
    const early = opened();
    early.journal.remove();
    expect(existsSync(early.file)).toBe(false);
  });

  it('that was cut says so', async () => {
    const { journal, file } = opened();
    journal.append(line(1, 2));
    journal.append(line(2, 3));
    await journal.close();
    truncateSync(file, statSync(file).size - 5);
    expect(journal.at(0)).toEqual(line(1, 2));
    expect(() => journal.at(1)).toThrow(`${file}: the temporary file of the recording was cut`);
    journal.remove();
  });

  it('asks for a pause where too much waits to be written, and for none otherwise', async () => {
    const { journal } = opened();
    journal.append(line(1, 2));
    expect(journal.ready()).toBeUndefined();
    journal.append(line(2, 3, 'x'.repeat(32 * 1024 * 1024)));
    const pause = journal.ready();
    expect(pause).toBeInstanceOf(Promise);
    expect(await pause).toBeUndefined();
    expect(journal.ready()).toBeUndefined();
    await journal.close();
    journal.remove();
  });
});

describe('a disk that is full', () => {
  it('is said where the journal is closed, with its file', async () => {
    const { journal, file, errors } = opened();
    fillDisk();
    journal.append(line(1, 2));
    await expect(journal.close()).rejects.toMatchObject({ code: 'ENOSPC', path: file });
    expect(errors).toMatchObject([{ code: 'ENOSPC', path: file }]);
    // Closed again it does not wait for a stream that has ended.
    await expect(journal.close()).rejects.toBe(errors[0]);
    journal.remove();
  });

  it('is said at once, and nothing waits for it', async () => {
    fillDisk();
    const error = await new Promise<Error>((resolve) => {
      const journal = new ExchangeJournal(newFile(), (found) => {
        expect(journal.ready()).toBeUndefined();
        journal.remove();
        resolve(found);
      });
      journal.append(line(1, 2, 'x'.repeat(32 * 1024 * 1024)));
    });
    expect(error.message).toMatch(/no space left/);
  });
});
