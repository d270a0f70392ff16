/** The list of markets: every asset with its decimals and the parameters of its price, drawn from the run's seed. */
import { assert } from '../../../core/base/assert.ts';
import { uniform } from '../../../core/kernel/distributions.ts';
import { exp, log } from '../../../core/kernel/elementary.ts';
import type { Stream } from '../../../core/kernel/stream.ts';
import { anchors, assetNames, perpetualCounts, spotCount } from './assets.ts';
import { decimalsTotal } from './units.ts';

/** The two types of market (TRD11). */
export const marketTypes = ['spot', 'perp'] as const;
/** `spot` or `perp`. */
export type MarketType = (typeof marketTypes)[number];

/** One asset. Both of its markets quote one price (gap T15). */
export interface TradedAsset {
  readonly name: string;
  /** `BTC-USDC`: what style B calls either market. */
  readonly pair: string;
  readonly hasSpot: boolean;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
  /** In USDC, at the first step of the grid. */
  readonly firstPrice: number;
  /** The factor by which it follows the common return. */
  readonly beta: number;
  /** Standard deviation of a day's own return. */
  readonly dailyVolatility: number;
  /** Mean turnover in a minute, in USDC. */
  readonly turnoverPerMinute: number;
}

/** One market: an asset, traded outright or as a perpetual. */
export interface Market {
  readonly asset: TradedAsset;
  readonly type: MarketType;
  /** `BTC-PERP` for a perpetual, `BTC-USDC` for a spot pair. */
  readonly symbol: string;
  /** Position in the list of markets. */
  readonly index: number;
}

const significantDigits = 7;
/** The first prices of all other assets lie in this range, in USDC. */
const priceRange = { low: 0.0001, high: 1_000 };

/** All markets of a run: perpetuals first, then spot pairs, each in the order of the assets. */
export class Markets {
  readonly all: readonly Market[];
  readonly assets: readonly TradedAsset[];
  readonly #bySymbol: ReadonlyMap<string, Market>;
  readonly #byPair: ReadonlyMap<string, TradedAsset>;

  constructor(parts: { stream: (path: string) => Stream; counted: keyof typeof perpetualCounts }) {
    const names = assetNames.slice(0, perpetualCounts[parts.counted]);
    this.assets = names.map((name, place) => newAsset(name, place, parts.stream(`trading/asset/${name}`)));
    const perpetuals = this.assets.map((asset) => ({ asset, type: 'perp' as const }));
    const spots = this.assets
      .filter(({ hasSpot }) => hasSpot)
      .map((asset) => ({ asset, type: 'spot' as const }));
    this.all = [...perpetuals, ...spots].map(({ asset, type }, index) => ({
      asset,
      type,
      symbol: symbolOf(asset.name, type),
      index,
    }));
    this.#bySymbol = new Map(this.all.map((market) => [market.symbol, market]));
    this.#byPair = new Map(this.assets.map((asset) => [asset.pair, asset]));
  }

  /** `BTC-PERP` or, for a spot pair, `BTC-USDC`. */
  find(symbol: string): Market | undefined {
    return this.#bySymbol.get(symbol);
  }

  assetOf(pair: string): TradedAsset | undefined {
    return this.#byPair.get(pair);
  }
}

const pairOf = (name: string): string => `${name}-USDC`;
const symbolOf = (name: string, type: MarketType): string =>
  type === 'perp' ? `${name}-PERP` : pairOf(name);

/** What a fault may name: a perpetual (`BTC-PERP`), a pair with both of its markets (`BTC-USDC`), or `all`. */
export const marketNames: readonly string[] = [
  'all',
  ...assetNames.flatMap((name) => [symbolOf(name, 'perp'), pairOf(name)]),
];

function newAsset(name: string, index: number, stream: Stream): TradedAsset {
  const firstPrice = firstPriceOf(name, stream);
  const priceDecimals = significantDigits - 1 - magnitudeOf(firstPrice);
  assert(priceDecimals >= 0 && priceDecimals <= decimalsTotal, `${name} has a price that ticks can carry`);
  return {
    name,
    pair: pairOf(name),
    hasSpot: index < spotCount,
    priceDecimals,
    lotDecimals: decimalsTotal - priceDecimals,
    firstPrice,
    beta: uniform(0.5, 1.5)(stream),
    dailyVolatility: uniform(0.015, 0.06)(stream),
    turnoverPerMinute: logUniform(100, 1_000_000)(stream),
  };
}

function firstPriceOf(name: string, stream: Stream): number {
  const anchor = anchors[name];
  return anchor === undefined
    ? logUniform(priceRange.low, priceRange.high)(stream)
    : anchor * uniform(0.8, 1.2)(stream);
}

const logUniform =
  (low: number, high: number) =>
  (stream: Stream): number =>
    exp(uniform(log(low), log(high))(stream));

/** The power of ten that a positive number begins with: 2 for 190, -5 for 0.00002. */
function magnitudeOf(value: number): number {
  let magnitude = 0;
  for (let rest = value; rest >= 10; rest /= 10) magnitude += 1;
  for (let rest = value; rest < 1; rest *= 10) magnitude -= 1;
  return magnitude;
}
