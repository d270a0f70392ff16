/** Style A of trading: perpetuals by symbol, sizes in the asset, numbers in answers (specification.md, Trading). */
import { Type, type Static, type TSchema } from 'typebox';
import { present } from '../../../core/base/assert.ts';
import { usdcNumber } from '../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { binding } from '../../../core/http/route.ts';
import { readAmount, usdcFrom } from '../../../core/http/wire.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import { entryPriceOf } from './entry-price.ts';
import { orderTypes, type Order, type OrderSide, type Placement, type Size } from './order-record.ts';
import { gainOf, type PositionView } from './position.ts';
import { ratePerUnit } from './price-feed.ts';
import {
  Decimal,
  fundingRateText,
  leverageTo,
  MarketKind,
  OrderId,
  PositiveDecimal,
  priceChoice,
  readLeverage,
  Status,
} from './schemas.ts';
import type { MarketView } from './market-data.ts';
import type { Market, TradedAsset } from './markets.ts';
import { powerOfTen, type Lots, type Ticks } from './units.ts';

/** Gap T3: the bound of style B, or a wider one by policy `trading.leverageA`. */
const leverageMaximum = { bounded: 10, wide: 100 } as const;

/** Gap T2. */
const sideNames: Readonly<Record<string, OrderSide>> = { long: 'buy', short: 'sell' };
const alsoNames: Readonly<Record<string, OrderSide>> = { ...sideNames, buy: 'buy', sell: 'sell' };

const sidesOf = { 'long-short': sideNames, any: alsoNames } as const;
/** Gap T1. */
const sizes = { base: PositiveDecimal, quote: usdcFrom(1) } as const;

const priceNumber = ({ priceDecimals }: TradedAsset, ticks: Ticks): number =>
  ticks / powerOfTen(priceDecimals);
const sizeNumber = ({ lotDecimals }: TradedAsset, lots: Lots): number => lots / powerOfTen(lotDecimals);

const bodyOf = (read: { sides: keyof typeof sidesOf; size: keyof typeof sizes; leverage: 10 | 100 }) =>
  Type.Object(
    {
      symbol: Type.String({ pattern: '^[A-Z0-9]{1,16}-PERP$' }),
      side: Type.Enum(Object.keys(sidesOf[read.sides])),
      size: sizes[read.size],
      leverage: Type.Optional(leverageTo(read.leverage)),
      type: Type.Optional(Type.Enum([...orderTypes])),
      /** Not in the documents' list, but without it there is no limit order in style A. */
      price: Type.Optional(Decimal),
    },
    { allOf: [priceChoice] },
  );

/** One body for each combination of policies, so that each is compiled once. */
const bodies = new Map(
  (['long-short', 'any'] as const).flatMap((sides) =>
    (['base', 'quote'] as const).flatMap((size) =>
      ([10, 100] as const).map((leverage) => [
        `${sides} ${size} ${leverage}`,
        bodyOf({ sides, size, leverage }),
      ]),
    ),
  ),
);

function bodyUnder(policies: Policies): { body: TSchema } {
  const { 'trading.sidesA': sides, 'trading.sizeA': size, 'trading.leverageA': leverage } = policies;
  const body = bodies.get(`${sides} ${size} ${leverageMaximum[leverage]}`);
  return { body: present(body, 'every reading has its body') };
}

/**
 * `POST /api/v1/orders`: a perpetual by symbol, a size in the asset by default; answers with the fill price (TRD01,
 * TRD14 to TRD16).
 */
export const placeA = binding({
  body: bodyOf({ sides: 'long-short', size: 'base', leverage: 10 }),
  under: bodyUnder,
  read: ({ body, policies }) => {
    const side = readSide(body.side, policies);
    if (side instanceof Refusal) return side;
    const size = readSize(body.size, policies);
    if (size instanceof Refusal) return size;
    const leverage = readLeverage(body.leverage, leverageMaximum[policies['trading.leverageA']]);
    if (leverage instanceof Refusal) return leverage;
    const type = body.type ?? 'market';
    if (type === 'limit' && body.price === undefined) return priceMissing;
    const { symbol, price } = body;
    return { name: symbol, marketType: 'perp', side, size, type, price, leverage } satisfies Placement;
  },
  documented: ['order_id', 'entry_price'],
  drawn: ['entry_price'],
  answer: Type.Object({ order_id: OrderId, entry_price: Type.Union([Type.Number(), Type.Null()]) }),
  write: (order: Order) => ({ order_id: order.id, entry_price: fillPriceOf(order) }),
});

const priceMissing = refuse('BAD_REQUEST', 'a limit order needs a price');

