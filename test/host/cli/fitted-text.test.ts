/** Cells, names and figures in the columns that there are. */
import { describe, expect, it } from 'vitest';
import {
  figure,
  fittedFigure,
  grouped,
  packed,
  shortened,
  shortenedAtStart,
} from '../../../src/host/cli/output/fitted.ts';

describe('text in columns', () => {
  it.each([
    ['abcd', 4, 'abcd', 'abcd'],
    ['abcd', 5, 'abcd', 'abcd'],
    ['abcd', 3, 'ab…', '…cd'],
    ['abcd', 2, 'a…', '…d'],
    ['😀😀😀', 2, '😀…', '…😀'],
    ['😀😀', 2, '😀😀', '😀😀'],
  ])('%s in %i', (text, length, atEnd, atStart) => {
    expect([shortened(text, length), shortenedAtStart(text, length)]).toEqual([atEnd, atStart]);
  });

  it.each([
    [0, '0', '0'],
    [1.23456, '1.23', '1.23'],
    [999, '999', '999'],
    [999.4, '999', '999'],
    [999.5, '1,000', '1,000'],
    [1234.5, '1,235', '1,235'],
    [99_999, '99,999', '100k'],
    [1_234_567, '1,234,567', '1.23M'],
    [5e9, '5,000,000,000', '5G'],
    [7.25e12, '7,250,000,000,000', '7.25T'],
    [1e19, '10,000,000,000,000,000,000', '10,0…'],
  ])('of the figure %d', (value, whole, inFive) => {
    expect([figure(value), fittedFigure(value, 5)]).toEqual([whole, inFive]);
  });

  it('has digits in groups', () =>
    expect([999, 1000, 1e6].map(grouped)).toEqual(['999', '1,000', '1,000,000']));

  it.each([
    ['a: ', ['bb', 'cc', 'dd'], 9, ['a: bb  cc', '   dd']],
    ['a: ', ['bb', 'cc', 'dd'], 8, ['a: bb', '   cc', '   dd']],
    ['a: ', ['bb', 'cc', 'dd'], 13, ['a: bb  cc  dd']],
    ['', ['bbbb', ''], 3, ['bb…', '']],
    ['abc', ['d'], 1, ['abcd']],
    ['a', [], 9, []],
  ])('is packed below %s', (label, cells, room, lines) => {
    expect(packed(label, cells, room)).toEqual(lines);
  });
});
