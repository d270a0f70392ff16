/**
 * Answers kept by Idempotency-Key (gap X15; after Stripe's API). A repeat within 24 hours receives the kept answer
 * and has no effect. A 5xx, 429, 401 or failed validation is not kept, so that its retry runs.
 */
import { AgingMap } from '../base/aging-map.ts';
import { dayMs } from '../base/time.ts';
import type { ResponseContent } from './answer.ts';

interface Kept {
  readonly atMs: number;
  /** A hash of the request: the same key with another request is a conflict. */
  readonly fingerprint: string;
  readonly answer: ResponseContent;
}

const keptMax = 1_000_000;

/** Kept answers by key, dropped after 24 hours of virtual time or beyond a million. */
export class IdempotentAnswers {
  readonly #kept = new AgingMap<string, Kept>();

  find(key: string, nowMs: number): Kept | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && nowMs - kept.atMs < dayMs ? kept : undefined;
  }

  keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    this.#kept.dropWhile(({ atMs }) => kept.atMs - atMs >= dayMs || this.#kept.size > keptMax);
  }
}
