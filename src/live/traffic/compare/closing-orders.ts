/**
 * A position bought for an amount in USDC has as many units as the price allows. An order that closes it names the units of the
 * recording: on another market it leaves a rest, or asks for more than there is, which a target may refuse.
 */
import type { DrawnRequest } from './drawn-states.ts';
import { assetOf } from './market-lists.ts';

/** Prices may move by so much between both orders; one over less closes a part, as on the recorded market. */
const shareMin = 0.75;

const placement = /^trading\/[AB]\/place$/;

/** Both responses to a request. */
interface Answers extends DrawnRequest {
  readonly recorded: { readonly status: number; readonly body?: unknown };
  readonly live: { readonly status: number; readonly body?: unknown };
}

/** An order of the futures market: USDC, less than 0 if it sells. */
interface FuturesOrder {
  readonly holding: string;
  readonly usdc: number;
  /** True where a price decided how many units were bought. */
  readonly isAmount: boolean;
}

/** Follows the futures positions of the sessions of one run, as recorded. */
export class ClosingOrders {
  readonly #held = new Map<string, { readonly usdc: number; readonly isAmount: boolean }>();
  /** Sessions that have bought units for an amount. */
  readonly #amounts = new Set<number>();
  /** Sessions that have closed such a position: one side may hold a rest of it. */
  readonly #closed = new Set<number>();

  note(of: Answers): void {
    const order = orderOf(of);
    if (order === undefined || of.recorded.status >= 300) return;
    const held = this.#held.get(order.holding);
    const isClosed = held !== undefined && this.closes(of);
    if (order.isAmount) this.#amounts.add(of.session);
    if (isClosed) this.#closed.add(of.session);
    this.#held.set(order.holding, {
      usdc: isClosed ? 0 : (held?.usdc ?? 0) + order.usdc,
      isAmount: order.isAmount || (!isClosed && held?.isAmount === true),
    });
  }

  /** True if one side may still hold something of a position that was closed on the other. */
  mayLeaveRest(session: number): boolean {
    return this.#closed.has(session);
  }

  /** True for the units of a position that a price decided. */
  isUnits(session: number, call: string, field: string): boolean {
    return call === 'trading/A/positions' && field.endsWith('/size') && this.#amounts.has(session);
  }

  /** True for an order that closes nearly all of a position whose units a price decided, or more. Ask before the response is noted. */
  closes(of: Answers): boolean {
    const order = orderOf(of);
    const held = order === undefined ? undefined : this.#held.get(order.holding);
    if (order === undefined || held?.isAmount !== true) return false;
    return held.usdc * order.usdc < 0 && Math.abs(order.usdc) >= Math.abs(held.usdc) * shareMin;
  }
}

function orderOf({ session, call, request, recorded, live }: Answers): FuturesOrder | undefined {
  const asset = placement.test(call) ? assetOf(request) : undefined;
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  const { symbol } = body;
  const isFutures =
    body['market_type'] === 'perp' || (typeof symbol === 'string' && symbol.endsWith('-PERP'));
  if (asset === undefined || !isFutures || (body['type'] ?? 'market') !== 'market') return undefined;
  const isSale = body['side'] === 'sell' || body['side'] === 'short';
  const amount = Number(body['amount']);
  const isAmount = Number.isFinite(amount);
  const usdc = isAmount
    ? amount
    : Number(body['size']) * (priceIn(recorded.body) ?? priceIn(live.body) ?? Number.NaN);
  return Number.isFinite(usdc)
    ? { holding: `${session} ${asset}`, usdc: isSale ? -usdc : usdc, isAmount }
    : undefined;
}

function priceIn(body: unknown): number | undefined {
  const { entry_price: entry, fill_price: price = entry } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const number = Number(price ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}
