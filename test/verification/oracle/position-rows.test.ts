/** A position as answers show it: how a row is read, what it may differ in, and what holds for every row, to the micro. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import {
  checkRow,
  costOf,
  differenceOf,
  rowOf,
  type PositionRow,
} from '../../../src/verification/oracle/models/position-rows.ts';
import {
  gainAt,
  isSafe,
  leftAtMost,
  type FollowedPosition,
} from '../../../src/verification/oracle/models/position-terms.ts';
import { decimalOf, parseScaled } from '../../../src/verification/oracle/models/trade-arithmetic.ts';
import { caseOf } from './said.ts';

const usdc = 1_000_000;
const unit = 10n ** 12n;
const scaled = (digits: string) => parseScaled(digits)!;

/** Two units that were bought at 3 USDC, and are worth 4 each. */
const shown: Body = {
  pair: 'ETH-USDC', side: 'buy', qty: '2', mark_price: '4', entry_price: '3', margin: '2', unrealized_pnl: '2', funding: '-0.5',
  liquidation_price: '2.01', value: '8',
}; // prettier-ignore
const row = (more: Partial<PositionRow> = {}): PositionRow => ({ ...rowOf(shown, 'B')!, ...more });
const known = (more: Partial<FollowedPosition> = {}): FollowedPosition => ({
  side: 'buy', units: 2n * unit, cost: 6 * usdc, margin: 2 * usdc, funding: -usdc / 2, slack: 0, isTied: true, bought: 6n * unit * unit, sinceMs: 0,
  isSinceExact: true, ...more,
}); // prettier-ignore

describe('a row', () => {
  it('is read in the terms of either style', () => {
    const wanted = { pair: 'ETH-USDC', side: 'buy', qty: scaled('2'), mark: scaled('4'), entry: scaled('3'), margin: 2 * usdc, gain: 2 * usdc, funding: -usdc / 2, liquidation: scaled('2.01') };
    expect(rowOf(shown, 'B')).toEqual(wanted);
    const byA = { ...shown, pair: undefined, symbol: 'ETH-PERP', side: 'long', qty: undefined, size: '2' };
    expect(rowOf(byA, 'A')).toEqual(wanted);
    expect([rowOf({ ...shown, side: 'sell' }, 'B')?.side, rowOf({ ...byA, side: 'short' }, 'A')?.side, rowOf({ ...shown, side: 'long' }, 'B')?.side, rowOf({ ...byA, side: 'buy' }, 'A')?.side]).toEqual(['sell', 'sell', 'sell', 'sell']);
    expect(rowOf({ ...shown, liquidation_price: null }, 'B')?.liquidation).toBeUndefined();
    for (const name of ['qty', 'mark_price', 'entry_price', 'margin', 'unrealized_pnl', 'funding']) expect(rowOf({ ...shown, [name]: null }, 'B'), name).toBeUndefined();
  });

  it('says what a position was worth when it was opened, rounded against the trader', () => {
    expect([costOf(row()), costOf(row({ side: 'sell' }))]).toEqual([6 * usdc, 10 * usdc]);
    const fine = { qty: scaled('0.0000001'), mark: scaled('5'), gain: 0 };
    expect([costOf(row(fine)), costOf(row({ ...fine, side: 'sell' }))]).toEqual([0, 1]);
  });
}); // prettier-ignore

