import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decoded } from '../../../src/core/base/decoded.ts';
import { groupedDigits, withoutEnding, withoutEndingZeros } from '../../../src/core/base/digits.ts';
import { nameHash } from '../../../src/core/base/name-hash.ts';
import { disarmed, disarmedLine, isUnsafe, wellFormed } from '../../../src/core/base/plain-text.ts';
import { quotedForShell, shellWord } from '../../../src/core/base/shell-word.ts';

/** First and last character of what controls a terminal, hides text, turns its direction, ends lines or is half a pair. */
const unsafeRanges = [
  [0x00, 0x08], [0x0b, 0x1f], [0x7f, 0x9f], [0x61c, 0x61c], [0x200e, 0x200f], [0x2028, 0x202e], [0x2066, 0x2069],
  [0xd800, 0xdfff],
] as const; // prettier-ignore
const units = Array.from({ length: 0x10000 }, (_, code) => code);
const isUnsafeUnit = (code: number): boolean =>
  unsafeRanges.some(([first, last]) => code >= first && code <= last);
const escaped = (code: number): string => `\\u${`000${code.toString(16)}`.slice(-4)}`;
const character = (code: number): string => String.fromCharCode(code);

describe('text from outside', () => {
  it('is shown with every character escaped that is not safe, and with no other', () => {
    const wrong = units.filter(
      (code) =>
        isUnsafe(character(code)) !== isUnsafeUnit(code) ||
        disarmed(`a${character(code)}`) !== `a${isUnsafeUnit(code) ? escaped(code) : character(code)}`,
    );
    expect(wrong).toEqual([]);
  });

  it('is shown the same with several of them, and on one line where there is only one', () => {
    expect(disarmed('\u001b[1m\u0000\n\té😀\u009b')).toBe('\\u001b[1m\\u0000\n\té😀\\u009b');
    expect(disarmedLine('one\ntwo\n\u0007')).toBe('one\\ntwo\\n\\u0007');
    expect(disarmed('')).toBe('');
  });

  it('loses halves of pairs alone where it has to be UTF-8', () => {
    expect(wellFormed('a\ud800b\udc00\ud83d\ude00')).toBe('a\ufffdb\ufffd\ud83d\ude00');
  });
});

describe('a word for the shell', () => {
  it.each([
    ['plain-word_1./:@%+=,', 'plain-word_1./:@%+=,'],
    ['', "''"],
    ['two words', "'two words'"],
    ['a$b', "'a$b'"],
    ['$a', "'$a'"],
    ["it's", "'it'\\''s'"],
    ['a\u001bb', `'a'"$(printf '\\033')"'b'`],
    ['\u0085', `''"$(printf '\\302\\205')"''`],
    ['a\0b\ud800', "'a\ufffdb\ufffd'"],
    ['a\n', "'a\n'"],
  ])('%j is %s', (text, word) => {
    expect(shellWord(text)).toBe(word);
    expect(quotedForShell(text)).toBe(word.startsWith("'") ? word : `'${word}'`);
  });
});

describe('digits', () => {
  it('are grouped in threes from the end', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,12}$/), (digits) => {
        expect(groupedDigits(digits)).toBe(digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ','));
      }),
    );
    expect(groupedDigits('1234567')).toBe('1,234,567');
  });

  it('lose the character at their end, and nowhere else', () => {
    expect(['12300', '10203', '000', '', '1'].map(withoutEndingZeros)).toEqual(['123', '10203', '', '', '1']);
    expect(withoutEnding('/a//b//', '/')).toBe('/a//b');
  });
});

it('percent-encoded text is decoded, and broken text is what the caller wants', () => {
  expect([decoded('a%20b%C3%A9'), decoded('50%'), decoded('%ff', (text) => `<${text}>`)]).toEqual([
    'a bé',
    '50%',
    '<%ff>',
  ]);
});

/** FNV-1a and the end of MurmurHash3, in integers of any size. */
function hashInFull(name: string): number {
  const word = (value: bigint): bigint => BigInt.asUintN(32, value);
  let hash = 2_166_136_261n;
  for (let at = 0; at < name.length; at += 1) hash = word((hash ^ BigInt(name.charCodeAt(at))) * 16_777_619n);
  hash = word((hash ^ (hash >> 16n)) * 0x85ebca6bn);
  hash = word((hash ^ (hash >> 13n)) * 0xc2b2ae35n);
  return Number(BigInt.asIntN(32, hash ^ (hash >> 16n)));
}

it('the hash of a name is that of FNV-1a, finished as by MurmurHash3', () => {
  const names = fc
    .array(fc.nat({ max: 0xffff }), { maxLength: 12 })
    .map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(names, (name) => {
      expect(nameHash(name)).toBe(hashInFull(name));
    }),
  );
});
