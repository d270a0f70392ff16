/** Relations of fields in answers of the wallet and of the trading service: swaps, quotes, tokens and fills. */
import { formatInstant, parseInstant } from '../../../core/base/time.ts';
import { reads, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { namesNative } from '../models/swap-orders.ts';

/** A field, its value, and the value that it must have. */
export type Pair = readonly [name: string, seen: unknown, wanted: unknown];
export type Relation = (answer: Body, exchange: AuditedExchange, file: Case) => Iterable<Pair>;

/** A number that may be off by so much. */
export const nearly = (
  name: string,
  { seen, wanted, by }: { seen: number; wanted: number; by: number },
): Pair => [name, seen, Math.abs(seen - wanted) <= by ? seen : wanted];

/** Each state of an order has the hashes that it has come to (gap W13). */
const swapHashes: Readonly<
  Record<string, readonly [deposit: boolean, refund: boolean | undefined, out?: boolean]>
> = {
  // A deposit that is too small goes back, and so does a second one.
  awaiting_deposit: [false, undefined, false],
  // Its payout may be on its way.
  processing: [true, undefined],
  completed: [true, undefined, true],
  expired: [false, undefined, false],
};

export const swapState: Relation = (answer) => {
  const wanted = swapHashes[String(answer['status'])];
  const has = (name: string): boolean => (answer[name] ?? null) !== null;
  if (wanted === undefined)
    return [['a state of an order', ['failed', 'refunded'].includes(String(answer['status'])), true]];
  return [
    ['deposit_tx_hash is there', has('deposit_tx_hash'), wanted[0]],
    ['refund_tx_hash is there', has('refund_tx_hash'), wanted[1] ?? has('refund_tx_hash')],
    ['payout_tx_hash is there', has('payout_tx_hash'), wanted[2] ?? has('payout_tx_hash')],
    ['amount_out is there', has('amount_out'), wanted[2] ?? has('amount_out')],
    [
      'expires_at',
      answer['expires_at'],
      formatInstant((parseInstant(String(answer['created_at'])) ?? 0) + 1_800_000),
    ],
  ];
};

/** What USDC is swapped into is the worth less the fees: a quarter of a percent, half a percent, and the network's (gap W14). */
export const quoted: Relation = (answer) => {
  const worth = Math.round(Number(answer['value_usdc']) * 1e6);
  const fees = (answer['fees'] ?? {}) as Body;
  const fee = (name: string): number => Math.round(Number(fees[name]) * 1e6);
  const isUsdc = answer['to_symbol'] === 'USDC' && Number(answer['amount_out']) > 0;
  return [
    nearly('micros for the provider', { seen: fee('provider'), wanted: worth / 400, by: 1 }),
    nearly('micros for the platform', { seen: fee('platform'), wanted: worth / 200, by: 1 }),
    ...(isUsdc
      ? [
          nearly('micros of amount_out', {
            seen: Number(answer['amount_out']) * 1e6,
            wanted: worth - fee('total'),
            by: 2,
          }),
        ]
      : []),
    ['to_symbol', symbolsOf(answer['to_chain'], answer['to_token']), answer['to_symbol']],
  ];
};

const natives: Readonly<Record<string, string>> = {
  ethereum: 'ETH',
  base: 'ETH',
  solana: 'SOL',
  bitcoin: 'BTC',
  tron: 'TRX',
  monero: 'XMR',
};
export const symbolsOf = (chain: unknown, token: unknown): string | undefined =>
  namesNative(token) ? natives[String(chain)] : 'USDC';

/** Native assets have no contract. */
export const tokenOfAsset: Relation = ({ asset, token, chain }) =>
  asset === natives[String(chain)] ? [['token', token ?? null, null]] : [['asset', asset, 'USDC']];

/** What has not been filled has neither price nor fee; what has been has both (TRD32). */
export const fills: Relation = (row, _exchange, file) => {
  const isFilled = row['status'] === 'filled';
  const isFree = row['type'] === 'market' && reads(file, 'trading.takerFee', 'none');
  const fee = isFree ? 0 : Math.floor((Math.round(Number(row['amount']) * 1e6) + 500) / 1000);
  return [
    ['fill_price is there', row['fill_price'] !== null, isFilled],
    ['fill_qty is there', Number(row['fill_qty']) > 0, isFilled],
    ['fee', Math.round(Number(row['fee']) * 1e6), isFilled ? fee : 0],
    ['a status of an order', ['open', 'filled', 'cancelled'].includes(String(row['status'])), true],
    ['a limit has a price', row['price'] !== null, row['type'] === 'limit'],
  ];
};
