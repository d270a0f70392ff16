/** When the search for smallest sequences is over. Time that it waits for rate limits is bounded apart. */
import { formatDuration, type DurationMs } from '../../core/base/time.ts';
import type { ConformCall } from './conform-call.ts';

/** The bounds of one search, from its construction on. */
export class SearchBounds {
  readonly #call: Pick<ConformCall, 'searchMs' | 'limitWaitMs'>;
  readonly #ended: () => string | undefined;
  readonly #startedMs = performance.now();
  #waitedMs = 0;
  #isLimitOver = false;

  /** `ended` says why nothing more can be asked; undefined while it can. */
  constructor(call: Pick<ConformCall, 'searchMs' | 'limitWaitMs'>, ended: () => string | undefined) {
    this.#call = call;
    this.#ended = ended;
  }

  /** Adds the waits of a try for rate limits; one that was `refused` would have been too long. */
  waited({ ms, refused }: { readonly ms: DurationMs; readonly refused: number }): void {
    this.#waitedMs += ms;
    this.#isLimitOver ||= refused > 0;
  }

  /** How long the next try may wait for rate limits. */
  get limitWaitMs(): DurationMs {
    return Math.max(0, this.#call.limitWaitMs - this.#waitedMs);
  }

  /** Why the search is over; undefined while it is not. */
  get over(): string | undefined {
    const { searchMs, limitWaitMs } = this.#call;
    const ended = this.#ended();
    if (ended !== undefined) return ended;
    if (performance.now() - this.#startedMs - this.#waitedMs >= searchMs)
      return `the ${formatDuration(searchMs)} of --shrink-for were over`;
    if (this.#isLimitOver)
      return `a cap such as that of registrations has to be waited for, and the ${formatDuration(limitWaitMs)} of --limit-wait were over`;
    return undefined;
  }
}
