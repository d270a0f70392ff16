/** A position as portfolio and list of positions show it, and what holds for each by itself (TRD03, TRD10, gap T9). */
import { formatUsdc, type Micros } from '../../../core/base/money.ts';
import { expectField, micros, text, type Case, amountIn } from '../case.ts';
import { usdc } from '../usdc.ts';
import type { Body } from '../exchange.ts';
import type { PropertyName } from '../properties.ts';
import { worthAt, type FollowedPosition, type Side } from './position-terms.ts';
import { atTwelve, parseScaled, withoutZeros, worthOf, type Scaled, decimalOf } from './trade-arithmetic.ts';

/** A row in the terms of style B. */
export interface PositionRow {
  readonly pair: string;
  readonly side: Side;
  readonly qty: Scaled;
  readonly mark: Scaled;
  readonly entry: Scaled;
  readonly margin: Micros;
  readonly gain: Micros;
  readonly funding: Micros;
  /** Undefined where no price liquidates it. */
  readonly liquidation: Scaled | undefined;
}

const number = (row: Body, name: string): Scaled | undefined => parseScaled(String(row[name]));

/** Undefined for a row that lacks what every position has. */
export function rowOf(row: Body, style: string): PositionRow | undefined {
  const symbol = text(row, style === 'A' ? 'symbol' : 'pair') ?? '';
  const isLong = row['side'] === (style === 'A' ? 'long' : 'buy');
  const qty = number(row, style === 'A' ? 'size' : 'qty');
  const [mark, entry] = [number(row, 'mark_price'), number(row, 'entry_price')];
  const [margin, gain, funding] = [
    micros(row, 'margin'),
    micros(row, 'unrealized_pnl'),
    micros(row, 'funding'),
  ];
  if (qty === undefined || mark === undefined || entry === undefined) return undefined;
  if (margin === undefined || gain === undefined || funding === undefined) return undefined;
  return {
    pair: symbol.replace('-PERP', '-USDC'),
    side: isLong ? 'buy' : 'sell',
    qty,
    mark,
    entry,
    margin,
    gain,
    funding,
    liquidation: number(row, 'liquidation_price'),
  };
}

/** What it was worth when it was opened: its gain is measured against that, at a closing price rounded against the trader. */
export function costOf({ side, qty, mark, gain }: PositionRow): Micros {
  return side === 'buy' ? worthOf(qty, mark, 'floor') - gain : worthOf(qty, mark, 'ceil') + gain;
}

const gainOn = (row: PositionRow, cost: Micros): Micros =>
  row.gain + (row.side === 'buy' ? costOf(row) - cost : cost - costOf(row));

/** A field that is not as a position has it. */
export interface RowDifference {
  readonly property: PropertyName;
  readonly message: string;
}

const wrong = (name: string, seen: string, wanted: string): RowDifference => ({
  property: 'position-value',
  message: `${name} is ${seen}; expected ${wanted}`,
});

/** The first field in which a row differs from a position; undefined where none does. */
export function differenceOf(row: PositionRow, known: FollowedPosition): RowDifference | undefined {
  const paid = row.margin - known.margin;
  if (row.side !== known.side) return wrong('side', row.side, known.side);
  if (atTwelve(row.qty) !== known.units)
    return wrong('the quantity', decimalOf(atTwelve(row.qty)), decimalOf(known.units));
  if (costOf(row) !== known.cost)
    return wrong('unrealized_pnl', formatUsdc(row.gain), formatUsdc(gainOn(row, known.cost)));
  const funding = known.funding + paid;
  const isOff = Math.abs(row.funding - known.funding) > known.slack;
  if (isOff || (known.isTied && Math.abs(paid) <= known.slack && row.funding !== funding))
    return {
      property: 'funding-direction',
      message: `funding is ${formatUsdc(row.funding)} USDC; expected ${formatUsdc(known.slack === 0 ? known.funding : funding)} USDC`,
    };
  if (Math.abs(paid) > known.slack) return wrong('margin', formatUsdc(row.margin), formatUsdc(known.margin));
  return known.bought === undefined ? undefined : entryDifference(row, known.units, known.bought);
}

/** The average of the fills, to half a unit of its last digit: zeros at its end may be padding, or left out. */
function entryDifference({ entry }: PositionRow, units: bigint, bought: bigint): RowDifference | undefined {
  const differs = bought - atTwelve(entry) * units;
  const half = 10n ** BigInt(12 - withoutZeros(entry).decimals);
  const size = differs < 0n ? -differs : differs;
  // Each part that is closed rounds the sum by less than a unit of the twelfth decimal.
  return 2n * size > half * units + 10n ** 14n
    ? { property: 'position-value', message: `entry_price is off the fills by ${decimalOf(size / units)}` }
    : undefined;
}

/** What holds for every row: more behind it than the maintenance margin, less at its liquidation price. */
export function checkRow(file: Case, row: PositionRow, shown: Body): void {
  const { side, qty, mark, entry, margin, gain } = row;
  const value = worthOf(qty, mark, 'floor');
  if (shown['value'] !== undefined) expectField(file, 'position-value', amountIn(shown, 'value', value));
  const cost = worthOf(qty, entry, 'floor');
  const wanted = side === 'buy' ? value - cost : cost - value;
  // The entry price is rounded, and rounding is against the trader.
  if (Math.abs(gain - wanted) > 3 + value / 1_000_000)
    file.breaks('position-value', `unrealized_pnl is ${usdc(gain)}; expected about ${usdc(wanted)}`);
  const isMaintained = file.setting.policies['trading.liquidation'] === 'maintenance';
  if (margin + gain <= (isMaintained ? Math.ceil((value * 5) / 1000) : 0))
    file.breaks(
      'liquidation-on-time',
      `a position of ${usdc(value)} goes on with ${usdc(margin + gain)} behind it`,
    );
  // A price may rise without end.
  if (side === 'sell' && shown['liquidation_price'] === null)
    file.breaks('liquidation-on-time', 'no price liquidates a short position');
  holdsLiquidation(file, row, isMaintained);
}

/**
 * At its liquidation price a position has no more than the maintenance margin behind it, or nothing under the other reading
 * (gap T9), and less by a step of the price at most: near zero a step is worth more than the margin.
 */
function holdsLiquidation(
  file: Case,
  { side, qty, mark, margin, gain, liquidation: price }: PositionRow,
  isMaintained: boolean,
): void {
  if (price === undefined) return;
  const isLong = side === 'buy';
  const rounding = isLong ? 'floor' : 'ceil';
  const moved = worthAt(atTwelve(qty), atTwelve(price), rounding) - worthOf(qty, mark, rounding);
  const equity = margin + gain + (isLong ? moved : -moved);
  const needed = isMaintained ? Math.ceil((worthOf(qty, price, 'floor') * 5) / 1000) : 0;
  const decimals = Math.max(withoutZeros(price).decimals, withoutZeros(mark).decimals);
  const step = worthOf(qty, { units: 1n, decimals }, 'ceil');
  const isNear = Math.abs(equity - needed) <= 2 + Math.max(needed / 1000, step);
  if (equity > needed || !isNear)
    file.breaks(
      'liquidation-on-time',
      `${usdc(equity)} is left at the liquidation price; needed ${usdc(needed)} at most, and little less`,
    );
}
