/**
 * Orders of the aggregator over their lives (WAL05, WAL12, WAL15, gaps W12, W13): what is paid in before an order expires is swapped or
 * given back, what is not paid in expires, and what is over stays so.
 */
import { formatInstant, hourMs, minuteMs, type Instant } from '../../../core/base/time.ts';
import { areClocksTrue, instant, isOk, reads, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

interface SwapOrder {
  readonly expiresAtMs: Instant;
  readonly chain: string;
  readonly isNative: boolean;
  /** True where USDC is swapped into USDC, of which one is worth one, and the fee of the network is small. */
  readonly isLevel: boolean;
  readonly amount: number;
  /** When enough of the right asset came in, as far as answers tell. */
  paidAtMs: Instant | undefined;
  paid: number;
  /** True once an answer says that something may have come in. */
  mayBePaid: boolean;
  /** True once something came in that goes back: the order may be over with it. */
  mayBeOver: boolean;
  /** As last shown. */
  state: string;
  /** When it was first shown as failed. */
  failedAtMs: Instant | undefined;
}

/** How far an order is in each state; it never goes back. */
const ranks: Readonly<Record<string, number>> = {
  awaiting_deposit: 0, processing: 1, failed: 2, completed: 3, refunded: 3, expired: 3,
}; // prettier-ignore

/** How long a deposit takes at most until it counts, on chains with blocks of seconds; on the others chance decides. */
const depositMs: Readonly<Record<string, number>> = {
  base: 5 * minuteMs,
  solana: 5 * minuteMs,
  tron: 5 * minuteMs,
  ethereum: 20 * minuteMs,
};

/** By then a deposit in time is swapped or given back, whatever chains it passes. */
const processedMs = 24 * hourMs;

/** What the network takes of a payout is worth less; a transfer of tokens on tron burns 27 of a coin that may cost anything. */
const networkFeeMax = 100;
const costlyChain = 'tron';

/** So many units of any asset are far below what the aggregator can pay out (policy `wallet.liquidity`). */
const payableMax = 40;

/** One order in forty left, so often, is one run in a hundred million. */
const unpaidMax = 5;

/** True for the ways to name the native asset of a chain (gap W10). */
export const namesNative = (token: unknown): boolean =>
  token === 'native' || /^0xe{40}$/i.test(String(token));

/** Checks `swap-lifecycle`. Give it exchanges that are no repeats. */
export class SwapOrders {
  readonly #case: Case;
  readonly #orders = new Map<string, SwapOrder>();
  /** By chain and deposit address. */
  readonly #byAddress = new Map<string, SwapOrder>();
  /** Orders that have expired while no order has been paid. */
  #unpaid = 0;

  constructor(file: Case) {
    this.#case = file;
  }

  /** True where a wallet outside stands for who pays. */
  get #isPaidFor(): boolean {
    return reads(this.#case, 'wallet.swapDeposit', 'sim');
  }

  answered(exchange: AuditedExchange): void {
    if (!isOk(exchange)) return;
    const { operation, service } = exchange;
    if (service === 'control' && operation === 'fund') this.#funded(exchange);
    if (service !== 'wallet') return;
    if (operation === 'openSwap') this.#opened(exchange.answer);
    if (operation === 'swapStatus') this.#shown(exchange);
    if (operation === 'sendSigned') this.#sent(exchange.answer);
  }

  #opened(answer: Body): void {
    const chain = text(answer, 'from_chain') ?? '';
    const order: SwapOrder = {
      expiresAtMs: instant(answer, 'expires_at') ?? Infinity,
      chain,
      isNative: namesNative(answer['from_token']),
      isLevel:
        [answer['from_token'], answer['to_token']].every((token) => !namesNative(token)) &&
        answer['to_chain'] !== costlyChain,
      amount: Number(answer['amount']),
      paidAtMs: undefined,
      paid: 0,
      mayBePaid: false,
      mayBeOver: false,
      state: 'awaiting_deposit',
      failedAtMs: undefined,
    };
    this.#orders.set(text(answer, 'order_id') ?? '', order);
    this.#byAddress.set(placeOf(chain, answer['deposit_address']), order);
  }

  #funded({ answer, atMs }: AuditedExchange): void {
    const order = this.#byAddress.get(placeOf(text(answer, 'chain') ?? '', answer['address']));
    if (order === undefined) return;
    // What is too little, or of another asset, goes back at once.
    order.mayBePaid = true;
    const isRight =
      (answer['asset'] !== 'USDC') === order.isNative && Number(answer['amount']) >= order.amount;
    if (order.paidAtMs !== undefined) return;
    order.mayBeOver ||= !isRight;
    if (order.mayBeOver) return;
    order.paidAtMs = atMs;
    order.paid = Number(answer['amount']);
  }

  #sent(answer: Body): void {
    const order = this.#byAddress.get(placeOf(text(answer, 'chain') ?? '', answer['to']));
    if (order !== undefined) order.mayBePaid = true;
  }

  #shown({ params, answer, atMs }: AuditedExchange): void {
    const order = this.#orders.get(params['orderId'] ?? '');
    if (order === undefined) return;
    const state = String(answer['status']);
    const wrong = this.#mistakeOf(order, state, atMs) ?? this.#payoutMistake(order, answer);
    if (wrong !== undefined)
      this.#case.breaks('swap-lifecycle', `a swap order is ${state} at ${formatInstant(atMs)}: ${wrong}`);
    if (state !== order.state) this.#left(order, state);
    order.state = state;
  }

  /** A wallet outside pays into all but one of fifty (gap W12): so many are not left unpaid by chance. */
  #left({ chain, mayBePaid }: SwapOrder, state: string): void {
    const { setting } = this.#case;
    const seldomFails =
      reads(this.#case, 'wallet.failures', 'none') || reads(this.#case, 'wallet.failures', 'half-percent');
    if (!this.#isPaidFor || mayBePaid || !seldomFails) return;
    if (depositMs[chain] === undefined || setting.faults.length > 0) return;
    this.#unpaid += state === 'expired' ? 1 : -Infinity;
    if (this.#unpaid >= unpaidMax)
      this.#case.breaks('swap-lifecycle', `${unpaidMax} swap orders expire unpaid, and none is paid; expected: all but one in fifty are paid`); // prettier-ignore
  }

  /** What has been paid in is swapped, and not what was ordered (gap W12); the fees are those of any swap (gap W14). */
  #payoutMistake({ isLevel, paidAtMs, paid }: SwapOrder, answer: Body): string | undefined {
    if (!isLevel || paidAtMs === undefined || this.#isPaidFor || answer['status'] !== 'completed') return undefined;
    const most = (paid * 397) / 400;
    const out = Number(answer['amount_out']);
    return out <= most + 2e-6 && out > most - networkFeeMax ? undefined : `${paid} were paid, and ${out} are paid out`;
  } // prettier-ignore

  /** What has failed goes back in a transfer that cannot fail, unless a policy has it kept (gap W13). */
  #failedMistake(order: SwapOrder, atMs: Instant): string | undefined {
    order.failedAtMs ??= atMs;
    const backMs = depositMs[order.chain] ?? Infinity;
    const isGoingBack =
      reads(this.#case, 'wallet.failedSwap', 'refunded') && areClocksTrue(this.#case, { atMs });
    return isGoingBack && atMs - order.failedAtMs > backMs
      ? `it has failed at ${formatInstant(order.failedAtMs)} or before, and its deposit goes back`
      : undefined;
  }

  /** Why the order cannot be in this state; undefined where it can. */
  #mistakeOf(order: SwapOrder, state: string, atMs: Instant): string | undefined {
    const [before = 0, now = -1] = [ranks[order.state], ranks[state]];
    if (now < before || (before === 3 && state !== order.state)) return `it was ${order.state} before`;
    const { expiresAtMs, paidAtMs, chain } = order;
    const expires = `it expires at ${formatInstant(expiresAtMs)}`;
    if (state === 'expired' && atMs < expiresAtMs) return expires;
    if (state === 'awaiting_deposit' && atMs > expiresAtMs) return expires;
    const isPaidInTime = paidAtMs !== undefined && paidAtMs + (depositMs[chain] ?? Infinity) < expiresAtMs;
    if (isPaidInTime && state === 'expired')
      return `it was paid at ${formatInstant(paidAtMs)}, and ${expires}`;
    if (isPaidInTime && state === 'processing' && atMs > paidAtMs + processedMs)
      return `it was paid at ${formatInstant(paidAtMs)}`;
    const isGivenBack = state === 'failed' || state === 'refunded';
    if (
      isPaidInTime &&
      isGivenBack &&
      order.paid <= payableMax &&
      reads(this.#case, 'wallet.failures', 'none')
    )
      return `it was paid at ${formatInstant(paidAtMs)}, and no transaction fails`;
    const isUnpaid = paidAtMs === undefined && !order.mayBePaid && !this.#isPaidFor;
    if (isUnpaid && !['awaiting_deposit', 'expired'].includes(state)) return 'it was not paid';
    return state === 'failed' ? this.#failedMistake(order, atMs) : undefined;
  }
}

const placeOf = (chain: string, address: unknown): string => `${chain} ${String(address).toLowerCase()}`;