describe('a row differs from a position', () => {
  const of = (more: Partial<PositionRow>, position: Partial<FollowedPosition> = {}): string | undefined => {
    const found = differenceOf(row(more), known(position));
    return found && `${found.property}: ${found.message}`;
  };

  it('in nothing where they agree', () => {
    expect(of({})).toBeUndefined();
    expect(of({}, { bought: undefined })).toBeUndefined();
  });

  it.each<[Partial<PositionRow>, Partial<FollowedPosition>, string | undefined]>([
    [{ side: 'sell' }, {}, 'position-value: side is sell; expected buy'],
    [{ qty: scaled('2.000001') }, {}, 'position-value: the quantity is 2.000001; expected 2'],
    [{ gain: 2 * usdc + 1 }, {}, 'position-value: unrealized_pnl is 2.000001; expected 2.00'],
    [{ side: 'sell', gain: -2 * usdc }, { side: 'sell' }, undefined],
    [{ side: 'sell', gain: -2 * usdc - 1 }, { side: 'sell' }, 'position-value: unrealized_pnl is -2.000001; expected -2.00'],
    [{ funding: 0 }, {}, 'funding-direction: funding is 0.00 USDC; expected -0.50 USDC'],
    [{ margin: 2 * usdc - 1, funding: -usdc / 2 - 1 }, {}, 'funding-direction: funding is -0.500001 USDC; expected -0.50 USDC'],
    [{ margin: 2 * usdc - 1 }, { isTied: false }, 'position-value: margin is 1.999999; expected 2.00'],
    // A settlement whose rate was not seen moves margin and funding by the same.
    [{ margin: 2 * usdc - 10, funding: -usdc / 2 - 10 }, { slack: 10 }, undefined],
    [{ margin: 2 * usdc + 10, funding: -usdc / 2 + 10 }, { slack: 10 }, undefined],
    [{ margin: 2 * usdc - 11, funding: -usdc / 2 - 11 }, { slack: 10 }, 'funding-direction: funding is -0.500011 USDC; expected -0.500011 USDC'],
    [{ margin: 2 * usdc - 10, funding: -usdc / 2 - 9 }, { slack: 10 }, 'funding-direction: funding is -0.500009 USDC; expected -0.50001 USDC'],
    [{ margin: 2 * usdc - 10, funding: -usdc / 2 - 9 }, { slack: 10, isTied: false }, undefined],
    [{ margin: 2 * usdc - 11, funding: -usdc / 2 - 9 }, { slack: 10 }, 'position-value: margin is 1.999989; expected 2.00'],
    [{}, { bought: 7n * unit * unit }, undefined],
    [{}, { bought: 7n * unit * unit + 5n * 10n ** 13n }, undefined],
    [{}, { bought: 7n * unit * unit + 5n * 10n ** 13n + 1n }, 'position-value: entry_price is off the fills by 0.500000000025'],
    [{}, { bought: 5n * unit * unit }, undefined],
    [{}, { bought: 5n * unit * unit - 5n * 10n ** 13n - 1n }, 'position-value: entry_price is off the fills by 0.500000000025'],
    [{ entry: scaled('3.6') }, {}, 'position-value: entry_price is off the fills by 0.6'],
    [{ entry: scaled('2.4') }, {}, 'position-value: entry_price is off the fills by 0.6'],
    [{ entry: scaled('2.49') }, {}, 'position-value: entry_price is off the fills by 0.51'],
    [{ entry: scaled('3.01') }, { bought: 6n * unit * unit + unit * unit / 100n }, undefined],
    [{ entry: scaled('3.01') }, { bought: 6n * unit * unit + unit * unit / 100n - 10n ** 15n }, 'position-value: entry_price is off the fills by 0.0050000000005'],
    [{ entry: scaled('3.010') }, { bought: 6n * unit * unit + unit * unit / 100n }, undefined],
  ])('in what row %# of the table says', (more, position, message) => {
    if (message?.includes('0.00500000000') === true) expect(of(more, position)).toMatch(/^position-value: entry_price is off the fills by 0\.0050/);
    else expect(of(more, position)).toBe(message);
  });
}); // prettier-ignore

