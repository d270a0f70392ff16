/**
 * The simulated swap aggregator: quotes, and orders that wait for a deposit (WAL05, gaps W11 to W14). Deposits go to
 * the mint (native assets) or to the aggregator's own account (USDC), and payouts come from there. The aggregator keeps
 * the fees; the platform's part goes through the ledger.
 */
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { Table } from '../../../core/base/table.ts';
import { minuteMs, secondMs } from '../../../core/base/time.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../ports.ts';
import { nameOf, type ChainAsset } from './chains/assets.ts';
import type { ChainTransaction } from './chains/chain-transaction.ts';
import type { OnChain } from './chains/on-chain.ts';
import type { Prices } from './prices.ts';
import type { Reserves } from './reserves.ts';
import { standInAddress } from './stand-in-address.ts';
import type { SwapFees, SwapOrder, SwapQuote, SwapTerms } from './swap-order.ts';
import type { WalletTreasury } from './treasury.ts';

/** Fees as shares of the worth of the amount given, in basis points. */
export const swapFeeBasisPoints = { provider: 25, platform: 50 } as const;

/** How long an order waits for its deposit. */
const depositWithinMs = 30 * minuteMs;
/** The outside wallet of policy `wallet.swapDeposit: sim` pays within this time, except for one order in fifty. */
const outsideWithinMs = 120 * secondMs;
const outsideOneIn = 50;

/** The largest worth of a swap, in micro-USDC: half of what a double counts exactly. */
const valueMicrosMax = 2n ** 52n;

/** The objects that the aggregator works with; the wallet service owns them. */
export interface AggregatorParts {
  readonly platform: Platform;
  readonly clock: ServiceClock;
  readonly chains: OnChain;
  readonly treasury: WalletTreasury;
  readonly prices: Prices;
  readonly reserves: Reserves;
}

/**
 * Runs swap orders from deposit to payout. An order is expired by the clock, failed by a payout that cannot be made.
 */
export class Aggregator {
  readonly #parts: AggregatorParts;
  readonly #orders: Table<SwapOrder>;
  readonly #byDeposit: Table<SwapOrder>;

  constructor(parts: AggregatorParts) {
    this.#parts = parts;
    this.#orders = new Table(parts.platform.journal);
    this.#byDeposit = new Table(parts.platform.journal);
  }

  /** Refuses BAD_REQUEST if the fees exceed the amount, CONFLICT if the aggregator cannot pay. */
  quote(terms: SwapTerms): Outcome<SwapQuote> {
    const { prices, chains, clock } = this.#parts;
    const { from, to, amount } = terms;
    if (from.network === to.network && from.kind === to.kind) {
      return refuse('BAD_REQUEST', 'from and to are the same asset');
    }
    const value = prices.micros(from, amount);
    if (value > valueMicrosMax) return refuse('BAD_REQUEST', 'amount is worth more than can be swapped');
    const valueMicros = Number(value);
    const gas = chains.fees.fee(to.network, to.kind, { atMs: clock.nowMs });
    const fees: SwapFees = {
      networkMicros: Number(prices.micros({ network: to.network, kind: 'native' }, gas)) + 1,
      providerMicros: shareOf(valueMicros, swapFeeBasisPoints.provider),
      platformMicros: shareOf(valueMicros, swapFeeBasisPoints.platform),
    };
    const net = valueMicros - fees.networkMicros - fees.providerMicros - fees.platformMicros;
    const out = net > 0 ? prices.unitsFor(to, BigInt(net)) : 0n;
    if (out <= 0n) return refuse('BAD_REQUEST', 'amount does not cover the fees of the swap');
    return this.#canPay(to, out, fees)
      ? { ...terms, out, valueMicros, fees }
      : refuse('CONFLICT', `there is not enough ${nameOf(to)} to swap into`);
  }

