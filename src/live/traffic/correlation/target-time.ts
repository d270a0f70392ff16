/** The time by the clock of a target, from the `Date` of its latest response and the wall time since. */
import type { Instant } from '../../../core/base/time.ts';
import { headerOf } from '../http/answer-parser.ts';
import type { InstantMove } from './request-instants.ts';

/** `factor` is how fast that clock runs. Note every response, then ask. */
export class TargetTime {
  readonly #factor: number;
  #saidMs: Instant | undefined;
  #wallMs = 0;

  constructor(factor: number) {
    this.#factor = factor;
  }

  note(head: string): void {
    const saidMs = Date.parse(headerOf(head, 'date') ?? '');
    if (Number.isNaN(saidMs)) return;
    this.#saidMs = saidMs;
    this.#wallMs = performance.now();
  }

  /** How to move the instants of a request that the recording has at `recordedMs`; undefined before the first response. */
  moveAt(recordedMs: Instant): InstantMove | undefined {
    if (this.#saidMs === undefined) return undefined;
    const nowMs = this.#saidMs + (performance.now() - this.#wallMs) * this.#factor;
    return { byMs: nowMs - recordedMs, aroundMs: recordedMs };
  }
}
