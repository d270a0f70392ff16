/** Fields that both trading styles read, and the bounds of gap T3. */
import { Type } from 'typebox';
import { refuse, type Outcome } from '../../base/refusal.ts';
import { marketTypes } from './markets.ts';
import { orderStates } from './order-record.ts';
import { readDecimal } from './units.ts';

/** A JSON number or decimal text (gap X17); how many decimals it may have depends on the market. */
export const Decimal = Type.Union([Type.Number(), Type.String({ maxLength: 32 })], {
  description: 'a positive number',
});

export const OrderId = Type.String({ pattern: '^ord_[a-z2-7]{16}$' });
export const Status = Type.Enum([...orderStates]);
export const MarketKind = Type.Enum([...marketTypes]);
/** A price, a quantity or a rate in style B: decimal text, with a minus sign where it may be negative. */
export const DecimalText = Type.String({ pattern: '^-?\\d+\\.\\d{2,}$' });

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
