/**
 * A hash over a JSON value, for comparing two runs without their bodies. It reads the values themselves, because their
 * JSON text and its SHA-256 together cost three times as much. It detects accidental differences, not forgery.
 */

/** FNV-1a (Fowler, Noll, Vo) of 32 bits, over UTF-16 code units in place of bytes. */
const basis = 0x811c9dc5;
const prime = 0x01000193;

/** Folded before a value or in its place, so that values of two types differ. */
const marks = { text: 1, number: 2, true: 3, false: 4, null: 5, list: 6, object: 7, end: 8 } as const;

/** Eight hexadecimal digits. Values with equal JSON text have equal hashes: a property without a value does not count. */
export function bodyHash(body: unknown): string {
  const folded = foldValue(basis, body);
  // Without it, values that differ in their last character alone have hashes that differ in few digits.
  const mixed = Math.imul(folded ^ (folded >>> 15), 0x2c1b3c6d);
  return hexOf(mixed ^ (mixed >>> 13));
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The 32 bits of a word as eight digits. */
const hexOf = (word: number): string =>
  `${hexOfByte[word >>> 24]}${hexOfByte[(word >>> 16) & 255]}${hexOfByte[(word >>> 8) & 255]}${hexOfByte[word & 255]}`;

function foldValue(hash: number, value: unknown): number {
  if (typeof value === 'string') return foldText(fold(hash, marks.text), value);
  if (typeof value === 'number') return foldNumber(fold(hash, marks.number), value);
  if (typeof value === 'boolean') return fold(hash, value ? marks.true : marks.false);
  if (typeof value !== 'object' || value === null) return fold(hash, marks.null);
  return Array.isArray(value) ? foldList(hash, value) : foldObject(hash, value as Record<string, unknown>);
}

function foldList(hash: number, list: readonly unknown[]): number {
  let folded = fold(hash, marks.list);
  for (const part of list) folded = foldValue(folded, part);
  return fold(folded, marks.end);
}

function foldObject(hash: number, object: Readonly<Record<string, unknown>>): number {
  let folded = fold(hash, marks.object);
  for (const name in object) {
    const value = object[name];
    if (value !== undefined) folded = foldValue(foldText(folded, name), value);
  }
  return fold(folded, marks.end);
}

/** Whole numbers of at most nine digits, which most are, are read without a text of them; the hash is that of the text. */
function foldNumber(hash: number, value: number): number {
  if (!(value >= 0 && value < 1e9 && Math.trunc(value) === value)) return foldText(hash, String(value));
  let power = 1;
  let length = 1;
  while (power * 10 <= value) {
    power *= 10;
    length += 1;
  }
  let folded = hash;
  for (let rest = value; power >= 1; power /= 10) {
    const digit = Math.floor(rest / power);
    folded = fold(folded, digitZero + digit);
    rest -= digit * power;
  }
  return fold(folded, length);
}

const digitZero = 48;

/** The length goes last, so that the end of one text and the beginning of the next are told apart. */
function foldText(hash: number, text: string): number {
  const { length } = text;
  let folded = hash;
  for (let index = 0; index < length; index += 1) folded = fold(folded, text.charCodeAt(index));
  return fold(folded, length);
}

const fold = (hash: number, word: number): number => Math.imul(hash ^ word, prime);