describe('every row', () => {
  const said = (more: Partial<PositionRow>, body: Body = {}, policies: Readonly<Record<string, string>> = {}): string[] => {
    const { file, said: all } = caseOf({ setting: { policies: { 'trading.liquidation': 'maintenance', ...policies } } });
    checkRow(file, row({ liquidation: undefined, ...more }), { liquidation_price: '1', ...body });
    return all;
  };

  it('has the value of its quantity, and the gain since its entry, but for roundings', () => {
    expect([said({}), said({}, { value: 8 })]).toEqual([[], []]);
    expect(said({}, { value: 8.000001 })).toEqual(['position-value: value is 8.000001 USDC; expected 8.00 USDC']);
    // Three micros, and a millionth of 8 USDC.
    for (const by of [-11, 11]) expect(said({ gain: 2 * usdc + by })).toEqual([]);
    expect(said({ gain: 2 * usdc + 12 })).toEqual(['position-value: unrealized_pnl is 2.000012 USDC; expected about 2.00 USDC']);
    expect(said({ gain: 2 * usdc - 12 })).toHaveLength(1);
    const short = { side: 'sell', margin: 9 * usdc } as const;
    expect(said({ ...short, gain: -2 * usdc })).toEqual([]);
    expect(said({ ...short, gain: 2 * usdc })).toEqual(['position-value: unrealized_pnl is 2.00 USDC; expected about -2.00 USDC']);
  });

  it('has more behind it than the maintenance margin, or than nothing', () => {
    // Half a percent of 8 USDC is 0.04.
    expect(said({ margin: 40_001 - 2 * usdc })).toEqual([]);
    expect(said({ margin: 40_000 - 2 * usdc })).toEqual(['liquidation-on-time: a position of 8.00 USDC goes on with 0.04 USDC behind it']);
    const bankrupt = { 'trading.liquidation': 'bankruptcy' };
    expect([said({ margin: 1 - 2 * usdc }, {}, bankrupt), said({ margin: -2 * usdc }, {}, bankrupt).length]).toEqual([[], 1]);
    // Of a worth that is not even it is rounded up.
    const odd = { qty: scaled('2.00005'), gain: 2_000_050 };
    expect([said({ ...odd, margin: 40_002 - 2_000_050 }), said({ ...odd, margin: 40_001 - 2_000_050 }).length]).toEqual([[], 1]);
  });

  it('has a price that liquidates it where it is short', () => {
    const none = { liquidation_price: null };
    expect([said({}, none), said({ side: 'sell', gain: -2 * usdc, margin: 9 * usdc }, none)]).toEqual([[], ['liquidation-on-time: no price liquidates a short position']]);
  });

  it.each<[string, Partial<PositionRow>, string, number | undefined, number]>([
    // Long: 2 USDC and a gain of 2 are gone at 2; half a percent of what is left is needed.
    ['maintenance', {}, '2.01', undefined, 0],
    ['maintenance', {}, '2.02', 40_000, 20_200],
    ['maintenance', {}, '2.5', 1_000_000, 25_000],
    ['maintenance', {}, '2', undefined, 0],
    ['maintenance', {}, '1.9', -200_000, 19_000],
    ['bankruptcy', {}, '2', undefined, 0],
    ['bankruptcy', {}, '2.01', 20_000, 0],
    // Short: 9 USDC less 2 lie 7 USDC, or 3.5 a unit, above the price of 4.
    ['bankruptcy', { side: 'sell', gain: -2 * usdc, margin: 9 * usdc }, '7.5', undefined, 0],
    ['bankruptcy', { side: 'sell', gain: -2 * usdc, margin: 9 * usdc }, '7.49', 20_000, 0],
    ['maintenance', { side: 'sell', gain: -2 * usdc, margin: 9 * usdc }, '7.46', 80_000, 74_600],
    ['maintenance', { side: 'sell', gain: -2 * usdc, margin: 9 * usdc }, '7.47', undefined, 0],
  ])('under %s is liquidated at its price: row %#', (liquidation, more, price, left, needed) => {
    const money = (micros: number) => (micros / usdc).toFixed(6).replace(/0{1,4}$/, '');
    const message = `liquidation-on-time: ${money(left ?? 0)} USDC is left at the liquidation price; needed ${money(needed)} USDC at most, and little less`;
    expect(said({ ...more, liquidation: scaled(price) }, {}, { 'trading.liquidation': liquidation })).toEqual(left === undefined ? [] : [message]);
  });

  it('has little less than is needed at its liquidation price', () => {
    const at = (price: string) => said({ liquidation: scaled(price), mark: scaled('4.000000') }, {}, { 'trading.liquidation': 'bankruptcy' });
    expect([at('2.000000'), at('1.999999'), at('1.999997')].map((found) => found.length)).toEqual([0, 0, 1]);
    expect(said({ liquidation: scaled('1') }, {}, { 'trading.liquidation': 'bankruptcy' })).toEqual([]);
    expect(said({ liquidation: scaled('0.9') }, {}, { 'trading.liquidation': 'bankruptcy' })).toHaveLength(1);
  });
}); // prettier-ignore

it('what a position gains, leaves and risks follows from its side', () => {
  expect([gainAt(known(), 4n * unit), gainAt(known({ side: 'sell' }), 4n * unit)]).toEqual([2 * usdc, -2 * usdc]);
  const fine = known({ units: 1n, cost: 0 });
  expect([gainAt(fine, unit / 2n), gainAt({ ...fine, side: 'sell' }, unit / 2n)]).toEqual([0, -1]);
  expect(leftAtMost(known({ slack: 100 }))).toBe(Math.ceil((4 * usdc + 100) * 1.006 * 0.005) + 1);
  expect(leftAtMost(known({ side: 'sell', slack: 100 }))).toBe(Math.ceil((8 * usdc + 100) * 0.005) + 1);
  expect([leftAtMost(known({ margin: 6 * usdc })), leftAtMost(known({ margin: 6 * usdc, slack: 1 }))]).toEqual([0, 2]);
  const safe = [known({ margin: 6 * usdc }), known({ margin: 6 * usdc, slack: 1 }), known({ margin: 6 * usdc - 1 }), known({ margin: 6 * usdc, side: 'sell' })];
  expect(safe.map(isSafe)).toEqual([true, false, false, false]);
}); // prettier-ignore

it.each([
  [0n, '0'],
  [1n, '0.000000000001'],
  [unit, '1'],
  [-unit / 2n, '-0.5'],
  [1_500_000_000_000n, '1.5'],
  [120n * unit, '120'],
  [unit / 20n, '0.05'],
])('%s of the twelfth decimal are written %s', (twelfths, written) =>
  expect(decimalOf(twelfths)).toBe(written),
);
