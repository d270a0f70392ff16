/** What distributions make of given numbers in [0, 1): formulas and bounds that no count of draws shows. */
import { describe, expect, it } from 'vitest';
import * as distributions from '../../../src/core/kernel/distributions.ts';
import type { Distribution } from '../../../src/core/kernel/distributions.ts';
import { exp, expm1Over, log, log1pOver } from '../../../src/core/kernel/elementary.ts';
import { Streams, type Stream } from '../../../src/core/kernel/stream.ts';

const { chance, exponential, logNormal, normal, poisson, uniform, weighted, zipf } = distributions;

/** A stream of these units, the last one again and again; and how many were drawn. */
function streamOf(...units: number[]): { stream: Stream; drawn: () => number } {
  let drawn = 0;
  const unit = (): number => {
    drawn += 1;
    return units[Math.min(drawn, units.length) - 1] ?? 0;
  };
  return { stream: Object.assign(new Streams('7').stream('given'), { unit }), drawn: () => drawn };
}

const drawnFrom = <T>(distribution: Distribution<T>, ...units: number[]): T =>
  distribution(streamOf(...units).stream);

it('exp and log keep every bit where one of their formulas ends', () => {
  expect([log(Math.SQRT2), exp(-708), exp(709)]).toEqual([
    0.34657359027997275, 3.3075530036384083e-308, 8.218407461554972e307,
  ]);
  expect([0.5, -0.5].map(expm1Over)).toEqual([1.2974425414002564, 0.7869386805747332]);
  expect([0.25, -0.25].map(log1pOver)).toEqual([0.8925742052568391, 1.1507282898071236]);
});

describe('a draw', () => {
  it.each([
    ['uniform', uniform(-2, 4), 0.25, -0.5],
    ['uniform without a width', uniform(3, 3), 0.75, 3],
    ['exponential of mean 0', exponential(0), 0.75, -0],
    ['exponential', exponential(2), 0.75, 2 * Math.log(4)],
  ])('%s follows from its unit', (_name, distribution, unit, value) => {
    expect(drawnFrom(distribution, unit)).toBeCloseTo(value, 14);
  });

  const standard = 0.5 * Math.sqrt((-2 * Math.log(0.25)) / 0.25);

  it('of the bell curve needs a point strictly within the circle, its centre left out', () => {
    const units = [0, 0.5, 0.5, 0.5, 1, 1, 0.75, 0.5];
    expect(drawnFrom(normal(10, 3), ...units)).toBeCloseTo(10 + 3 * standard, 12);
    expect(drawnFrom(logNormal({ median: 40, p99: 200 }), ...units)).toBeCloseTo(
      40 * 5 ** (standard / 2.3263478740408408),
      10,
    );
    expect(drawnFrom(logNormal({ median: 40, p99: 40 }), 0.75, 0.5)).toBe(40);
    expect(drawnFrom(normal(10, 0), 0.75, 0.5)).toBe(10);
  });

  it('gives up after a thousand points that are not accepted', () => {
    const { stream, drawn } = streamOf(0.5);
    expect(() => normal(0, 1)(stream)).toThrow('a rejection loop missed 1000 times in a row');
    expect(drawn()).toBe(2000);
  });

  it('of few events counts units until their product is the chance of none, or a thousand', () => {
    expect(drawnFrom(poisson(0), 0.5)).toBe(0);
    expect([0, 1].map((less) => drawnFrom(poisson(1), exp(-1) - less * 1e-9))).toEqual([0, 0]);
    expect(drawnFrom(poisson(1), exp(-1) + 1e-9, 0.5)).toBe(1);
    const { stream, drawn } = streamOf(1);
    expect([poisson(1)(stream), drawn()]).toEqual([1000, 1001]);
  });

  it('by weights or by chance lies strictly below its bound', () => {
    const fair = weighted([
      ['never', 0],
      ['first', 1],
      ['second', 3],
    ]);
    expect([0, 0.2499, 0.25, 0.9999].map((unit) => drawnFrom(fair, unit))).toEqual([
      'first', 'first', 'second', 'second',
    ]); // prettier-ignore
    expect([0.3999, 0.4].map((unit) => drawnFrom(chance(0.4), unit))).toEqual([true, false]);
    expect(() => drawnFrom(fair, 1)).toThrow('a point below the total lies below some bound');
  });

  it.each([0, 0.3, 0.999_999])('of a rank among one is 1, whatever the exponent (%d)', (unit) => {
    for (const exponent of [0, 1, 3]) expect(drawnFrom(zipf(1, exponent), unit)).toBe(1);
  });
});

/** Hörmann's transformed rejection, with the logarithm of k! as a sum: which k a point proposes, and up to which height. */
function proposed(mean: number, unit: number): { k: number; heightMax: number } {
  const u = unit - 0.5;
  const b = 0.931 + 2.53 * Math.sqrt(mean);
  const a = -0.059 + 0.02483 * b;
  const distance = 0.5 - Math.abs(u);
  const k = Math.floor(((2 * a) / distance + b) * u + mean + 0.43);
  let logFactorial = 0;
  for (let factor = 2; factor <= k; factor += 1) logFactorial += Math.log(factor);
  const scale = (a / distance ** 2 + b) / (1.1239 + 1.1328 / (b - 3.4));
  return { k, heightMax: scale * Math.exp(k * Math.log(mean) - mean - logFactorial) };
}

