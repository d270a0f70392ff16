/**
 * The swap of style A, within the agent's own balance and without delay (WAL39, WAL40). The price moves against the
 * caller by up to 1% between quote and swap; if it moves by more than the allowed slippage, the swap is refused.
 */
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../ports.ts';
import type { Aggregator } from './aggregator.ts';
import { nameOf, type ChainAsset } from './chains/assets.ts';
import type { OnChain } from './chains/on-chain.ts';
import type { DepositAddresses } from './deposit-addresses.ts';
import type { Prices } from './prices.ts';
import type { Reserves } from './reserves.ts';
import type { SwapQuote, SwapTerms } from './swap-order.ts';
import type { WalletTreasury } from './treasury.ts';

/** The most that a price moves against a swap, in hundredths of a percent. */
const movedBasisPointsMax = 100;

/** A swap that was executed. */
export interface Swapped {
  readonly quote: SwapQuote;
  /** Base units received. */
  readonly out: bigint;
  /** The worth of `out`, in micro-USDC. */
  readonly receivedMicros: number;
  readonly txHash: string;
}

/** The objects that instant swaps work with; the wallet service owns them. */
export interface InstantSwapParts {
  readonly platform: Platform;
  readonly clock: ServiceClock;
  readonly chains: OnChain;
  readonly deposits: DepositAddresses;
  readonly treasury: WalletTreasury;
  readonly prices: Prices;
  readonly reserves: Reserves;
  readonly aggregator: Aggregator;
}

/** Quotes as the aggregator does and settles in one instant; keeps no state. */
export class InstantSwap {
  readonly #parts: InstantSwapParts;

  constructor(parts: InstantSwapParts) {
    this.#parts = parts;
  }

  /** WAL39. Refuses BAD_REQUEST, CONFLICT (price moved, liquidity), INSUFFICIENT_BALANCE. */
  swap(request: SwapTerms & { slippageBasisPoints: number }, caller: RegisteredAgent): Outcome<Swapped> {
    const { from, to, amount } = request;
    if (from.kind === 'usdc' && to.kind === 'usdc') {
      return refuse('BAD_REQUEST', 'the balance of USDC is one on all chains');
    }
    const quote = this.#parts.aggregator.quote({ from, to, amount });
    if (quote instanceof Refusal) return quote;
    const moved = this.#movedBasisPoints(caller);
    if (moved > request.slippageBasisPoints) {
      return refuse('CONFLICT', `the price has moved by ${moved / 100}%, more than the slippage allows`);
    }
    if (this.#available(from, caller) < amount) {
      return refuse('INSUFFICIENT_BALANCE', `the balance of ${nameOf(from)} does not cover the amount`);
    }
    const out = (quote.out * BigInt(10_000 - moved)) / 10_000n;
    if (out === 0n) return refuse('BAD_REQUEST', 'amount does not cover the fees of the swap');
    this.#takeFrom(from, amount, caller);
    const txHash = this.#payTo(to, out, caller);
    this.#chargeFee(quote, caller);
    this.#parts.platform.emit('swapped', quote.valueMicros);
    return { quote, out, receivedMicros: Number(this.#parts.prices.micros(to, out)), txHash };
  }

  /** Drawn from a stream of agent and instant: a repeat in the same instant gets the same movement. */
  #movedBasisPoints({ agentId }: RegisteredAgent): number {
    const { platform, clock } = this.#parts;
    const stream = platform.stream(`wallet/slippage/${agentId}/${clock.nowMs}`);
    return stream.integer(movedBasisPointsMax + 1);
  }

  #available(asset: ChainAsset, agent: RegisteredAgent): bigint {
    const { platform, deposits, chains } = this.#parts;
    if (asset.kind === 'usdc') return BigInt(platform.ledger.available(agent.account));
    const address = deposits.known(agent, asset.network);
    return address === undefined ? 0n : chains.available(asset, address);
  }

  #takeFrom(asset: ChainAsset, amount: bigint, agent: RegisteredAgent): void {
    const { treasury, reserves, deposits } = this.#parts;
    const address = deposits.of(agent, asset.network);
    if (asset.kind === 'native') reserves.takeIn(asset, address, amount);
    else {
      treasury.move({
        debit: agent.account,
        credit: treasury.aggregator,
        amount: Number(amount),
        kind: 'wallet-swap',
      });
    }
    reserves.note(asset, { sender: agent, address, amount });
  }

  #payTo(asset: ChainAsset, amount: bigint, agent: RegisteredAgent): string {
    const { treasury, chains, reserves, deposits } = this.#parts;
    const address = deposits.of(agent, asset.network);
    if (asset.kind === 'native') chains.give(asset.network, address, amount);
    else {
      treasury.move({
        debit: treasury.aggregator,
        credit: agent.account,
        amount: Number(amount),
        kind: 'wallet-swap',
      });
    }
    return reserves.note(asset, { receiver: agent, address, amount }).hash;
  }

  #chargeFee({ fees }: SwapQuote, payer: RegisteredAgent): void {
    const { treasury } = this.#parts;
    const amount = fees.platformMicros;
    treasury.move({ debit: treasury.aggregator, credit: treasury.fees, amount, kind: 'wallet-fee' });
    treasury.feeCharged(payer, amount);
  }
}
