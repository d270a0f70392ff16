/**
 * Prices of the native assets: the mid prices of the trading service, so that there is no arbitrage between the two
 * services, and a constant price of the run for an asset that has no market there.
 */
import { Fraction } from '../../../core/base/fraction.ts';
import { microsPerUsdc } from '../../../core/base/money.ts';
import { uniform } from '../../../core/kernel/distributions.ts';
import type { Stream } from '../../../core/kernel/stream.ts';
import type { AssetPrices } from '../ports.ts';
import { decimalsOf, symbolOf, type ChainAsset } from './chains/assets.ts';

/** USDC for one unit of an asset without a market; a run draws its price within a fifth of it. */
const anchors: Readonly<Record<string, number>> = { XMR: 165 };

/** Converts between base units and micro-USDC, both directions rounded down, so that a round trip never gains. */
export class Prices {
  readonly #market: AssetPrices;
  readonly #stream: (path: string) => Stream;

  constructor(parts: { market: AssetPrices; stream: (path: string) => Stream }) {
    this.#market = parts.market;
    this.#stream = parts.stream;
  }

  /** What an amount is worth in micro-USDC, rounded down; beyond the safe integers too. */
  micros(asset: ChainAsset, amount: bigint): bigint {
    // An amount of zero needs no price, which is drawn minute by minute.
    if (asset.kind === 'usdc' || amount === 0n) return amount;
    const { numerator, denominator } = this.#perBaseUnit(asset);
    return (amount * numerator) / denominator;
  }

  /** The amount of the asset, in base units, that `micros` micro-USDC buy, rounded down. */
  unitsFor(asset: ChainAsset, micros: bigint): bigint {
    if (asset.kind === 'usdc') return micros;
    const { numerator, denominator } = this.#perBaseUnit(asset);
    return (micros * denominator) / numerator;
  }

  #perBaseUnit(asset: ChainAsset): Fraction {
    return this.#perUnit(symbolOf(asset)).div(Fraction.of(10n ** BigInt(decimalsOf(asset))));
  }

  #perUnit(symbol: string): Fraction {
    return this.#market.worthOf(symbol) ?? this.#own(symbol);
  }

  #own(symbol: string): Fraction {
    const defaultValue = anchors[symbol] ?? 1;
    const usdc = defaultValue * uniform(0.8, 1.2)(this.#stream(`wallet/price/${symbol}`));
    return Fraction.of(Math.round(usdc * 100) * (microsPerUsdc / 100));
  }
}
