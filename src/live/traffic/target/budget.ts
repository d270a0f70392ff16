/** Bounds requests and money of one run, before anything is sent. */
import type { Micros } from '../../../core/base/money.ts';
import type { SpendingLimits } from './bounds.ts';

/** Bounds nothing. */
export const noBudget: SpendingLimits = { micros: undefined, requests: undefined };

/** Why a request is not sent: the bound on requests or on money is reached, or what it costs is not known. */
export type Withheld = 'requests' | 'usdc' | 'unknown price';

/** What a run has taken from its budget. */
export interface Spent {
  readonly requests: number;
  readonly micros: Micros;
}

/** Reserves each request and its price. Nothing that was reserved is given back, whatever the target answers. */
export class Budget {
  readonly #limits: SpendingLimits;
  #requests = 0;
  #micros = 0;

  constructor(limits: SpendingLimits) {
    this.#limits = limits;
  }

  get spent(): Spent {
    return { requests: this.#requests, micros: this.#micros };
  }

  /**
   * Reserves a request that costs at most `priceMicros`, undefined where that is not known. Returns undefined if it may
   * be sent, otherwise the reason; then nothing is reserved.
   */
  reserve(priceMicros: Micros | undefined): Withheld | undefined {
    const { micros, requests } = this.#limits;
    if (requests !== undefined && this.#requests >= requests) return 'requests';
    if (micros !== undefined) {
      if (priceMicros === undefined) return 'unknown price';
      if (this.#micros + priceMicros > micros) return 'usdc';
    }
    this.#micros += priceMicros ?? 0;
    this.#requests += 1;
    return undefined;
  }
}

/** One worker's share of a budget: exact, and all shares together are the whole. */
export function shareOf(
  limits: SpendingLimits,
  { index, count }: { index: number; count: number },
): SpendingLimits {
  const share = (whole: number | undefined): number | undefined =>
    whole === undefined ? undefined : Math.floor(whole / count) + (index < whole % count ? 1 : 0);
  return { micros: share(limits.micros), requests: share(limits.requests) };
}
