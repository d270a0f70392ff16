/**
 * Random variates. Everything transcendental comes from `elementary.ts`, whose every bit is fixed by IEEE 754, so no
 * result needs rounding to hide an engine's own last bit: the same stream gives the same draws on every machine.
 * (`Math.sqrt` is correctly rounded wherever there is a square root instruction.)
 */
import { assert } from '../base/assert.ts';
import { exp, expm1Over, log, log1pOver } from './elementary.ts';
import type { Stream } from './stream.ts';

/** One draw from the stream; draws may use more than one number of it. */
export type Distribution<T> = (stream: Stream) => T;

/** Rejection loops accept at least a third of their attempts; this many misses in a row never happen. */
const attemptsMax = 1000;

function accepted<T>(attempt: () => T | undefined): T {
  for (let count = 0; count < attemptsMax; count += 1) {
    const value = attempt();
    if (value !== undefined) return value;
  }
  return missed();
}

function missed(): never {
  assert(false, `a rejection loop missed ${attemptsMax} times in a row`);
}

/** Equally likely anywhere in [low, high). */
export function uniform(low: number, high: number): Distribution<number> {
  const width = high - low;
  assert(
    Number.isFinite(width) && width >= 0,
    `uniform(${low}, ${high}): expected finite numbers, low <= high`,
  );
  return (stream) => low + width * stream.unit();
}

/** The wait for the next event of a memoryless process. */
export function exponential(mean: number): Distribution<number> {
  assert(mean >= 0 && Number.isFinite(mean), `exponential(${mean}): expected a mean of zero or more`);
  return (stream) => -mean * log(1 - stream.unit());
}

/** Marsaglia's polar method, one of its two variates thrown away so that draws share no state. */
function standardNormal(stream: Stream): number {
  for (let count = 0; count < attemptsMax; count += 1) {
    const x = 2 * stream.unit() - 1;
    const y = 2 * stream.unit() - 1;
    const square = x * x + y * y;
    if (square < 1 && square > 0) return x * Math.sqrt((-2 * log(square)) / square);
  }
  return missed();
}

/** As many draws of `normal(0, 1)` as there is room, in half of the time. */
export function fillStandardNormals(stream: Stream, variates: Float64Array): void {
  const units = new Float64Array(2 * variates.length);
  let count = 0;
  for (let round = 0; round < attemptsMax && count < variates.length; round += 1) {
    // Each variate takes at least two units more: no unit is drawn that single draws would leave.
    const drawn = units.subarray(0, 2 * (variates.length - count));
    stream.fill(drawn);
    for (let index = 0; index < drawn.length; index += 2) {
      const x = 2 * (drawn[index] as number) - 1;
      const y = 2 * (drawn[index + 1] as number) - 1;
      const square = x * x + y * y;
      if (square < 1 && square > 0) variates[count++] = x * Math.sqrt((-2 * log(square)) / square);
    }
  }
  assert(count === variates.length, `a rejection loop missed ${attemptsMax} times in a row`);
}

/** The bell curve. */
export function normal(mean: number, deviation: number): Distribution<number> {
  assert(
    Number.isFinite(mean) && deviation >= 0 && Number.isFinite(deviation),
    `normal(${mean}, ${deviation}): expected a finite mean and a deviation of zero or more`,
  );
  return (stream) => mean + deviation * standardNormal(stream);
}

/** How many standard deviations above the median the 99th percentile of a normal variate lies. */
const p99Deviations = 2.3263478740408408;

/** Latencies and sizes, given by median and 99th percentile in one unit; the result has that unit. */
export function logNormal(shape: { median: number; p99: number }): Distribution<number> {
  const { median, p99 } = shape;
  assert(
    median > 0 && p99 >= median && Number.isFinite(p99),
    `logNormal({ median: ${median}, p99: ${p99} }): expected 0 < median <= p99`,
  );
  const sigma = log(p99 / median) / p99Deviations;
  return (stream) => median * exp(sigma * standardNormal(stream));
}

/** Knuth's product of uniforms: e^-mean is small enough for it up to a mean of ten. */
function smallPoisson(mean: number): Distribution<number> {
  const threshold = exp(-mean);
  return (stream) => {
    let product = stream.unit();
    for (let count = 0; count < attemptsMax; count += 1) {
      if (product <= threshold) return count;
      product *= stream.unit();
    }
    return attemptsMax;
  };
}