function readSide(name: string, policies: Policies): Outcome<OrderSide> {
  const names = policies['trading.sidesA'] === 'any' ? alsoNames : sideNames;
  const side = Object.hasOwn(names, name) ? names[name] : undefined;
  return side ?? refuse('BAD_REQUEST', `side must be one of ${Object.keys(names).join(', ')}`);
}

/** Gap T1: a quantity of the asset; under `trading.sizeA: quote` an amount of USDC. */
function readSize(size: number | string, policies: Policies): Outcome<Size> {
  if (policies['trading.sizeA'] === 'base') {
    return Number(size) > 0 ? { quantity: size } : refuse('BAD_REQUEST', 'size must be positive');
  }
  const micros = readAmount(size, 'size', 1);
  return micros instanceof Refusal ? micros : { micros };
}

/** Null while a limit order rests. */
const fillPriceOf = ({ fill, market }: Order): number | null =>
  fill === null ? null : priceNumber(market.asset, fill.price);

/** `POST /api/v1/orders/{id}/cancel`: takes no body (TRD02). */
export const cancelA = binding({
  read: ({ params }) => ({ id: params['id'] ?? '' }),
  answer: Type.Object({ order_id: OrderId, status: Status }),
  write: (order: Order) => ({ order_id: order.id, status: order.state }),
});

const PositionA = Type.Object({
  symbol: Type.String(),
  side: Type.Enum(['long', 'short']),
  size: Type.Number(),
  entry_price: Type.Number({ description: 'of the fills, on average' }),
  mark_price: Type.Number(),
  current_price: Type.Number({ description: 'the mark price' }),
  liquidation_price: Type.Union([Type.Number(), Type.Null()], {
    description: 'the mark price at which it is closed by force; null where there is none',
  }),
  margin: Type.Number(),
  unrealized_pnl: Type.Number(),
  funding: Type.Number(),
});

/** `GET /api/v1/positions`: open perpetual positions, in JSON numbers (TRD03). */
export const positionsA = binding({
  read: () => undefined,
  answer: Type.Object({ positions: Type.Array(PositionA) }),
  write: (views: readonly PositionView[]) => ({ positions: views.map(positionA) }),
});

function positionA({ position, mark, liquidation }: PositionView): Static<typeof PositionA> {
  const { market, side, lots, entryLotTicks, marginMicros } = position;
  return {
    symbol: market.symbol,
    side: side === 'buy' ? 'long' : 'short',
    size: sizeNumber(market.asset, lots),
    entry_price: priceNumber(market.asset, entryPriceOf(entryLotTicks, lots)),
    mark_price: priceNumber(market.asset, mark),
    current_price: priceNumber(market.asset, mark),
    liquidation_price: liquidation === null ? null : priceNumber(market.asset, liquidation),
    margin: usdcNumber(marginMicros),
    unrealized_pnl: usdcNumber(gainOf(position, mark)),
    funding: usdcNumber(position.fundingMicros),
  };
}

const MarketA = Type.Object({
  symbol: Type.String(),
  type: MarketKind,
  base: Type.String(),
  quote: Type.Literal('USDC'),
  status: Type.Enum(['open', 'closed']),
  mark_price: Type.Number(),
});

/** `GET /api/v1/markets`: every market, perpetuals first (TRD04). */
export const marketsA = binding({
  read: () => undefined,
  answer: Type.Object({ markets: Type.Array(MarketA), count: Type.Integer() }),
  write: (views: readonly MarketView[]) => ({ markets: views.map(marketA), count: views.length }),
});

const marketA = ({ market, mark, isClosed }: MarketView): Static<typeof MarketA> => ({
  symbol: market.symbol,
  type: market.type,
  base: market.asset.name,
  quote: 'USDC',
  status: isClosed ? 'closed' : 'open',
  mark_price: priceNumber(market.asset, mark),
});

/** `GET /api/v1/ticker/{symbol}`: one market; a funding rate for perpetuals only (TRD05). */
export const tickerA = binding({
  read: ({ params }) => ({ symbol: params['symbol'] ?? '' }),
  documented: ['mark_price'],
  drawn: ['mark_price'],
  answer: Type.Object({
    symbol: Type.String(),
    mark_price: Type.Number(),
    funding_rate: Type.Optional(Type.Number({ description: fundingRateText })),
  }),
  write: ({ market, mark, fundingRate }: { market: Market; mark: Ticks; fundingRate: number | null }) => ({
    symbol: market.symbol,
    mark_price: priceNumber(market.asset, mark),
    ...(fundingRate === null ? {} : { funding_rate: fundingRate / ratePerUnit }),
  }),
});
