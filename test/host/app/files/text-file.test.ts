/** Files as text: whole, in chunks and as JSON, and each reason why one is not read. */
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../../src/core/base/file-mistake.ts';
import { chunksOf, isFolder, jsonIn, readText, textOf } from '../../../../src/host/app/files/text-file.ts';
import { folderWith } from '../../../folder-with.ts';

function fileOf(content: string | Uint8Array): string {
  const file = join(folderWith(), 'file');
  writeFileSync(file, content);
  return file;
}

const mistake = (file: string, message: string): FileMistake =>
  new FileMistake(file, { line: 1, column: 1 }, message);
const mark = '\uFEFF';

describe('a text', () => {
  it.each([
    ['', ''],
    ['häß\n', 'häß\n'],
    [`${mark}a\n`, 'a\n'],
    [`${mark}a`, 'a'],
    [`${mark}${'x'.repeat(70_000)}`, 'x'.repeat(70_000)],
    [`${mark}${mark}a\n`, `${mark}a\n`],
    [`a${mark}`, `a${mark}`],
  ])('is %j without the mark at its beginning', (content, text) => {
    const file = fileOf(content);
    expect(readText(file)).toBe(text);
    expect(textOf(file, 'x')).toBe(text);
    expect([...chunksOf(file, 'x')].join('')).toBe(text);
  });

  it.each([
    ['a gzip', Uint8Array.of(0x1f, 0x8b, 8), 'the file is gzip-compressed'],
    ['other bytes', Uint8Array.of(0xff, 0x20), 'the file is not text in UTF-8'],
    ['a zero', 'a\0', 'the file is not text'],
  ])('is refused by its kind: %s', (_what, content, reason) => {
    const file = fileOf(content);
    expect(readText(file)).toEqual({ unread: reason });
    expect(() => textOf(file, 'a list')).toThrow(mistake(file, `${reason}; expected a list`));
    expect(() => [...chunksOf(file, 'a list')]).toThrow(mistake(file, `${reason}; expected a list`));
  });

  it('is refused where there is none, or a folder', () => {
    const folder = folderWith();
    const none = join(folder, 'none');
    expect(readText(none)).toEqual({ unread: 'there is no such file' });
    expect(() => [...chunksOf(none, 'x')]).toThrow(mistake(none, 'there is no such file; expected x'));
    expect(readText(folder)).toEqual({ unread: isFolder });
    expect(isFolder).toBe('this is a folder');
    expect(() => [...chunksOf(folder, 'x')]).toThrow(mistake(folder, 'this is a folder; expected x'));
  });

  it('is refused below a file, with the words for the code', () => {
    const file = join(fileOf('a'), 'below');
    const reason = 'the file cannot be read: a part of this path is a file; expected a folder (ENOTDIR)';
    expect(readText(file)).toEqual({ unread: reason });
    expect(() => [...chunksOf(file, 'x')]).toThrow(mistake(file, `${reason}; expected x`));
  });

  it('is refused where it is larger than a text can be', () => {
    const file = fileOf('');
    truncateSync(file, 500 * 2 ** 20 + 1);
    expect(readText(file)).toEqual({ unread: 'the file has 501 MiB, and at most 500 can be read' });
  });
});

describe('a text in chunks', () => {
  const line = (length: number): string => `${'é'.repeat((length - 1) / 2)}\n`;

  it('is cut at line ends alone', () => {
    const text = line(999).repeat(200) + 'last';
    const chunks = [...chunksOf(fileOf(text), 'x')];
    expect(chunks.length).toBe(5);
    expect(chunks.join('')).toBe(text);
    expect(chunks.slice(0, -1).every((chunk) => chunk.endsWith('\n'))).toBe(true);
    expect(chunks.at(-1)).toBe('last');
  });

  it.each([
    ['one line end', 'a\n', ['a\n']],
    ['no line end', 'a', ['a']],
    ['nothing', '', []],
    ['a mark before a line', `${mark}\na`, ['\n', 'a']],
    [
      'a mark at the second of two chunks',
      `${'x'.repeat(65_535)}\n${mark}b\n`,
      [`${'x'.repeat(65_535)}\n`, `${mark}b\n`],
    ],
    ['a mark without its first byte', Buffer.from([0x41, 0xbb - 0x80, 0xbf - 0x80, 0x0a]), ['A;?\n']],
    ['other letters with the ends of a mark', 'â»¿\n', ['â»¿\n']],
    ['a letter that begins as a mark does', '\uF6BF\n', ['\uF6BF\n']],
    ['the first byte of a mark', Buffer.from('ï\n'), ['ï\n']],
    ['the first two bytes of a mark', Buffer.from([0xef, 0xbb, 0xbe, 0x0a]), ['\ufefe\n']],
  ])('has no chunk without text: %s', (_what, content, chunks) => {
    expect([...chunksOf(fileOf(content), 'x')]).toEqual(chunks);
  });

  it('has no line of more than a MiB', () => {
    const long = (length: number): string[] => [...chunksOf(fileOf(`a\n${'b'.repeat(length)}`), 'x')];
    expect(long(2 ** 20).map((chunk) => chunk.length)).toEqual([2, 2 ** 20]);
    const file = fileOf('b'.repeat(2 ** 20 + 1));
    expect(() => [...chunksOf(file, 'x')]).toThrow(
      mistake(file, 'a line is longer than 1048576 bytes; expected x'),
    );
  });
});

describe('JSON in a file', () => {
  it('is its value', () => {
    expect(jsonIn(fileOf(`${mark}{"a":[1]}`), 'x')).toEqual({ a: [1] });
  });

  it.each(['{', '', 'x'])('is refused where it is none: %j', (text) => {
    const file = fileOf(text);
    expect(() => jsonIn(file, 'a map')).toThrow(mistake(file, 'the file is no JSON; expected a map'));
  });
});
