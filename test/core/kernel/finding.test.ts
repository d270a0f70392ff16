/** How a finding names what a behaviour yielded or threw. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Effect } from '../../../src/core/kernel/effects.ts';
import { describeThrown, describeValue, describeYielded } from '../../../src/core/kernel/finding.ts';

// oxlint-disable-next-line no-thenable -- what a behaviour may yield by mistake
const thenable = (then: unknown): object => ({ then });

describe('a value', () => {
  it.each<[unknown, string]>([
    ['six', '"six"'],
    [6, '6'],
    [6n, '6n'],
    [true, 'true'],
    [undefined, 'undefined'],
    [null, 'null'],
    [Symbol('six'), 'Symbol(six)'],
    [function six() {}, 'the function six'],
    [
      (
        () => () =>
          undefined
      )(),
      'a function',
    ],
    [new Effect('six', 1), 'an effect of kind "six"'],
    [[], 'an array of 0'],
    [[6, [7]], 'an array of 2'],
    [thenable(() => undefined), 'a Promise'],
    [thenable('later'), 'an object with then'],
    [{ next: () => undefined }, 'a generator'],
    [{ next: 'week' }, 'an object with next'],
    [{}, 'an empty object'],
    [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, 'an object with a, b, c, d, e'],
  ])('%o has the short name %s', (value, name) => {
    expect(describeValue(value)).toBe(name);
  });

  it('of text is quoted, at most 60 characters of it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        expect(JSON.parse(describeValue(text))).toBe(text.slice(0, 60));
      }),
      { examples: [['a'.repeat(60)], ['a'.repeat(61)]] },
    );
  });
});

describe('what a behaviour yields in place of an effect', () => {
  const wanted = "expected an effect such as agent.sleep('1s')";

  it.each<[unknown, string]>([
    [6, `yielded 6; ${wanted}`],
    [null, `yielded null; ${wanted}`],
    [{ next: 'week' }, `yielded an object with next; ${wanted}`],
    [thenable('later'), `yielded an object with then; ${wanted}`],
    [
      thenable(() => undefined),
      "yielded a Promise; a behaviour never awaits: it yields an effect such as agent.sleep('1s') and gets the answer back",
    ],
    [{ next: () => undefined }, 'yielded a generator; hand over to another generator with yield*'],
    [new Effect('six', 1), 'yielded an effect of kind "six"; nothing in this run performs that'],
  ])('%o is named with the likely way out', (value, message) => {
    expect(describeYielded(value)).toBe(message);
  });
});

it('what is thrown is named in one line', () => {
  expect(describeThrown(new RangeError('too far'))).toBe('threw RangeError: too far');
  expect(describeThrown('odd')).toBe('threw "odd"');
});
