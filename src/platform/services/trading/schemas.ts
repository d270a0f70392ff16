/** Fields that both trading styles read, and the bounds of gap T3. */
import { Type } from 'typebox';
import { refuse, type Outcome } from '../../../core/base/refusal.ts';
import { marketTypes } from './markets.ts';
import { orderStates } from './order-record.ts';
import { readDecimal } from './units.ts';

/** A JSON number or decimal text (gap X17); how many decimals it may have depends on the market. */
export const Decimal = Type.Union([Type.Number(), Type.String({ maxLength: 32 })], {
  description: 'a positive number',
});
/** A `Decimal` above 0 with at most 15 digits on either side of the point. */
export const PositiveDecimal = Type.Union(
  [
    Type.Number({ exclusiveMinimum: 0, maximum: 1e15 }),
    Type.String({
      pattern: '^(?:[1-9][0-9]{0,14}(?:\\.[0-9]{1,15})?|0\\.[0-9]{0,14}[1-9][0-9]{0,14})$',
      maxLength: 32,
    }),
  ],
  { description: 'a positive number with at most 15 decimals' },
);

/** A limit order has a price; a market order ignores it, or policy `trading.marketPrice` refuses it. */
export const priceChoice = {
  anyOf: [
    { properties: { type: { const: 'market' } } },
    { properties: { type: { const: 'limit' }, price: PositiveDecimal }, required: ['type', 'price'] },
  ],
  description: 'a market order, or a limit order with a positive price',
};

/** Only perpetuals have leverage (TRD25, TRD26, gap T3); a policy makes spot orders ignore it. */
export const spotChoice = {
  anyOf: [
    { properties: { market_type: { const: 'perp' } }, required: ['market_type'] },
    {
      properties: {
        market_type: { const: 'spot' },
        leverage: { anyOf: [{ const: 1 }, { type: 'string', pattern: '^1(?:\\.0{1,15})?$' }] },
      },
    },
  ],
  description: 'a perpetual order, or a spot order without leverage',
};

/** From 1 to 10, or to 100 (gap T3), at most two decimals. */
export const leverageTo = (maximum: 10 | 100) =>
  Type.Union(
    [
      Type.Number({ minimum: 1, maximum, multipleOf: 0.01 }),
      Type.String({
        pattern: `^(?:[1-9]${maximum === 10 ? '' : '[0-9]?'}(?:\\.[0-9]{1,2}0{0,13})?|${maximum}(?:\\.0{1,15})?)$`,
      }),
    ],
    { description: `from 1 to ${maximum}, with at most two decimals` },
  );

/** An order id of this platform. */
export const OrderId = Type.String({ pattern: '^ord_[a-z2-7]{16}$' });
/** The state of an order. */
export const Status = Type.Enum([...orderStates]);
/** The type of a market. */
export const MarketKind = Type.Enum([...marketTypes]);
/** A price, a quantity or a rate in style B: decimal text, with a minus sign where it may be negative. */
const decimals = { pattern: '^-?\\d+\\.\\d{2,}$' };
export const DecimalText = Type.String(decimals);
/** What a funding rate is, in both styles. */
export const fundingRateText =
  'the share of its value that a long position pays a short one in eight hours; negative where the short one pays';
/** The same with its unit. */
export const decimalText = (description: string) => Type.String({ ...decimals, description });

const leverageMinimum = 100;

/** Leverage in hundredths: from 1, with at most two decimals; 1 where none is given. */
export function readLeverage(value: number | string | undefined, maximum: number): Outcome<number> {
  if (value === undefined) return leverageMinimum;
  const leverage = readDecimal(value, 2);
  const fits = leverage !== undefined && leverage >= leverageMinimum && leverage <= maximum * 100;
  return fits
    ? leverage
    : refuse('BAD_REQUEST', `leverage must be from 1 to ${maximum}, with at most two decimals`);
}
