/** How finely markets count: price and quantity have 12 decimals together, and answers show how many the price has. */
import { withoutZeros, type Scaled } from './trade-arithmetic.ts';

const decimalsTotal = 12;

/** By pair, from the numbers that answers have shown: zeros at the end of one may be left out. */
export class MarketDecimals {
  readonly #prices = new Map<string, number>();
  readonly #quantities = new Map<string, number>();

  sawPrice(pair: string, ...prices: readonly (Scaled | undefined)[]): void {
    for (const price of prices) raise(this.#prices, pair, price);
  }

  sawQuantity(pair: string, quantity: Scaled | undefined): void {
    raise(this.#quantities, pair, quantity);
  }

  /** True for units that are no finer than a quantity that the market has taken. */
  isCoarse(pair: string, units: bigint): boolean {
    const quantity = this.#quantities.get(pair);
    return quantity !== undefined && units % 10n ** BigInt(decimalsTotal - quantity) === 0n;
  }

  /** Undefined until prices and quantities leave one number only. */
  ofQuantity(pair: string): number | undefined {
    const quantity = this.#quantities.get(pair);
    const price = this.#prices.get(pair);
    return quantity !== undefined && price !== undefined && quantity + price === decimalsTotal
      ? quantity
      : undefined;
  }

  /** What an amount buys, or has to deliver, at a price; undefined where the market's decimals are not known. */
  unitsFor(
    pair: string,
    { amount, price, isDelivered }: { amount: number; price: bigint; isDelivered: boolean },
  ): bigint | undefined {
    const decimals = this.ofQuantity(pair);
    if (decimals === undefined || price <= 0n) return undefined;
    // Micros at 6 decimals over a price at 12 decimals.
    const [dividend, divisor] = [BigInt(amount) * 10n ** BigInt(decimals + 6), price];
    const lots = isDelivered ? (dividend + divisor - 1n) / divisor : dividend / divisor;
    return lots * 10n ** BigInt(12 - decimals);
  }
}

function raise(known: Map<string, number>, pair: string, seen: Scaled | undefined): void {
  if (seen === undefined || seen.units === 0n) return;
  known.set(pair, Math.max(known.get(pair) ?? 0, withoutZeros(seen).decimals));
}