const halfLog2Pi = 0.9189385332046728;

/** log(k!) by Stirling's series, or by the product where the series is too coarse. */
function logFactorial(k: number): number {
  if (k < 10) {
    let product = 1;
    for (let factor = 2; factor <= k; factor += 1) product *= factor;
    return log(product);
  }
  const square = k * k;
  return (
    (k + 0.5) * log(k) -
    k +
    halfLog2Pi +
    (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * square)) / square) / square) / k
  );
}

/** PTRS, transformed rejection (Hörmann 1993), for means of ten and more. */
function largePoisson(mean: number): Distribution<number> {
  const b = 0.931 + 2.53 * Math.sqrt(mean);
  const a = -0.059 + 0.02483 * b;
  const logInverseAlpha = log(1.1239 + 1.1328 / (b - 3.4));
  const quickLimit = 0.9277 - 3.6224 / (b - 2);
  const logMean = log(mean);
  const attempt = (stream: Stream): number | undefined => {
    const u = stream.unit() - 0.5;
    const v = stream.unit();
    const distance = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / distance + b) * u + mean + 0.43);
    if (distance >= 0.07 && v <= quickLimit) return k;
    if (k < 0 || (distance < 0.013 && v > distance)) return undefined;
    const height = log(v) + logInverseAlpha - log(a / (distance * distance) + b);
    return height <= k * logMean - mean - logFactorial(k) ? k : undefined;
  };
  return (stream) => accepted(() => attempt(stream));
}

/** How many memoryless events fall into a span that holds `mean` of them on average; up to 10^9. */
export function poisson(mean: number): Distribution<number> {
  assert(mean >= 0 && mean <= 1e9, `poisson(${mean}): expected a mean from 0 to 10^9`);
  return mean < 10 ? smallPoisson(mean) : largePoisson(mean);
}

/** Rank 1 to n, rank k in proportion to k^-exponent, by rejection-inversion (Hörmann & Derflinger 1996). */
export function zipf(n: number, exponent: number): Distribution<number> {
  assert(
    Number.isSafeInteger(n) && n >= 1 && exponent >= 0 && Number.isFinite(exponent),
    `zipf(${n}, ${exponent}): expected a whole number of ranks and an exponent of zero or more`,
  );
  const height = (x: number): number => exp(-exponent * log(x));
  const integral = (x: number): number => expm1Over((1 - exponent) * log(x)) * log(x);
  // Rounding may push the argument out of the domain just at its lower end.
  const inverse = (y: number): number => exp(log1pOver(Math.max(-1, y * (1 - exponent))) * y);
  const low = integral(1.5) - 1;
  const high = integral(n + 0.5);
  const acceptWithin = 2 - inverse(integral(2.5) - height(2));
  const attempt = (stream: Stream): number | undefined => {
    const y = high + stream.unit() * (low - high);
    const x = inverse(y);
    const k = Math.min(n, Math.max(1, Math.floor(x + 0.5)));
    return k - x <= acceptWithin || y >= integral(k + 0.5) - height(k) ? k : undefined;
  };
  return (stream) => accepted(() => attempt(stream));
}

/** One of the items, each in proportion to its weight. */
export function weighted<T>(items: readonly (readonly [T, number])[]): Distribution<T> {
  let total = 0;
  const bounds = items.map(([, weight]) => {
    assert(
      weight >= 0 && Number.isFinite(weight),
      `weighted: expected a weight of zero or more, got ${weight}`,
    );
    return (total += weight);
  });
  assert(total > 0 && Number.isFinite(total), 'weighted: expected at least one item of positive weight');
  return (stream) => {
    const point = stream.unit() * total;
    const item = items[bounds.findIndex((bound) => point < bound)];
    assert(item !== undefined, 'a point below the total lies below some bound');
    return item[0];
  };
}

/** True with probability p. */
export function chance(p: number): Distribution<boolean> {
  assert(p >= 0 && p <= 1, `chance(${p}): expected a probability from 0 to 1`);
  return (stream) => stream.unit() < p;
}
