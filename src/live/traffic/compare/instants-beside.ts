/**
 * Instants of one response that follow from the same write by a documented length: when a domain was registered and when it expires. The
 * first shows how far the target's clock was ahead at that write, which may have been another session's.
 */
import { parseInstant } from '../../../core/base/time.ts';
import type { Difference } from './difference.ts';

/** Some targets state seconds, others milliseconds. */
const precisionMs = 1_000;

/** Follows the instants of one response after another. */
export class InstantsBeside {
  /** Live instants minus recorded ones. */
  #byMs: number[] = [];

  /** Another response is judged. */
  begin(): void {
    this.#byMs = [];
  }

  /** True for an instant that is as far ahead as an explained one of this response. */
  explains({ kind, recorded, live }: Difference, isExplained: boolean): boolean {
    if (kind !== 'time') return false;
    const [before, now] = [recorded, live].map((shown) => parseInstant(shown.slice(1, -1)));
    if (before === undefined || now === undefined) return false;
    const byMs = now - before;
    if (isExplained) this.#byMs.push(byMs);
    return this.#byMs.some((other) => Math.abs(other - byMs) <= precisionMs);
  }
}
