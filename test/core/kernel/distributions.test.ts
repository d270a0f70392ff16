import { describe, expect, it } from 'vitest';
import { Digest } from '../../../src/core/kernel/digest.ts';
import * as distributions from '../../../src/core/kernel/distributions.ts';
import type { Distribution } from '../../../src/core/kernel/distributions.ts';
import { exp, expm1Over, log, log1pOver, logByBits } from '../../../src/core/kernel/elementary.ts';
import { Streams } from '../../../src/core/kernel/stream.ts';

const { chance, exponential, logNormal, normal, poisson, uniform, weighted, zipf } = distributions;
const streams = new Streams('7');
const drawCount = 200_000;

function draws<T>(name: string, distribution: Distribution<T>): T[] {
  const stream = streams.stream(name);
  return Array.from({ length: drawCount }, () => distribution(stream));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** How many standard errors the mean of `values` lies away from `expected`. */
function errorsAway(values: readonly number[], expected: number): number {
  const average = mean(values);
  const variance = mean(values.map((value) => (value - average) ** 2));
  return Math.abs(average - expected) / Math.sqrt(variance / values.length);
}

it('many standard normals are those that are drawn one by one, and leave the stream where they do', () => {
  for (const count of [0, 1, 2, 1_440]) {
    const [one, many] = [streams.stream(`normals/${count}`), streams.stream(`normals/${count}`)];
    const filled = new Float64Array(count);
    distributions.fillStandardNormals(many, filled);
    const single = normal(0, 1);
    expect([...filled]).toEqual(Array.from(filled, () => single(one)));
    expect(many.unit()).toBe(one.unit());
  }
});

describe('exp and log', () => {
  it('lie within a few units in the last place of the engine’s own', () => {
    const stream = streams.stream('elementary');
    const relative = (value: number, expected: number): number => Math.abs(value / expected - 1);
    let worst = 0;
    for (let count = 0; count < 50_000; count += 1) {
      const x = (stream.unit() - 0.5) * 1400;
      const y = Math.exp(x);
      const z = 0.5 + stream.unit();
      const small = stream.unit() * 4 - 0.999;
      worst = Math.max(
        worst,
        relative(exp(x), y),
        relative(log(y), Math.log(y)),
        Math.abs(log(z) - Math.log(z)),
        relative(expm1Over(small), Math.expm1(small) / small),
        relative(log1pOver(small), Math.log1p(small) / small),
      );
    }
    expect(worst).toBeLessThan(1e-15);
  });

  it('are the same to the last bit where log takes a number apart by doubling it', () => {
    const stream = streams.stream('doubling');
    const around = [Math.SQRT2 / 2, 0.5, 2 ** -12].flatMap((edge) => [
      edge * (1 - 2 ** -53),
      edge,
      edge * (1 + 2 ** -52),
    ]);
    const drawn = Array.from({ length: 50_000 }, () => stream.unit() ** (1 + stream.integer(8)));
    const numbers = [...around, ...drawn].filter((number) => number > 1e-300);
    expect(numbers.filter((number) => log(number) !== logByBits(number))).toEqual([]);
  });

  it('know their special values', () => {
    expect([exp(0), log(1), log(0), exp(-800), exp(800)]).toEqual([1, 0, -Infinity, 0, Infinity]);
    expect([expm1Over(0), log1pOver(0)]).toEqual([1, 1]);
  });
});

describe('a distribution', () => {
  const sigma = Math.log(5) / 2.3263478740408408;
  const zipfMean = (n: number, exponent: number): number => {
    const weights = Array.from({ length: n }, (_, index) => (index + 1) ** -exponent);
    return (
      weights.reduce((sum, weight, index) => sum + weight * (index + 1), 0) / weights.reduce((a, b) => a + b)
    );
  };

  // The first and second moment about the point named; 4 standard errors leave a right formula in peace.
  it.each<[string, Distribution<number>, number, number]>([
    ['uniform(-2, 4)', uniform(-2, 4), 1, 3],
    ['exponential(250)', exponential(250), 250, 250 ** 2],
    ['normal(10, 3)', normal(10, 3), 10, 9],
    [
      'logNormal({ median: 40, p99: 200 })',
      logNormal({ median: 40, p99: 200 }),
      40 * Math.exp(sigma ** 2 / 2),
      1600 * (Math.exp(sigma ** 2) - 1) * Math.exp(sigma ** 2),
    ],
    ['poisson(0.3)', poisson(0.3), 0.3, 0.3],
    ['poisson(9.9)', poisson(9.9), 9.9, 9.9],
    ['poisson(10)', poisson(10), 10, 10],
    ['poisson(1000.5)', poisson(1000.5), 1000.5, 1000.5],
    ['zipf(1000, 1.1)', zipf(1000, 1.1), zipfMean(1000, 1.1), Number.NaN],
    ['zipf(1000000, 1)', zipf(1_000_000, 1), zipfMean(1_000_000, 1), Number.NaN],
    ['zipf(50, 0)', zipf(50, 0), 25.5, (50 ** 2 - 1) / 12],
    ['zipf(100, 0.5)', zipf(100, 0.5), zipfMean(100, 0.5), Number.NaN],
    ['zipf(1, 3)', zipf(1, 3), 1, Number.NaN],
  ])('%s has the mean and the variance of its formula', (name, distribution, expectedMean, variance) => {
    const values = draws(name, distribution);
    if (name === 'zipf(1, 3)') return expect(new Set(values)).toEqual(new Set([1]));
    expect(errorsAway(values, expectedMean)).toBeLessThan(4);
    const squares = values.map((value) => (value - expectedMean) ** 2);
    if (!Number.isNaN(variance)) expect(errorsAway(squares, variance)).toBeLessThan(4);
  });

  it.each([
    ['exponential', exponential(1), [[1, 1 - Math.exp(-1)]]],
    [
      'logNormal',
      logNormal({ median: 40, p99: 400 }),
      [
        [40, 0.5],
        [400, 0.99],
      ],
    ],
    [
      'normal',
      normal(0, 1),
      [
        [-1.959964, 0.025],
        [0, 0.5],
        [1, 0.841345],
      ],
    ],
  ] as [string, Distribution<number>, [number, number][]][])(
    '%s has its quantiles',
    (name, distribution, points) => {
      const values = draws(`quantiles/${name}`, distribution);
      for (const [point, share] of points) {
        expect(
          errorsAway(
            values.map((value) => (value <= point ? 1 : 0)),
            share,
          ),
        ).toBeLessThan(4);
      }
    },
  );

  const factorial = (k: number): number => (k < 2 ? 1 : k * factorial(k - 1));
  const poissonShare = (average: number) => (k: number) => (Math.exp(-average) * average ** k) / factorial(k);
  const zipfShare = (n: number, exponent: number) => {
    const total = Array.from({ length: n }, (_, index) => (index + 1) ** -exponent).reduce((a, b) => a + b);
    return (k: number) => k ** -exponent / total;
  };

  // Each cell is a coin of known bias: a wrong tail, table or rejection test shows in some cell.
  it.each<[string, Distribution<number>, (k: number) => number, number[]]>([
    ['poisson(3)', poisson(3), poissonShare(3), [0, 1, 2, 3, 6, 9]],
    ['poisson(20)', poisson(20), poissonShare(20), [8, 10, 15, 20, 25, 33]],
    ['zipf(10, 1)', zipf(10, 1), zipfShare(10, 1), [1, 2, 3, 5, 9, 10]],
    ['zipf(10, 3)', zipf(10, 3), zipfShare(10, 3), [1, 2, 3, 5, 9, 10]],
    ['zipf(5000, 0.8)', zipf(5000, 0.8), zipfShare(5000, 0.8), [1, 2, 3, 10, 100]],
    [
      'weighted',
      weighted([
        [5, 1],
        [6, 0],
        [7, 3],
      ]),
      (k) => [0.25, 0, 0.75][k - 5] ?? 0,
      [5, 7],
    ],
    ['chance', (stream) => (chance(0.001)(stream) ? 1 : 0), (k) => (k === 1 ? 0.001 : 0.999), [0, 1]],
  ])('%s draws each value as often as it should', (name, distribution, share, cells) => {
    const values = draws(`cells/${name}`, distribution);
    for (const cell of cells) {
      const hits = values.filter((value) => value === cell).length;
      const deviation = Math.sqrt(drawCount * share(cell) * (1 - share(cell)));
      expect(Math.abs(hits - drawCount * share(cell)) / deviation, `${name} at ${cell}`).toBeLessThan(4);
    }
  });

  it('never leaves its range', () => {
    expect(draws('range/zipf', zipf(7, 0.9)).every((rank) => rank >= 1 && rank <= 7)).toBe(true);
    expect(
      draws(
        'range/weighted',
        weighted([
          ['a', 0],
          ['b', 1],
        ]),
      ).every((item) => item === 'b'),
    ).toBe(true);
    expect(
      draws('range/chance', chance(0)).some(Boolean) || !draws('range/chance', chance(1)).every(Boolean),
    ).toBe(false);
    expect(draws('range/zipf', zipf(2 ** 53 - 1, 1)).every(Number.isSafeInteger)).toBe(true);
  });

  it.each([
    ['uniform(2, 1)', () => uniform(2, 1)],
    ['exponential(-1)', () => exponential(-1)],
    ['normal(0, NaN)', () => normal(0, Number.NaN)],
    ['logNormal({ median: 0, p99: 1 })', () => logNormal({ median: 0, p99: 1 })],
    ['logNormal({ median: 2, p99: 1 })', () => logNormal({ median: 2, p99: 1 })],
    ['poisson(Infinity)', () => poisson(Number.POSITIVE_INFINITY)],
    ['zipf(0, 1)', () => zipf(0, 1)],
    ['zipf(1.5, 1)', () => zipf(1.5, 1)],
    ['zipf(10, -1)', () => zipf(10, -1)],
    ['weighted', () => weighted([])],
    ['weighted', () => weighted([['a', -1]])],
    ['chance(1.01)', () => chance(1.01)],
  ])('%s refuses its parameters by name', (name, make) => {
    expect(make).toThrow(name);
  });

  it('draws the same numbers to the last bit on every machine', () => {
    const every: Distribution<number>[] = [
      uniform(-1, 3),
      exponential(60_000),
      normal(5, 2),
      logNormal({ median: 40, p99: 400 }),
      poisson(4),
      poisson(400),
      zipf(100, 1),
      zipf(1_000_000_000, 1.3),
      weighted([
        [1, 0.3],
        [2, 0.7],
      ]),
      (stream) => (chance(0.4)(stream) ? 1 : 0),
    ];
    const digest = new Digest();
    const bits = new DataView(new ArrayBuffer(8));
    const stream = streams.stream('golden');
    for (let count = 0; count < 20_000; count += 1) {
      for (const distribution of every) {
        bits.setFloat64(0, distribution(stream));
        digest.foldWord(bits.getInt32(0));
        digest.foldWord(bits.getInt32(4));
      }
    }
    expect(digest.value()).toBe('9b0b39607da1e1e2db4ee37e500e82f0');
  });
});
