/** Style B of trading, the normative life-cycle: pairs, amounts in USDC, decimal text in answers. */
import { Type, type Static } from 'typebox';
import { formatUsdc } from '../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { formatInstant } from '../../../core/base/time.ts';
import { pageAnswer, pageQuery, pageView, readPage, type Page } from '../../../core/http/paging.ts';
import { binding, type BindingInput } from '../../../core/http/route.ts';
import { InstantText, readAmount, UsdcText, usdcFrom } from '../../../core/http/wire.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import { entryPriceOf, type LotTicks } from './entry-price.ts';
import { marketTypes, type MarketType, type TradedAsset } from './markets.ts';
import { orderStates, orderTypes, sides, type Order, type Placement } from './order-record.ts';
import { gainOf, type PositionView } from './position.ts';
import type { SpotHolding } from './spot-desk.ts';
import {
  Decimal,
  DecimalText,
  decimalText,
  fundingRateText,
  leverageTo,
  MarketKind,
  OrderId,
  priceChoice,
  readLeverage,
  spotChoice,
  Status,
} from './schemas.ts';
import type { PriceView } from './market-data.ts';
import type { Portfolio } from './trading.ts';
import { formatDecimal, readDecimal, valueOf, type Lots, type Ticks } from './units.ts';

const listLimitDefault = 20; // TRD31
const leverageMaximum = 10; // TRD26
const noLeverage = 100;
const rateDecimals = 8;

const Pair = Type.String({ pattern: '^[A-Z0-9]{1,16}-USDC$', description: 'a pair such as BTC-USDC' });

const Side = Type.Enum([...sides]);
const NoOrText = Type.Union([DecimalText, Type.Null()]);

const OrderB = Type.Object({
  order_id: OrderId,
  status: Status,
  pair: Pair,
  side: Side,
  amount: UsdcText,
  fill_price: NoOrText,
  fill_qty: DecimalText,
  fee: UsdcText,
  ts: InstantText,
  type: Type.Enum([...orderTypes]),
  price: NoOrText,
  market_type: MarketKind,
  leverage: DecimalText,
});

const bodyOf = (choices: readonly object[]) =>
  Type.Object(
    {
      pair: Pair,
      side: Side,
      amount: usdcFrom(1),
      type: Type.Optional(Type.Enum([...orderTypes])),
      price: Type.Optional(Decimal),
      market_type: Type.Optional(Type.Enum([...marketTypes])),
      leverage: Type.Optional(leverageTo(leverageMaximum)),
    },
    { allOf: choices },
  );

const bodies = { reject: bodyOf([priceChoice, spotChoice]), ignore: bodyOf([priceChoice]) };

/**
 * `POST /order`: an amount in USDC on a pair; a spot market order without leverage by default (TRD06, TRD17 to
 * TRD26).
 */
export const placeB = binding({
  body: bodies.reject,
  under: (policies) => ({ body: bodies[policies['trading.spotLeverage']] }),
  read: ({ body, policies }) => {
    const micros = readAmount(body.amount, 'amount', 1);
    if (micros instanceof Refusal) return micros;
    const { pair: name, side, type = 'market', market_type: marketType = 'spot' } = body;
    const price = readPrice(body.price, type, policies);
    if (price instanceof Refusal) return price;
    const leverage = leverageFor(body.leverage, marketType, policies);
    if (leverage instanceof Refusal) return leverage;
    return { name, marketType, side, size: { micros }, type, price, leverage } satisfies Placement;
  },
  documented: ['order_id', 'status', 'pair', 'side', 'amount', 'fill_price', 'fill_qty', 'fee', 'ts'],
  drawn: ['fill_price', 'fill_qty'],
  answer: OrderB,
  write: (order: Order) => orderB(order),
});

/** A limit order needs a price; a market order ignores it, or refuses it by policy (gap T13). */
function readPrice(
  price: number | string | undefined,
  type: 'market' | 'limit',
  policies: Policies,
): Outcome<number | string | undefined> {
  if (type === 'market') {
    const isRefused = price !== undefined && policies['trading.marketPrice'] === 'reject';
    return isRefused ? refuse('BAD_REQUEST', 'a market order takes no price') : undefined;
  }
  if (price === undefined) return refuse('BAD_REQUEST', 'a limit order needs a price');
  const isPositive = readDecimal(price, 15) !== undefined || Number(price) > 0;
  return isPositive ? price : refuse('BAD_REQUEST', 'price must be positive');
}

/** Only perpetuals have leverage (TRD25, gap T3). */
function leverageFor(
  value: number | string | undefined,
  marketType: MarketType,
  policies: Policies,
): Outcome<number> {
  const leverage = readLeverage(value, leverageMaximum);
  if (leverage instanceof Refusal || marketType === 'perp') return leverage;
  if (leverage === noLeverage || policies['trading.spotLeverage'] === 'ignore') return noLeverage;
  return refuse('BAD_REQUEST', 'a spot order takes no leverage');
}

/** `DELETE /order/{id}`: answers with the cancelled order (TRD09). */
export const cancelB = binding({
  read: ({ params }: BindingInput) => ({ id: params['id'] ?? '' }),
  documented: ['order_id', 'status', 'pair', 'side', 'amount', 'fill_price', 'fill_qty', 'fee', 'ts'],
  drawn: ['fill_price', 'fill_qty'],
  answer: OrderB,
  write: (order: Order) => orderB(order),
});

