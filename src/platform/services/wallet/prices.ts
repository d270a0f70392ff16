/**
 * What the native assets are worth: the trading service's mid prices, so that nothing can be made between the two, and
 * for what is not traded there a price of the run's own that does not move.
 */
import { Fraction } from '../../../core/base/fraction.ts';
import { microsPerUsdc } from '../../../core/base/money.ts';
import { uniform } from '../../../core/kernel/distributions.ts';
import type { Stream } from '../../../core/kernel/stream.ts';
import type { AssetPrices } from '../ports.ts';
import { decimalsOf, symbolOf, type Asset } from './chains/assets.ts';

/** USDC a unit, give or take a fifth, of what has no market. */
const anchors: Readonly<Record<string, number>> = { XMR: 165 };

export class Prices {
  readonly #market: AssetPrices;
  readonly #stream: (path: string) => Stream;

  constructor(parts: { market: AssetPrices; stream: (path: string) => Stream }) {
    this.#market = parts.market;
    this.#stream = parts.stream;
  }

  /** What an amount is worth in micro-USDC, rounded down; beyond the safe integers too. */
  micros(asset: Asset, amount: bigint): bigint {
    if (asset.kind === 'usdc') return amount;
    const { numerator, denominator } = this.#perBaseUnit(asset);
    return (amount * numerator) / denominator;
  }

  /** How much of the asset so many micro-USDC buy, rounded down. */
  unitsFor(asset: Asset, micros: bigint): bigint {
    if (asset.kind === 'usdc') return micros;
    const { numerator, denominator } = this.#perBaseUnit(asset);
    return (micros * denominator) / numerator;
  }

  #perBaseUnit(asset: Asset): Fraction {
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
