/**
 * Readings and how two of them become one. Shared by everything that watches more than one window.
 */
import { assert } from '../../base/assert.ts';
import type { QuotaState, Window } from './meter.ts';

/** A reading to be filled in by `Meter.read`. */
export const emptyReading = (): QuotaState => ({ limit: 0, remaining: 0, windowMs: 0, resetAtMs: 0 });

/**
 * Leaves the binding one of the two in `into`: the smaller share left (gap L17); if both are used up, the one with
 * the longer wait, so that window and reset belong together (gap L20).
 */
export function tighten(into: QuotaState, other: QuotaState): void {
  const areUsedUp = into.remaining === 0 && other.remaining === 0;
  const waitsDiffer = areUsedUp && into.resetAtMs !== other.resetAtMs;
  if (waitsDiffer ? other.resetAtMs < into.resetAtMs : !bindsBefore(other, into)) return;
  into.limit = other.limit;
  into.remaining = other.remaining;
  into.windowMs = other.windowMs;
  into.resetAtMs = other.resetAtMs;
}

/** Ratios are compared crosswise, in integers: 0.1 never has to be representable. */
function bindsBefore(one: QuotaState, other: QuotaState): boolean {
  const difference = one.remaining * other.limit - other.remaining * one.limit;
  return difference === 0 ? one.windowMs < other.windowMs : difference < 0;
}

/** Refuses a window that could never admit anything or is no whole number. */
export function assertWindow(window: Window): void {
  assert(Number.isSafeInteger(window.limit) && window.limit >= 1, 'a limit is a whole number from 1');
  assert(Number.isSafeInteger(window.windowMs) && window.windowMs >= 1, 'a window lasts a whole ms at least');
}

/** Refuses a request heavier than the quota: no wait, however long, would admit it. */
export function assertWeight(weight: number, limit: number): void {
  assert(weight >= 1 && weight <= limit, 'a request weighs 1 to the limit of its meter');
}
