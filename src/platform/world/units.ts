/** Durations, shares and latencies in files and control calls: schemas, and conversion to the core's numbers. */
import { Type, type Static } from 'typebox';
import { parseDuration, type DurationMs } from '../../core/base/time.ts';
import type { Written } from '../../core/base/written.ts';
import type { Latency } from './faults.ts';

/** A format for what a pattern cannot express: durations are whole milliseconds, up to `durationMaxMs`. */
const format = 'whole-milliseconds';

/** A duration as text, such as `250ms` or `1h30m`. */
export const Duration = Type.String({
  format,
  pattern: '^(\\d+(\\.\\d+)?(ms|s|m|h|d|w))+$',
  description: 'a duration such as 250ms, 30s, 10m, 6h, 3d or 2w',
});

/** A duration with a sign. */
export const Step = Type.String({
  format,
  pattern: '^[+-]?(\\d+(\\.\\d+)?(ms|s|m|h|d|w))+$',
  description: 'a step such as 1h or -30m',
});

/** A share from 0 to 1, as a number or as percent text. */
export const Share = Type.Union(
  [Type.Number({ minimum: 0, maximum: 1 }), Type.String({ pattern: '^(100(\\.0+)?|\\d{1,2}(\\.\\d+)?)%$' })],
  { description: 'a share such as 0.1% or 0.001' },
);

/** A price move in whole percent: a price cannot fall to 0, and at most it doubles. */
export const Move = Type.String({
  pattern: '^(?:-(?:[0-9]|[1-8][0-9]|90)|\\+?(?:100|[0-9]{1,2}))%$',
  description: 'a move such as -12% or +5%, from -90% to +100%',
});

/** A latency by its median and an optional 99th percentile; `latencyMistake` checks the two together. */
export const LatencyText = Type.Object(
  { median: Duration, p99: Type.Optional(Duration) },
  { additionalProperties: false, description: 'a latency such as { median: 40ms, p99: 400ms }' },
);

/** A latency as written; without a 99th percentile it is constant. */
export type LatencySource = Written<Static<typeof LatencyText>>;

/** A latency in milliseconds. The caller has validated it against its schema. */
export const readLatency = ({ median, p99 = median }: LatencySource): Latency => ({
  medianMs: parseDuration(median) ?? 0,
  p99Ms: parseDuration(p99) ?? 0,
});

/** A move in hundredths of a percent. */
export const readMove = (text: string): number => Number(text.slice(0, -1)) * 100;

/** A signed duration in milliseconds. */
export function readStep(text: string): DurationMs {
  const size = parseDuration(text.replace(/^[+-]/, '')) ?? 0;
  return text.startsWith('-') ? -size : size;
}

/** What is wrong with a latency as a distribution, or undefined. */
export function latencyMistake(source: LatencySource | undefined): string | undefined {
  const { medianMs, p99Ms } = readLatency(source ?? { median: '0s' });
  if (p99Ms === medianMs || (p99Ms > medianMs && medianMs > 0)) return undefined;
  return 'latency is a map; expected a p99 of at least the median, and a median above 0ms where they differ';
}

/** `0.1%` or `0.001`, as a number from 0 to 1. */
export const readShare = (share: number | string): number =>
  typeof share === 'number' ? share : Number(share.slice(0, -1)) / 100;
