/** Positions of which something is left over: funding after they are closed and opened again, and a close that nothing but its proceeds pays. */
import { hourMs, minuteMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import type { OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';

const symbol = 'ETH-PERP';
const price: OperationDraft = { do: 'GET /api/trading-api/price/ETH-USDC' };
const looks: readonly OperationDraft[] = [
  { do: 'GET /trading/api/v1/positions' },
  { do: 'GET /api/trading-api/portfolio' },
];

/** Style A counts in the asset, so that an order of the same size closes all of a position. */
const order = (side: string, size: number, leverage: number): OperationDraft => ({
  do: 'POST /trading/api/v1/orders',
  body: { symbol, side, size, leverage },
  makes: { kind: 'order', field: 'order_id' },
});

const sidesOf = (draw: Draw): readonly [side: string, other: string] =>
  draw.pick([
    ['long', 'short'],
    ['short', 'long'],
  ] as const);

/** How many calls come before the settlement, and how many after it. */
const beforeCount = 3;

/** Closed after a settlement of funding and opened again, on either side, in whole or in part: what was paid before is not of the new one. */
export const reopened: CallSeries = (_, draw) => {
  const [side, other] = sidesOf(draw);
  const size = draw.pick([0.05, 0.1, 0.123]);
  const leverage = draw.pick([1, 2, 3]);
  const again = draw.pick([side, side, other]);
  const close = draw.chance(75) ? order(other, size, leverage) : order(other, size / 2, leverage);
  return [
    price,
    order(side, size, leverage),
    ...looks.slice(0, beforeCount - 2),
    price,
    ...looks,
    close,
    ...looks,
    order(again, draw.pick([size, 0.07]), leverage),
    ...looks,
    price,
  ];
};

/** A settlement lies in every eight hours. */
export const reopenedPause: SeriesPause = { stepMs: 1, jumpMs: 8 * hourMs, jumpAt: beforeCount };

/** All that is left to spend goes into an escrow, and the position is closed by what it brings (gap T14). */
export const lockedAway: CallSeries = (model, draw, person) => {
  const [side, other] = sidesOf(draw);
  const size = draw.pick([0.01, 0.02, 0.05]);
  const leverage = draw.pick([1, 2, 5, 10]);
  const receiver = model.registered.find((agent) => agent !== person) ?? 'nobody';
  const balance: OperationDraft = {
    do: 'GET /casino/api/v1/auth/balance',
    makes: { kind: 'free', field: 'balance' },
  };
  const lock: SeriesCall = (now) => ({
    do: 'POST /escrow/escrow',
    body: { receiver, amount: now.latest('free')?.reference ?? 1 },
    makes: { kind: 'escrow', field: 'escrow_id', other: receiver },
  });
  const part = draw.pick([size, size, size / 2]);
  const refused = draw.chance(40) ? [order(side, size, leverage)] : [];
  return [price, order(side, size, leverage), balance, lock, price, ...refused, order(other, part, leverage), ...looks, balance];
}; // prettier-ignore

/** Some minutes pass while the balance is locked, so that there is a gain or a loss. */
export const lockedPause: SeriesPause = { stepMs: 1, jumpMs: 20 * minuteMs, jumpAt: 4 };