/** `GET /orders`: a page of the caller's orders, 20 by default, newest first (TRD08, TRD30, TRD31). */
export const ordersB = binding({
  query: Type.Object({
    status: Type.Optional(Type.Enum([...orderStates, 'all'])),
    pair: Type.Optional(Pair),
    ...pageQuery,
  }),
  read: ({ query, policies }) => {
    const request = readPage(query, listLimitDefault, policies);
    if (request instanceof Refusal) return request;
    const { status = 'all', pair } = query;
    return { state: status === 'all' ? undefined : status, pair, request };
  },
  answer: Type.Object({ orders: Type.Array(OrderB), ...pageAnswer }),
  write: (page: Page<Order>) => ({ orders: page.rows.map(orderB), ...pageView(page) }),
});

/** An order in style B; quantity and fee are 0 until it is filled. */
function orderB(order: Order): Static<typeof OrderB> {
  const { market, fill, limit } = order;
  const { asset } = market;
  return {
    order_id: order.id,
    status: order.state,
    pair: asset.pair,
    side: order.side,
    amount: formatUsdc(order.amountMicros),
    fill_price: fill === null ? null : formatDecimal(fill.price, asset.priceDecimals),
    fill_qty: formatDecimal(fill?.lots ?? 0, asset.lotDecimals),
    fee: formatUsdc(fill?.feeMicros ?? 0),
    ts: formatInstant(order.placedAtMs),
    type: order.type,
    price: limit === null ? null : formatDecimal(limit, asset.priceDecimals),
    market_type: market.type,
    leverage: formatDecimal(order.leverage, 2),
  };
}

/**
 * `GET /price/{pair}`: change in percent, volume in USDC, a funding rate where there is a perpetual (TRD07, TRD29).
 */
export const priceB = binding({
  read: ({ params }: BindingInput) => ({ pair: params['pair'] ?? '' }),
  documented: ['pair', 'bid', 'ask', 'mid', 'change_24h', 'volume_24h'],
  drawn: ['bid', 'ask', 'mid', 'change_24h', 'volume_24h'],
  answer: Type.Object({
    pair: Pair,
    bid: DecimalText,
    ask: DecimalText,
    mid: DecimalText,
    change_24h: decimalText('change of the mid price over the last 24 hours, in percent'),
    volume_24h: decimalText('turnover of the last 24 hours, in USDC'),
    funding_rate: Type.Optional(decimalText(fundingRateText)),
  }),
  write: ({ asset, quote, fundingRate }: PriceView) => ({
    pair: asset.pair,
    bid: formatDecimal(quote.bid, asset.priceDecimals),
    ask: formatDecimal(quote.ask, asset.priceDecimals),
    mid: formatDecimal(quote.mid, asset.priceDecimals),
    change_24h: signed(quote.changeBasisPoints, 2),
    volume_24h: formatDecimal(quote.volumeUsdc * 100, 2),
    ...(fundingRate === null ? {} : { funding_rate: signed(fundingRate, rateDecimals) }),
  }),
});

const signed = (units: number, decimals: number): string =>
  `${units < 0 ? '-' : ''}${formatDecimal(Math.abs(units), decimals)}`;

const PositionB = Type.Object({
  pair: Pair,
  market_type: MarketKind,
  side: Side,
  qty: DecimalText,
  reserved_qty: Type.Optional(DecimalText),
  entry_price: DecimalText,
  mark_price: DecimalText,
  current_price: DecimalText,
  liquidation_price: Type.Optional(
    Type.Union([DecimalText, Type.Null()], {
      description: 'of a perpetual: the mark price at which it is closed by force; null where there is none',
    }),
  ),
  value: UsdcText,
  margin: Type.Optional(UsdcText),
  unrealized_pnl: DecimalText,
  funding: Type.Optional(DecimalText),
});

/** `GET /portfolio`: perpetual positions, then spot holdings as positions on the buy side (TRD10). */
export const portfolioB = binding({
  read: () => undefined,
  answer: Type.Object({ positions: Type.Array(PositionB) }),
  write: ({ positions, holdings }: Portfolio) => ({
    positions: [...positions.map(positionB), ...holdings.map(holdingB)],
  }),
});

/** What TRD03, TRD10 lists of every position, spot or perpetual. */
const pricesB = (asset: TradedAsset, of: { entryLotTicks: LotTicks; lots: Lots; mark: Ticks }) => ({
  entry_price: formatDecimal(entryPriceOf(of.entryLotTicks, of.lots), asset.priceDecimals),
  mark_price: formatDecimal(of.mark, asset.priceDecimals),
  current_price: formatDecimal(of.mark, asset.priceDecimals),
});

function positionB({ position, mark, liquidation }: PositionView): Static<typeof PositionB> {
  const { market, lots, entryLotTicks, marginMicros } = position;
  const { asset } = market;
  return {
    pair: asset.pair,
    market_type: 'perp',
    side: position.side,
    qty: formatDecimal(lots, asset.lotDecimals),
    ...pricesB(asset, { entryLotTicks, lots, mark }),
    liquidation_price: liquidation === null ? null : formatDecimal(liquidation, asset.priceDecimals),
    value: formatUsdc(valueOf(lots, mark, 'floor')),
    margin: formatUsdc(marginMicros),
    unrealized_pnl: formatUsdc(gainOf(position, mark)),
    funding: formatUsdc(position.fundingMicros),
  };
}

function holdingB({ holding, mark }: { holding: SpotHolding; mark: Ticks }): Static<typeof PositionB> {
  const { asset, lots, costMicros, entryLotTicks, reservedLots } = holding;
  const valueMicros = valueOf(lots, mark, 'floor');
  return {
    pair: asset.pair,
    market_type: 'spot',
    side: 'buy',
    qty: formatDecimal(lots, asset.lotDecimals),
    reserved_qty: formatDecimal(reservedLots, asset.lotDecimals),
    ...pricesB(asset, { entryLotTicks, lots, mark }),
    value: formatUsdc(valueMicros),
    unrealized_pnl: formatUsdc(valueMicros - costMicros),
  };
}
