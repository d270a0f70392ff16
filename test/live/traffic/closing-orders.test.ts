/** What the prices of two markets decide of orders for an amount and of those for a size. */
import { expect, it } from 'vitest';
import type { Difference } from '../../../src/live/traffic/compare/difference.ts';
import { DrawnValues } from '../../../src/live/traffic/compare/drawn.ts';

const placed = { status: 201, body: { order_id: 'ord_aaaaaaaaaaaaaaaa', entry_price: 10 } };
const asked = { session: 1, things: [], recorded: placed, live: placed };
const open = { symbol: 'BTC-PERP', pair: 'BTC-USDC', market_type: 'perp', type: 'market' };
const missing: Difference = { kind: 'shape', field: '/positions', recorded: '"0 items"', live: '"1 items"' };
const units: Difference = { kind: 'amount', field: '/positions/*/size', recorded: '0.6', live: '0.61' };

it.each([
  ['bought for an amount, may leave a rest on one side', { ...open, side: 'buy', amount: 6 }, true],
  ['bought by size, leaves none', { ...open, side: 'long', size: 0.6 }, false],
])('a position that was %s', (_how, body, isExplained) => {
  const drawn = new DrawnValues();
  const call = body.side === 'buy' ? 'trading/B/place' : 'trading/A/place';
  drawn.note({ ...asked, n: 1, call, request: { body } }, []);
  const portfolio = 'trading/A/positions';
  expect(drawn.explains(1, portfolio, missing)).toBe(false);
  expect(drawn.explains(1, portfolio, units)).toBe(isExplained);
  const close = { ...open, side: 'short', size: 0.6 };
  drawn.note({ ...asked, n: 2, call: 'trading/A/place', request: { body: close } }, []);
  expect(drawn.explains(1, portfolio, missing)).toBe(isExplained);
  expect(drawn.explains(2, portfolio, missing)).toBe(false);
});

it.each([
  ['market', ['amount', 'fee']],
  ['limit', []],
])('the worth of an order for a size at the %s is decided by the price: %s', (type, fields) => {
  const drawn = new DrawnValues();
  const row = { order_id: 'ord_aaaaaaaaaaaaaaaa', status: 'filled', amount: '6.00', fee: '0.01' };
  const place = { ...asked, n: 1, call: 'trading/A/place', request: { body: { ...open, type, size: 1 } } };
  const at = { field: '', isAnother: () => false };
  drawn.rowsOf(place)?.fieldsOf(placed.body, placed.body, at);
  const list = { ...asked, n: 2, call: 'trading/B/orders', request: {} };
  const shown = { ...row, order_id: '${1:/order_id}' };
  expect(drawn.rowsOf(list)?.fieldsOf(shown, row, { ...at, field: '/orders/*' })).toEqual(fields);
});
