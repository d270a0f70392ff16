/**
 * HDR histograms of microseconds in the format of all HDR tools: what two machines recorded adds up exactly. Values
 * are accurate to three significant figures.
 */
import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
} from 'hdr-histogram-js';
import type { Percentiles } from '../engine/measures.ts';

export type { Histogram } from 'hdr-histogram-js';

/** The longest time that is told from longer ones: 12 days. */
const highestMicros = 2 ** 40;

/** An empty histogram; it grows with its highest value. */
export const newHistogram = (): Histogram =>
  build({ bitBucketSize: 32, numberOfSignificantValueDigits: 3, autoResize: true });

/** Records milliseconds as whole microseconds, from 1 to 2^40. */
export function recordMs(histogram: Histogram, ms: number): void {
  histogram.recordValue(Math.min(highestMicros, Math.max(1, Math.round(ms * 1000))));
}

/** The value in milliseconds below which that percentage lies; 0 for an empty histogram. */
export const percentileMs = (histogram: Histogram, percent: number): number =>
  histogram.totalCount === 0 ? 0 : histogram.getValueAtPercentile(percent) / 1000;

/** Percentiles in milliseconds; all zero for an empty histogram. */
export const percentilesOf = (histogram: Histogram): Percentiles => ({
  p50: percentileMs(histogram, 50),
  p90: percentileMs(histogram, 90),
  p99: percentileMs(histogram, 99),
  p999: percentileMs(histogram, 99.9),
  max: percentileMs(histogram, 100),
});

/** The compressed format of HdrHistogram (V2) as base64. */
export const encoded = (histogram: Histogram): string => encodeIntoCompressedBase64(histogram);

/** Reads what `encoded` wrote. Throws for other text. */
export const decoded = (text: string): Histogram => decodeFromCompressedBase64(text);