describe('a count of many events', () => {
  const units = Array.from({ length: 400 }, (_, index) => (index + 0.5) / 400);
  const edges = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.99, 0.995, 0.998, 0.999, 0.9995];
  /** What the point proposes, if it is accepted; else the mean, which the next point proposes. */
  const drawn = (mean: number, unit: number, height: number): number =>
    drawnFrom(poisson(mean), unit, height, 0.5, 0.01);

  it.each([10, 11.5, 30, 1000])(
    'of mean %d is what a point proposes below the curve, and no other',
    (mean) => {
      const cases = [...units, ...edges]
        .map((unit) => ({ unit, ...proposed(mean, unit) }))
        .filter(
          ({ k, heightMax }) => k >= 0 && k !== Math.floor(mean + 0.43) && heightMax > 1e-9 && heightMax < 1,
        );
      expect(cases.length).toBeGreaterThan(20);
      const found = cases.map(({ unit, heightMax }) =>
        [-1, 1].map((side) => drawn(mean, unit, heightMax * (1 + side * (mean > 100 ? 1e-9 : 1e-11)))),
      );
      expect(found).toEqual(cases.map(({ k }) => [k, Math.floor(mean + 0.43)]));
    },
  );

  it('is 0 at least, and 10 takes the way of many', () => {
    const below = Array.from({ length: 1000 }, (_, index) => index / 50_000).filter(
      (unit) => proposed(10, unit).k < 0,
    );
    expect(below.length).toBeGreaterThan(10);
    expect(new Set(below.map((unit) => drawn(10, unit, 1e-300)))).toEqual(new Set([10]));
    expect(drawnFrom(poisson(10), 0.5, 0.5)).toBe(10);
  });
});

describe('parameters', () => {
  const [infinite, nan] = [Number.POSITIVE_INFINITY, Number.NaN];

  it.each([
    ['uniform(0, Infinity)', () => uniform(0, infinite)],
    ['uniform(NaN, 1)', () => uniform(nan, 1)],
    ['exponential(Infinity)', () => exponential(infinite)],
    ['exponential(NaN)', () => exponential(nan)],
    ['normal(Infinity, 1)', () => normal(infinite, 1)],
    ['normal(0, -1)', () => normal(0, -1)],
    ['normal(0, Infinity)', () => normal(0, infinite)],
    ['logNormal({ median: 1, p99: Infinity })', () => logNormal({ median: 1, p99: infinite })],
    ['logNormal({ median: -1, p99: 1 })', () => logNormal({ median: -1, p99: 1 })],
    ['poisson(-1)', () => poisson(-1)],
    ['poisson(1000000001)', () => poisson(1e9 + 1)],
    ['poisson(NaN)', () => poisson(nan)],
    ['zipf(-1, 1)', () => zipf(-1, 1)],
    ['zipf(9007199254740992, 1)', () => zipf(2 ** 53, 1)],
    ['zipf(10, Infinity)', () => zipf(10, infinite)],
    ['weighted: expected a weight of zero or more, got -1', () => weighted([['a', 2], ['b', -1]])],
    ['weighted: expected a weight of zero or more, got Infinity', () => weighted([['a', infinite]])],
    ['weighted: expected at least one item of positive weight', () => weighted([['a', 0]])],
    ['weighted: expected at least one item of positive weight', () => weighted([['a', 1e308], ['b', 1e308]])],
    ['chance(-0.01)', () => chance(-0.01)],
    ['chance(NaN)', () => chance(nan)],
  ])('%s are refused', (message, make) => expect(make).toThrow(message)); // prettier-ignore

  it.each([
    ['poisson of 10^9', () => poisson(1e9)],
    ['zipf of one rank, each as likely', () => zipf(1, 0)],
    ['chance of 0', () => chance(0)],
    ['chance of 1', () => chance(1)],
  ])('%s are accepted', (_name, make) => expect(make).not.toThrow());
});

describe('an integer', () => {
  /** A stream of these words, the last one again and again. */
  const integerOf = (n: number, ...words: number[]): number => {
    const stream = new Streams('7').stream('words');
    return Object.assign(stream, { word: () => (words.length > 1 ? words.shift() : words[0]) }).integer(n);
  };

  it('is the rest of a word below the last multiple of n', () => {
    expect(integerOf(3, 2 ** 32 - 2)).toBe(2);
    expect(integerOf(3, 2 ** 32 - 1, 2 ** 32 - 1, 4)).toBe(1);
    expect([integerOf(1, 9), integerOf(2 ** 32, 2 ** 32 - 1)]).toEqual([0, 2 ** 32 - 1]);
  });

  it('is given up after a thousand words that would favour small ones', () => {
    expect(() => integerOf(3, 2 ** 32 - 1)).toThrow('integer(3): expected a whole number from 1 to 2^32');
    const words = [...Array.from({ length: 999 }, () => 2 ** 32 - 1), 5];
    expect(integerOf(3, ...words)).toBe(2);
    expect(() => integerOf(3, 2 ** 32 - 1, ...words)).toThrow('integer(3)');
  });
});
