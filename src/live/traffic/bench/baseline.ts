/** Compares a bench with an earlier one: a figure is worse only beyond the tolerance and beyond chance. */
import type { Interval } from '../../../core/base/interval.ts';
import type { Comparison } from './result.ts';

/** The compared part of a result. */
export interface ComparedBaseline {
  readonly highestPerSecond: number | null;
  readonly perSecond: Interval | null;
  readonly p99Ms: Interval | null;
}

/** `tolerance` is the share by which a figure may be worse. */
export function compareWith(
  ours: ComparedBaseline,
  theirs: ComparedBaseline,
  { file, tolerance }: { file: string; tolerance: number },
): Comparison {
  const worse: string[] = [];
  const perSecondRatio = ratio(ours.highestPerSecond, theirs.highestPerSecond);
  const p99Ratio = ratio(ours.p99Ms?.mean, theirs.p99Ms?.mean);
  const isSlower = perSecondRatio !== null && perSecondRatio < 1 - tolerance;
  if (isSlower && !overlap(ours.perSecond, theirs.perSecond))
    worse.push(`requests a second are ${percent(perSecondRatio)} of the baseline's`);
  if (ours.highestPerSecond === null && theirs.highestPerSecond !== null)
    worse.push('no rate holds where the baseline had one');
  // At different rates p99 values are not comparable.
  const isSameRate = perSecondRatio !== null && Math.abs(perSecondRatio - 1) <= tolerance;
  const isLater = isSameRate && p99Ratio !== null && p99Ratio > 1 + tolerance;
  if (isLater && !overlap(ours.p99Ms, theirs.p99Ms))
    worse.push(`the p99 is ${percent(p99Ratio)} of the baseline's`);
  return { file, perSecondRatio, p99Ratio, worse };
}

function ratio(ours: number | null | undefined, theirs: number | null | undefined): number | null {
  return ours === null || ours === undefined || theirs === null || theirs === undefined || theirs === 0
    ? null
    : ours / theirs;
}

/** Overlapping intervals may stem from equal values. */
const overlap = (left: Interval | null, right: Interval | null): boolean =>
  left !== null && right !== null && left.low <= right.high && right.low <= left.high;

const percent = (share: number): string => `${Math.round(share * 100)}%`;
