/**
 * Answers kept under an Idempotency-Key (gap X15; after Stripe's API). A repeat within 24 hours gets the kept answer
 * and has no effect of its own. A 5xx, a 429, a 401 and a failed validation are not kept: the retry runs.
 */
import { dayMs } from '../base/time.ts';
import type { Answer } from './answer.ts';

interface Kept {
  readonly atMs: number;
  /** The request as text: the same key with another request is a conflict. */
  readonly fingerprint: string;
  readonly answer: Answer;
}

const keptMax = 1_000_000;

export class IdempotentAnswers {
  /** In order of insertion, so that the oldest leave first. */
  readonly #kept = new Map<string, Kept>();

  find(key: string, nowMs: number): Kept | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && nowMs - kept.atMs < dayMs ? kept : undefined;
  }

  keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    for (const [oldest, { atMs }] of this.#kept) {
      if (kept.atMs - atMs < dayMs && this.#kept.size <= keptMax) break;
      this.#kept.delete(oldest);
    }
  }
}
