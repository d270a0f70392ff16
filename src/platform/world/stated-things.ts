/** Things of whose state a market or a network decides: when, and with which outcome. Two platforms need not agree on it. */

/** A kind of such things, as rows of answers show it. */
export interface StatedThing {
  /** The field of a row that names the thing. */
  readonly id: string;
  /** The states; one is followed by states of a higher rank alone. */
  readonly ranks: Readonly<Record<string, number>>;
  /** Other fields of the row that follow from the state. */
  readonly follows: readonly string[];
  /** True if only things whose request asks for it are decided so. */
  readonly isLimited: boolean;
}

const byService: Readonly<Record<string, readonly StatedThing[]>> = {
  trading: [
    {
      id: 'order_id',
      ranks: { open: 0, filled: 1, cancelled: 1 },
      follows: ['fee', 'entry_price', 'fill_price', 'fill_qty'],
      isLimited: true,
    },
  ],
  wallet: [
    {
      id: 'tx_hash',
      ranks: { pending: 0, confirmed: 1, failed: 1 },
      follows: ['settled_at'],
      isLimited: false,
    },
    {
      id: 'order_id',
      ranks: { awaiting_deposit: 0, processing: 1, completed: 2, failed: 2, expired: 2, refunded: 3 },
      follows: ['amount_out', 'deposit_tx_hash', 'payout_tx_hash', 'refund_tx_hash'],
      isLimited: false,
    },
  ],
};

/** The kinds of such things that a call (`service/style/operation`) may show. */
export const statedThings = (call: string): readonly StatedThing[] =>
  byService[call.slice(0, call.indexOf('/'))] ?? none;

const none: readonly StatedThing[] = [];

/** True for a call that places an order. */
export const isPlacement = (call: string): boolean => /^trading\/[AB]\/place$/.test(call);

/** True for a request that places an order whose limit the market has to reach. */
export const isLimitOrder = (call: string, body: unknown): boolean =>
  isPlacement(call) && (body as { type?: unknown } | null | undefined)?.type === 'limit';

/** True for an order at the market for a size in the asset: its price decides how much it is worth, and its fee. */
export const isSizedOrder = (call: string, body: unknown): boolean =>
  call === 'trading/A/place' && (body as { type?: unknown } | null | undefined)?.type !== 'limit';

/** True for a call that ends an order, and is refused once the market has filled it. */
export const endsOrder = (call: string): boolean => /^trading\/[AB]\/cancel$/.test(call);

/** True for the field of an answer that shows what the fills of orders have led to. */
export const isPosition = (call: string, field: string): boolean =>
  call.startsWith('trading/') && /^\/positions(?:\/|$)/.test(field);
