/** Prices that were computed for charts. Going back far costs a day of the market model, so each is computed once. */
import type { Instant } from '../../../core/base/time.ts';

/** What computes a price in USDC. */
interface PriceSource {
  midAt(name: string, atMs: Instant): number;
}

/** More than the charts of one world show. */
const priceMax = 10_000;

/** The prices of one world, a bounded number. */
export class SeenPrices {
  readonly #prices = new Map<string, number>();

  at(name: string, atMs: Instant, source: PriceSource): number {
    const key = `${name} ${atMs}`;
    const known = this.#prices.get(key);
    if (known !== undefined) return known;
    if (this.#prices.size >= priceMax) this.#prices.clear();
    const price = source.midAt(name, atMs);
    this.#prices.set(key, price);
    return price;
  }
}
