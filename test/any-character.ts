/**
 * Any code point, as the unit of `fc.string`: the same texts as unit 'binary' draws. That one keeps a table of all 1,112,064
 * characters, which takes a second and 120 MB of each process.
 */
import fc from 'fast-check';

const surrogates = { from: 0xd800, count: 0x800 };
const characterCount = 0x110000 - surrogates.count;

const characterAt = (index: number): string =>
  String.fromCodePoint(index < surrogates.from ? index : index + surrogates.count);

/** Throws for what is no single character. */
function indexOf(value: unknown): number {
  const point = typeof value === 'string' ? value.codePointAt(0) : undefined;
  const index = point === undefined || point < surrogates.from ? point : point - surrogates.count;
  if (index === undefined || index < 0 || characterAt(index) !== value)
    throw new Error('this is no single character');
  return index;
}

export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: characterCount - 1 })
  .map(characterAt, indexOf);
