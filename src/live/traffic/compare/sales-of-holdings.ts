/**
 * A sale at the market needs as much of an asset as it costs at the moment: prices decide whether an account has it. They decide
 * nothing about a sale of far less than was paid for what the account holds.
 */
import type { DrawnRequest } from './drawn-states.ts';

/** Prices may fall by so much between a purchase and a sale; a sale of a smaller share is refused for another reason. */
const shareMin = 0.75;

/** True for the sale of an asset that the account holds, at the market or as a limit order. */
export function isSpotSale({ call, request }: Pick<DrawnRequest, 'call' | 'request'>): boolean {
  const { side, market_type: market = 'spot' } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  return call === 'trading/B/place' && side === 'sell' && market === 'spot';
}

/** An order at the market of the spot market, whose amount is in USDC. */
interface SpotOrder {
  readonly holding: string;
  readonly isSale: boolean;
  readonly amount: number;
}

/** What was paid for what an account holds of an asset, in USDC, on each side. */
interface Paid {
  recorded: number;
  live: number;
}

/** Both responses to a request. */
interface Answers extends DrawnRequest {
  readonly recorded: { readonly status: number };
  readonly live: { readonly status: number };
}

/** Follows the purchases and sales of the sessions of one run. */
export class SalesOfHoldings {
  /** By session and pair. */
  readonly #paid = new Map<string, Paid>();

  note(of: Answers): void {
    const order = orderOf(of);
    if (order === undefined) return;
    const { holding, isSale, amount } = order;
    const paid = this.#paid.get(holding) ?? { recorded: 0, live: 0 };
    for (const side of ['recorded', 'live'] as const)
      if (of[side].status < 300) paid[side] = Math.max(0, paid[side] + (isSale ? -amount : amount));
    this.#paid.set(holding, paid);
  }

  /** True for a sale of nearly all that the account holds on that side, or of more. Ask before the response is noted. */
  isOfAll(of: DrawnRequest, side: keyof Paid): boolean {
    const order = orderOf(of);
    if (order?.isSale !== true) return false;
    const paid = this.#paid.get(order.holding)?.[side];
    return paid !== undefined && order.amount >= paid * shareMin;
  }
}

function orderOf({ session, call, request }: DrawnRequest): SpotOrder | undefined {
  if (call !== 'trading/B/place') return undefined;
  const {
    pair,
    side,
    amount,
    type = 'market',
    market_type: market = 'spot',
  } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  if (type !== 'market' || market !== 'spot' || !Number.isFinite(Number(amount))) return undefined;
  return { holding: `${session} ${String(pair)}`, isSale: side === 'sell', amount: Number(amount) };
}
