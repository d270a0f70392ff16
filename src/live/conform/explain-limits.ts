/**
 * Explains differences of rate limit headers on a clock that runs on its own: the uncertainty of the clock decides
 * whether a request falls into a window.
 */
import type { Difference, Explanation } from '../traffic/compare/difference.ts';
import type { ClockShift } from '../traffic/compare/explain.ts';

const counted = /^header (?:x-ratelimit-reset|retry-after)$/;
const limitField = 'header x-ratelimit-limit';
const remainingField = 'header x-ratelimit-remaining';

/**
 * Tracks the limits and requests of each agent in the model. Only explains differences if the clock's shift is known.
 */
export class LimitEdges {
  /** Limits that the model has stated. */
  readonly #named = new Set<number>();
  readonly #requests = new Map<number, number>();

  /** Counts one response of the model to an agent. */
  answered(agent: number, headers: Readonly<Record<string, string | number>>): void {
    this.#named.add(Number(headers['x-ratelimit-limit']));
    this.#requests.set(agent, (this.#requests.get(agent) ?? 0) + 1);
  }

  /** Explains one difference of a response to an agent; null if nothing does. */
  explain(
    difference: Difference,
    at: { agent: number; all: readonly Difference[]; shift: ClockShift },
  ): Explanation | null {
    const { kind, field } = difference;
    if (at.shift.shiftMs === undefined || kind !== 'amount') return null;
    const isLimits = field.startsWith('header x-ratelimit-');
    const other = at.all.find((each) => each.field === limitField);
    // Another window applies: all three headers describe that window.
    if (isLimits && other !== undefined) return this.#named.has(valueIn(other.live)) ? 'time' : null;
    const apart = Math.abs(valueIn(difference.live) - valueIn(difference.recorded));
    if (field === remainingField) return apart < (this.#requests.get(at.agent) ?? 0) ? 'time' : null;
    return counted.test(field) && apart * 1000 <= at.shift.toleranceMs ? 'time' : null;
  }
}

/** The number in a displayed value, which has quotation marks. */
const valueIn = (shownText: string): number => Number(shownText.replaceAll('"', ''));
