import { describe, expect, it } from 'vitest';
import { binaryKind } from '../../../src/core/base/binary-kind.ts';

const kinds: readonly (readonly [number[] | string, string])[] = [
  [[0x1f, 0x8b], 'gzip-compressed'],
  [[0x50, 0x4b, 3, 4], 'a zip archive'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd-compressed'],
  ['BZh', 'bzip2-compressed'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'xz-compressed'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG image'],
  [[0xff, 0xd8, 0xff], 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['%PDF-', 'a PDF document'],
  [[0x7f, 0x45, 0x4c, 0x46], 'a program'],
  [[...Buffer.from('SQLite format 3'), 0], 'an SQLite database'],
  ['PAR1', 'a Parquet file'],
  [[0xff, 0xfe], 'text in UTF-16'],
  [[0xfe, 0xff], 'text in UTF-16'],
];
const readable = kinds.filter(([first]) => typeof first === 'string');
const size = 64 * 1024;

describe('a file', () => {
  it.each(kinds)('that begins with %j is %s', (first, kind) => {
    expect(binaryKind(Buffer.concat([Buffer.from(first), Buffer.from('rest')]))).toBe(kind);
    expect(binaryKind(Buffer.concat([Buffer.from('text'), Buffer.from(first)]))).not.toBe(kind);
  });

  it.each(readable)('with part of %s alone is text', (first) => {
    expect(binaryKind(Buffer.from(first.slice(0, -1)))).toBeUndefined();
  });

  it('is text where it is UTF-8 as far as it is looked at', () => {
    const far = Buffer.alloc(size + 4, 'a');
    far.fill(0xff, size);
    const within = Buffer.concat([Buffer.alloc(size - 1, 'a'), Buffer.from('é')]);
    const empty = Buffer.alloc(0);
    expect([empty, Buffer.from('é'), far, within].map(binaryKind)).toEqual([undefined, undefined, undefined, undefined]); // prettier-ignore
  });

  it('is not text with a zero or a broken character', () => {
    const last = Buffer.alloc(size, 'a');
    last[size - 1] = 0;
    expect(binaryKind(Buffer.from('a\0b'))).toBe('not text');
    expect(binaryKind(last)).toBe('not text');
    expect(binaryKind(Buffer.from([0x61, 0xc3, 0x28]))).toBe('not text in UTF-8');
  });
});
