/**
 * The point at which a curve crashes, in hundredths of the stake, drawn exactly: the point reaches k/100 with
 * probability 0.995 / (k/100) = 199/2k, for every k from 100 to 102,400. One curve in 200 never starts.
 *
 * The survival function is a constant over k, so each step of a binary search has integer odds: from lo the curve
 * reaches 2 lo in one of two cases, and from [lo, hi) it lies at or above mid in lo(hi - mid) of mid(hi - lo) cases. At
 * most ten doublings and the halvings after them determine the point from small integer draws, without floating point.
 * The curve ends at 1024.00x, above every target that a bet can name.
 */
import { pickClass, type Pick } from '../../core/fairness/pick.ts';
import type { DrawChain } from '../../core/fairness/steps.ts';

/** The curve is known to end at or above `low` and below `high`, in hundredths; `high` is Infinity while it climbs. */
export interface CrashState {
  readonly low: number;
  readonly high: number;
}

const start = 100;
const end = 100 * 2 ** 10;

/** The state before the first draw: nothing is known of the curve. */
export const climbing: CrashState = { low: 0, high: Infinity };

/** True once the crash point is determined: it is then `low`. */
export const isCrashed = ({ low, high }: CrashState): boolean => low === end || high - low <= 1;

/** The next step of the search; draws once. Valid only while `isCrashed` is false. */
export function climb({ low, high }: CrashState, pick: Pick): CrashState {
  if (low === 0)
    return pickClass(pick, [1, 199]) === 0 ? { low: 0, high: 1 } : { low: start, high: Infinity };
  if (high === Infinity) {
    return pick(2) === 0 ? { low, high: 2 * low } : { low: 2 * low, high: Infinity };
  }
  const middle = Math.floor((low + high) / 2);
  const above = low * (high - middle);
  const below = middle * (high - low) - above;
  return pickClass(pick, [below, above]) === 0 ? { low, high: middle } : { low: middle, high };
}

/** The chain of a bet that needs the curve to reach `neededHundredths`; it merges all curves that did, or did not. */
export function curve<Outcome>(
  neededHundredths: number,
  outcome: (reachedHundredths: number) => Outcome,
): DrawChain<CrashState, Outcome> {
  return {
    start: climbing,
    isDone: isCrashed,
    step: climb,
    outcome: ({ low }) => outcome(low),
    alike({ low, high }) {
      if (low >= neededHundredths) return 'reached';
      return high <= neededHundredths ? 'missed' : `${low}-${high}`;
    },
  };
}
