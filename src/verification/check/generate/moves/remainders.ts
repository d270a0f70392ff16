/** Rests that are smaller than what can be traded or sent by itself. */
import type { OperationDraft } from '../model-state.ts';
import type { CallSeries } from './series.ts';

/** Positions of style A that are closed but for less than an order's least worth, and that rest closed to its last unit. */
export const leftovers: CallSeries = (_, draw) => {
  const [symbol, whole, unit] = draw.pick([
    ['ETH-PERP', 40, 10_000],
    ['BTC-PERP', 30, 1_000_000],
    ['SOL-PERP', 60, 1_000],
  ] as const);
  const rest = 1 + draw.integer(2);
  const side = draw.pick(['long', 'short']);
  const other = side === 'long' ? 'short' : 'long';
  const place = (way: string, units: number): OperationDraft => ({
    do: 'POST /trading/api/v1/orders',
    body: { symbol, side: way, size: units / unit, leverage: draw.pick([1, 2]) },
    makes: { kind: 'order', field: 'order_id' },
  });
  const looks: OperationDraft[] = [
    { do: 'GET /trading/api/v1/positions' },
    { do: `GET /api/trading-api/price/${symbol.replace('-PERP', '-USDC')}` },
  ];
  return [...looks, place(side, whole), place(other, whole - rest), ...looks, place(other, rest), ...looks];
};

const bitcoin = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const satoshi = 100_000_000;

/** A coin of which all is sent but the fee, which nothing names before: less and less, until what is left covers it. */
export const lastCoins: CallSeries = (_, draw) => {
  const coin = 50_000_000;
  const look = { do: `GET /wallet/v1/wallet/balance/${bitcoin}`, query: { chain: 'bitcoin' } };
  const send = (left: number): OperationDraft => ({
    do: 'POST /wallet/v1/wallet/send',
    body: {
      chain: 'bitcoin',
      to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      amount: ((coin - left) / satoshi).toFixed(8),
      private_key: '4604b4b710fe91f584fff084e1a9159fe4f8408fff380596a604948474ce4fa3',
    },
    makes: { kind: 'transaction', field: 'tx_hash' },
  });
  const first = 600 + draw.integer(stepSatoshi);
  const sends = Array.from({ length: 12 }, (_each, index) => send(first + index * stepSatoshi));
  return [
    {
      do: 'POST /_sim/chain/fund',
      body: { chain: 'bitcoin', address: bitcoin, amount: String(coin / satoshi) },
    },
    ...sends,
    look,
    look,
    look,
  ];
};

/** Less than the smallest change. */
const stepSatoshi = 400;
