import { describe, expect, it } from 'vitest';
import seedrandom from 'seedrandom';
import { Streams } from '../../../src/core/kernel/stream.ts';

const streams = new Streams('7');

/** The statistic of Pearson's test against equal counts. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe('a random stream', () => {
  it('depends on seed and path alone, not on what else was drawn', () => {
    const first = streams.stream('agents/1/arrival');
    const other = streams.stream('agents/2/arrival');
    const again = streams.stream('agents/1/arrival');
    const drawn = Array.from({ length: 5 }, () => [first.unit(), other.word()][0]);
    expect(Array.from({ length: 5 }, () => again.unit())).toEqual(drawn);
    expect(new Streams('8').stream('agents/1/arrival').unit()).not.toBe(drawn[0]);
    expect(streams.stream('agents/1').unit()).not.toBe(drawn[0]);
  });

  it('draws the same numbers on every machine', () => {
    const stream = streams.stream('golden');
    expect([stream.word(), stream.unit(), stream.integer(6), stream.integer(2 ** 32)]).toEqual([
      1_626_499_492, 0.35092087555086704, 5, 3_388_411_834,
    ]);
  });

  it('gives the numbers of the package, one by one or many at once', () => {
    const packaged = seedrandom.alea('7/package');
    const [single, many] = [streams.stream('package'), new Float64Array(1_000)];
    const word = single.word();
    expect(word).toBe(packaged.int32() >>> 0);
    const units = Array.from(many, () => packaged.double());
    expect(Array.from(many, () => single.unit())).toEqual(units);
    const filled = streams.stream('package');
    filled.word();
    filled.fill(many);
    expect([...many]).toEqual(units);
    expect(filled.unit()).toBe(single.unit());
  });

  it('gives units of more than 32 bits within [0, 1)', () => {
    const stream = streams.stream('units');
    const units = Array.from({ length: 1000 }, () => stream.unit());
    expect(units.every((unit) => unit >= 0 && unit < 1)).toBe(true);
    expect(units.filter((unit) => Number.isInteger(unit * 2 ** 32)).length).toBeLessThan(3);
  });

  // 99.9% of fair streams stay below: the quantiles of chi-square with 15, 6 and 1 degrees of freedom.
  it.each([
    [16, 37.7],
    [7, 22.5],
    [2, 10.8],
  ])('gives each integer below %d equally often', (n, limit) => {
    const stream = streams.stream(`integers/${n}`);
    const counts = Array.from({ length: n }, () => 0);
    for (let count = 0; count < 100_000; count += 1) {
      const drawn = stream.integer(n);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    expect(chiSquare(counts)).toBeLessThan(limit);
  });

  it('does not favour small integers where n does not divide 2^32', () => {
    const stream = streams.stream('thirds');
    const n = 3 * 2 ** 30;
    const counts = [0, 0, 0];
    for (let count = 0; count < 30_000; count += 1) {
      const third = Math.floor(stream.integer(n) / 2 ** 30);
      counts[third] = (counts[third] ?? 0) + 1;
    }
    expect(chiSquare(counts)).toBeLessThan(13.8);
  });

  it('has a first number that neighbouring agents do not share', () => {
    const counts = Array.from({ length: 16 }, () => 0);
    let covariance = 0;
    let before = 0.5;
    for (let agent = 0; agent < 50_000; agent += 1) {
      const unit = streams.stream(`agents/${agent}`).unit();
      counts[Math.floor(unit * 16)]! += 1;
      covariance += (unit - 0.5) * (before - 0.5);
      before = unit;
    }
    expect(chiSquare(counts)).toBeLessThan(37.7);
    expect(Math.abs((12 * covariance) / 50_000)).toBeLessThan(0.015);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 32 + 1])('refuses integer(%d)', (n) => {
    expect(() => streams.stream('refused').integer(n)).toThrow(`integer(${n})`);
  });
});
