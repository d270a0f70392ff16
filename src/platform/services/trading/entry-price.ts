/** The price that lots were bought or sold at on average, exactly: what a position says must be what its fills said. */
import type { Lots, Ticks } from './units.ts';

/** Lots times ticks, summed over the fills: too large for a double. */
export type LotTicks = bigint;

/** With one more fill. */
export const withFill = (entry: LotTicks, lots: Lots, price: Ticks): LotTicks =>
  entry + BigInt(lots) * BigInt(price);

/** What is left of it when some of the lots are gone: the average stays. */
export const withLeft = (entry: LotTicks, left: Lots, lots: Lots): LotTicks =>
  lots === 0 ? 0n : (entry * BigInt(left)) / BigInt(lots);

/** The average, to the nearest tick; that of one fill is its price. */
export const entryPriceOf = (entry: LotTicks, lots: Lots): Ticks =>
  Number((entry + BigInt(lots) / 2n) / BigInt(lots));
