/**
 * Headers of rate limits beside a clock that runs by itself: what they count, and up to when, differs by what the edge of
 * a window lets in or out within the time that cannot be told.
 */
import type { Difference, Explanation } from '../traffic/compare/difference.ts';
import type { ClockShift } from '../traffic/compare/explain.ts';

const counted = /^header (?:x-ratelimit-reset|retry-after)$/;
const limitField = 'header x-ratelimit-limit';
const remainingField = 'header x-ratelimit-remaining';

export class LimitEdges {
  /** Limits that the model has named. */
  readonly #named = new Set<number>();
  readonly #requests = new Map<number, number>();

  /** One more answer of the model to an agent. */
  answered(agent: number, headers: Readonly<Record<string, string | number>>): void {
    this.#named.add(Number(headers['x-ratelimit-limit']));
    this.#requests.set(agent, (this.#requests.get(agent) ?? 0) + 1);
  }

  /** Explains differences of one answer to an agent; null where nothing does. */
  explain(
    difference: Difference,
    at: { agent: number; all: readonly Difference[]; shift: ClockShift },
  ): Explanation | null {
    const { kind, field } = difference;
    if (at.shift.shiftMs === undefined || kind !== 'amount') return null;
    const isLimits = field.startsWith('header x-ratelimit-');
    const other = at.all.find((each) => each.field === limitField);
    // Another window binds: all three headers are those of that window.
    if (isLimits && other !== undefined) return this.#named.has(valueIn(other.live)) ? 'time' : null;
    const apart = Math.abs(valueIn(difference.live) - valueIn(difference.recorded));
    if (field === remainingField) return apart < (this.#requests.get(at.agent) ?? 0) ? 'time' : null;
    return counted.test(field) && apart * 1000 <= at.shift.toleranceMs ? 'time' : null;
  }
}

/** Of a value as it is shown, in quotation marks. */
const valueIn = (shownText: string): number => Number(shownText.replaceAll('"', ''));
