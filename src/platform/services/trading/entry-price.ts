/** The exact average price of the fills of a position or holding. */
import type { Lots, Ticks } from './units.ts';

/** Lots times ticks, summed over the fills: too large for a double. */
export type LotTicks = bigint;

/** The sum with one more fill. */
export const withFill = (entry: LotTicks, lots: Lots, price: Ticks): LotTicks =>
  entry + BigInt(lots) * BigInt(price);

/** The sum for the `left` lots of `lots`: the average price stays the same. */
export const withLeft = (entry: LotTicks, left: Lots, lots: Lots): LotTicks =>
  lots === 0 ? 0n : (entry * BigInt(left)) / BigInt(lots);

/** The average, to the nearest tick; that of one fill is its price. */
export const entryPriceOf = (entry: LotTicks, lots: Lots): Ticks =>
  Number((entry + BigInt(lots) / 2n) / BigInt(lots));
