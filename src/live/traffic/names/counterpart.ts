/**
 * Whether a field of the target may be the counterpart of one of ours, by the values of both in all answers of an operation:
 * equal values, instants that are equal on the target's clock, ids that change where ours change, sums that change by the same.
 */
import { parseInstant } from '../../../core/base/time.ts';
import { isIssuedFormat } from '../../../simulation/trace/provenance.ts';
import { isDecimal, isSameDecimal, mayCorrespond } from '../compare/forms.ts';
import type { NameForm } from './field-names.ts';

/** The values of both fields in one answer; of a list, as many as it has items. */
export interface PairedValues {
  readonly ours: readonly unknown[];
  readonly theirs: readonly unknown[];
  /** How far two equal instants may be apart. */
  readonly toleranceMs: number;
}

/** Ids that are known to name one thing, from fields that are named already. */
export interface KnownIds {
  readonly toTheirs: ReadonlyMap<unknown, unknown>;
  readonly toOurs: ReadonlyMap<unknown, unknown>;
}

/** How well the fields fit. */
export interface Fit {
  /** Answers in which the values correspond. */
  readonly matches: number;
  /** Answers that have both. */
  readonly tried: number;
  /** Different values of ours among those that correspond: a constant tells little. */
  readonly distinct: number;
  /** The form of our values, where the target's have another one. */
  readonly as: NameForm | undefined;
}

const noFit: Fit = { matches: 0, tried: 0, distinct: 0, as: undefined };

/** The best of all ways in which the fields may correspond. */
export function fitOf(pairs: readonly PairedValues[], known: KnownIds): Fit {
  const fits = [fitBy(pairs, areEqual), fitByIds(pairs, known), fitByChange(pairs)];
  const best = fits.reduce((one, other) => (other.matches > one.matches ? other : one), noFit);
  return { ...best, as: formOf(pairs) };
}

function fitBy(
  pairs: readonly PairedValues[],
  isFitting: (ours: unknown, theirs: unknown, toleranceMs: number) => boolean,
): Fit {
  const distinct = new Set<unknown>();
  let matches = 0;
  for (const { ours, theirs, toleranceMs } of pairs) {
    if (ours.length !== theirs.length) continue;
    if (!ours.every((value, index) => isFitting(value, theirs[index], toleranceMs))) continue;
    matches += 1;
    for (const value of ours) distinct.add(value);
  }
  return { matches, tried: pairs.length, distinct: distinct.size, as: undefined };
}

/** Texts and decimals of equal value, countdowns and instants within the tolerance. */
function areEqual(ours: unknown, theirs: unknown, toleranceMs: number): boolean {
  if (ours === theirs) return true;
  if (typeof ours === 'boolean' || typeof theirs === 'boolean') return false;
  const [one, other] = [String(ours), String(theirs)];
  if (isSameDecimal(one, other)) return true;
  const oursMs = typeof ours === 'string' ? parseInstant(ours) : undefined;
  if (oursMs !== undefined) {
    const theirsMs = instantIn(theirs);
    return theirsMs !== undefined && Math.abs(theirsMs - oursMs) <= toleranceMs + 1_000;
  }
  // Whole seconds until an instant.
  const isCountdown = Number.isInteger(ours) && Number.isInteger(theirs) && Number(ours) > 60;
  return isCountdown && Math.abs(Number(ours) - Number(theirs)) * 1_000 <= toleranceMs;
}

/** RFC 3339, or Unix seconds or milliseconds of this century. */
function instantIn(value: unknown): number | undefined {
  if (typeof value === 'string') return parseInstant(value);
  if (typeof value !== 'number' || value < 1e9) return undefined;
  return value < 1e11 ? value * 1_000 : value < 1e14 ? value : undefined;
}

/** Two names of one thing: of any two answers, both sides have the same one or both another one. */
function fitByIds(pairs: readonly PairedValues[], known: KnownIds): Fit {
  const [toTheirs, toOurs] = [new Map(known.toTheirs), new Map(known.toOurs)];
  return fitBy(pairs, (ours, theirs) => {
    if (typeof ours !== 'string' || !isIssuedFormat(ours)) return false;
    if (typeof theirs !== 'string' && !Number.isSafeInteger(theirs)) return false;
    if (!mayCorrespond(ours, String(theirs))) return false;
    const isKnown = toTheirs.has(ours) || toOurs.has(theirs);
    if (isKnown) return toTheirs.get(ours) === theirs && toOurs.get(theirs) === ours;
    toTheirs.set(ours, theirs);
    toOurs.set(theirs, ours);
    return true;
  });
}

/** Sums that begin with other data: they change by the same amounts, two different ones at least. */
function fitByChange(pairs: readonly PairedValues[]): Fit {
  const offsets = new Map<string, Set<unknown>>();
  for (const { ours, theirs } of pairs) {
    const [one, other] = [numberIn(ours[0]), numberIn(theirs[0])];
    if (ours.length !== 1 || theirs.length !== 1 || one === undefined || other === undefined) continue;
    const key = (other - one).toFixed(6);
    const seen = offsets.get(key) ?? new Set();
    offsets.set(key, seen.add(one));
  }
  const [key, seen] = [...offsets].toSorted(([, one], [, other]) => other.size - one.size)[0] ?? [];
  if (key === undefined || seen === undefined || seen.size < 3) return noFit;
  return fitBy(pairs, (ours, theirs) => {
    const [one, other] = [numberIn(ours), numberIn(theirs)];
    return one !== undefined && other !== undefined && (other - one).toFixed(6) === key;
  });
}

function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isDecimal(value) ? Number(value) : undefined;
}

function formOf(pairs: readonly PairedValues[]): NameForm | undefined {
  const [ours] = pairs.flatMap((pair) => pair.ours);
  const [theirs] = pairs.flatMap((pair) => pair.theirs);
  if (typeof ours === typeof theirs) return undefined;
  if (typeof ours === 'number') return 'number';
  if (typeof ours !== 'string' || typeof theirs !== 'number') return undefined;
  return parseInstant(ours) === undefined ? 'text' : 'instant';
}