  /** Opens an order that waits for its deposit. Refuses as `quote` does. */
  open(order: SwapTerms & { toAddress: string }, agent: RegisteredAgent): Outcome<SwapOrder> {
    const { platform, clock } = this.#parts;
    const quote = this.quote(order);
    if (quote instanceof Refusal) return quote;
    const orderId = platform.nextId('swap');
    const { network } = order.from;
    const depositAddress = standInAddress(network, platform.idStream(`wallet/swap-deposit/${orderId}`));
    const opened: SwapOrder = {
      from: order.from,
      to: order.to,
      amount: order.amount,
      toAddress: order.toAddress,
      orderId,
      agent,
      depositAddress,
      createdAtMs: clock.nowMs,
      expiresAtMs: clock.nowMs + depositWithinMs,
      state: 'awaiting_deposit',
      out: null,
      depositHash: null,
      payoutHash: null,
      refundHash: null,
    };
    this.#orders.insert(orderId, opened);
    this.#byDeposit.insert(`${network}/${depositAddress}`, opened);
    platform.emit('swapOpened', quote.valueMicros);
    clock.schedule(opened.expiresAtMs, () => this.#expire(opened));
    if (platform.policies['wallet.swapDeposit'] === 'sim') this.#expectFromOutside(opened);
    return opened;
  }

  find(orderId: string): SwapOrder | undefined {
    return this.#orders.get(orderId);
  }

  /** Called for every confirmed transfer: a deposit starts its order; a late or wrong deposit is sent back. */
  arrived(transaction: ChainTransaction): void {
    const { network, to, asset, amount } = transaction;
    const order = this.#byDeposit.get(`${network}/${to}`);
    if (order === undefined) return;
    const isRight = asset.kind === order.from.kind && amount >= order.amount;
    if (isRight && order.state === 'awaiting_deposit') this.#process(order, transaction);
    else this.#giveBack(order, transaction);
  }

  #canPay(to: ChainAsset, out: bigint, fees: SwapFees): boolean {
    const { treasury, chains } = this.#parts;
    const ofUsdc = (to.kind === 'usdc' ? out : 0n) + BigInt(fees.platformMicros);
    const isMintable = to.kind === 'usdc' || chains.book.canMint(to.network, out);
    return isMintable && ofUsdc <= BigInt(treasury.liquidityMicros);
  }

  /** Gap W12: the simulation acts as the caller's wallet elsewhere and pays from outside. */
  #expectFromOutside(order: SwapOrder): void {
    const { platform, clock, reserves } = this.#parts;
    const stream = platform.stream(`wallet/swap-outside/${this.#orders.size}`);
    if (stream.integer(outsideOneIn) === 0) return;
    clock.schedule(clock.nowMs + 1 + stream.integer(outsideWithinMs), () => {
      if (order.state === 'awaiting_deposit') reserves.depositFromOutside(order);
    });
  }

  #expire(order: SwapOrder): void {
    if (order.state !== 'awaiting_deposit') return;
    this.#orders.update(order, { state: 'expired' });
    this.#parts.platform.emit('swapExpired', 0);
  }

  #process(order: SwapOrder, deposit: ChainTransaction): void {
    this.#orders.update(order, { state: 'processing', depositHash: deposit.hash });
    const quote = this.quote({ from: order.from, to: order.to, amount: deposit.amount });
    if (quote instanceof Refusal) {
      this.#fail(order, deposit);
      return;
    }
    const payout = this.#parts.reserves.payOut(quote, order, {
      paid: () => {
        this.#parts.reserves.takeIn(order.from, order.depositAddress, deposit.amount);
        this.#orders.update(order, { state: 'completed' });
        this.#parts.platform.emit('swapCompleted', quote.valueMicros);
      },
      failed: () => this.#fail(order, deposit),
    });
    this.#orders.update(order, { out: quote.out, payoutHash: payout.hash });
  }

  /** Fails an order; policy `wallet.failedSwap` decides whether the deposit goes back to its sender (gap W13). */
  #fail(order: SwapOrder, deposit: ChainTransaction): void {
    const { platform, reserves } = this.#parts;
    this.#orders.update(order, { state: 'failed', out: null });
    platform.emit('swapFailed', 0);
    if (platform.policies['wallet.failedSwap'] === 'refunded') this.#giveBack(order, deposit);
    else reserves.takeIn(order.from, order.depositAddress, deposit.amount);
  }

  #giveBack(order: SwapOrder, deposit: ChainTransaction): void {
    const refund = this.#parts.reserves.giveBack(order.depositAddress, deposit, () => {
      if (order.state !== 'failed' && order.state !== 'awaiting_deposit') return;
      this.#orders.update(order, { state: 'refunded' });
      this.#parts.platform.emit('swapRefunded', 0);
    });
    if (order.refundHash === null) this.#orders.update(order, { refundHash: refund.hash });
  }
}

const shareOf = (micros: number, basisPoints: number): number =>
  Number((BigInt(micros) * BigInt(basisPoints)) / 10_000n);
