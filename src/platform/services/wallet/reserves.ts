/**
 * The aggregator's assets: the mint for native assets, its own account for USDC. A payout is held from the moment it is
 * promised, so that two orders never rely on the same money.
 */
import { assert, present } from '../../../core/base/assert.ts';
import { Refusal } from '../../../core/base/refusal.ts';
import type { AccountId, TransferId } from '../../../core/ledger/ledger.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../ports.ts';
import type { ChainAsset } from './chains/assets.ts';
import type { ChainTransaction, Draft } from './chains/chain-transaction.ts';
import { hashOn } from './chains/hash-on.ts';
import { mint } from './chains/native-book.ts';
import type { ChainNetwork } from './chains/networks.ts';
import type { OnChain } from './chains/on-chain.ts';
import type { DepositAddresses } from './deposit-addresses.ts';
import { standInAddress } from './stand-in-address.ts';
import type { SwapOrder, SwapQuote } from './swap-order.ts';
import type { WalletTreasury } from './treasury.ts';

/** The objects that the reserves work with; the wallet service owns them. */
export interface ReservesParts {
  readonly platform: Platform;
  readonly clock: ServiceClock;
  readonly chains: OnChain;
  readonly deposits: DepositAddresses;
  readonly treasury: WalletTreasury;
}

/** Pays, takes and issues on behalf of the aggregator and the control calls; asserts that each payout is covered. */
export class Reserves {
  readonly #parts: ReservesParts;
  readonly #addresses = new Map<ChainNetwork, string>();

  constructor(parts: ReservesParts) {
    this.#parts = parts;
  }

  /** Pays a swap to its address, as a transaction of the chain, and with it the platform's fee. */
  payOut(
    quote: SwapQuote,
    order: SwapOrder,
    outcome: { paid: () => void; failed: () => void },
  ): ChainTransaction {
    const { chains, treasury } = this.#parts;
    const { platformMicros } = quote.fees;
    const fee = this.#holdUsdc(treasury.fees, platformMicros, 'wallet-fee');
    const held = this.#hold(quote.to, order.toAddress, quote.out);
    const draft = this.#draft(quote.to, {
      from: this.#addressOn(quote.to.network),
      to: order.toAddress,
      amount: quote.out,
    });
    return chains.mempool.broadcast(draft, {
      holds: [
        ...(held === undefined ? [] : [{ transfer: held, amountMicros: Number(quote.out) }]),
        ...(fee === undefined ? [] : [{ transfer: fee, amountMicros: platformMicros }]),
      ],
      confirm: () => {
        this.#deliver(quote.to, { to: order.toAddress, amount: quote.out, held });
        this.#settle(fee, 'post');
        treasury.feeCharged(order.agent, platformMicros);
        outcome.paid();
      },
      fail: () => {
        if (held === undefined) chains.book.release(quote.to.network, mint, quote.out);
        else this.#settle(held, 'void');
        this.#settle(fee, 'void');
        outcome.failed();
      },
    });
  }

  /** Moves the assets at a deposit address into the reserves. Asserts that they are there. */
  takeIn({ network, kind }: ChainAsset, from: string, amount: bigint): void {
    const { chains, platform, treasury } = this.#parts;
    if (kind === 'native') {
      chains.take(network, from, amount);
      return;
    }
    const debit = present(platform.outside.find(network, from), 'a deposit has an account');
    treasury.move({ debit, credit: treasury.aggregator, amount: Number(amount), kind: 'wallet-swap' });
  }

  /** Sends a whole deposit back from its deposit address, without a fee; it always confirms, then calls `done`. */
  giveBack(depositAddress: string, deposit: ChainTransaction, done: () => void): ChainTransaction {
    const { asset, amount, from: to } = deposit;
    return this.#sendWhole(asset, { from: depositAddress, to, amount }, done);
  }

  /** An outside wallet pays into an order with newly issued money; does nothing if `canFund` is false. */
  depositFromOutside({ from: asset, amount, depositAddress, orderId }: SwapOrder): void {
    const { chains, platform, treasury } = this.#parts;
    const { network } = asset;
    if (!this.canFund(asset, amount)) return;
    const from = standInAddress(network, platform.idStream(`wallet/swap-payer/${orderId}`));
    if (asset.kind === 'native') chains.give(network, from, amount);
    else {
      const credit = platform.outside.open(network, from);
      treasury.move({ debit: treasury.issuer, credit, amount: Number(amount), kind: 'genesis' });
    }
    this.#sendWhole(asset, { from, to: depositAddress, amount }, () => undefined);
  }

  /** Records a movement between an agent's balance and the aggregator in its history; moves nothing itself. */
  note(
    asset: ChainAsset,
    movement: { sender?: RegisteredAgent; receiver?: RegisteredAgent; address: string; amount: bigint },
  ): ChainTransaction {
    const { sender, receiver, address, amount } = movement;
    const ours = this.#addressOn(asset.network);
    const [from, to] = sender === undefined ? [ours, address] : [address, ours];
    return this.#parts.chains.mempool.record({
      ...this.#draft(asset, { from, to, amount }),
      sender,
      receiver,
    });
  }

  /** True if the limits on issued money allow this amount to come in from outside. */
  canFund({ network, kind }: ChainAsset, amount: bigint): boolean {
    const { chains, treasury } = this.#parts;
    return kind === 'native' ? chains.book.canMint(network, amount) : treasury.canIssue(amount);
  }

  /** Gives an address money from outside, for the control calls. The caller has asked `canFund`. */
  fund(asset: ChainAsset, to: string, amount: bigint): ChainTransaction {
    const { chains, treasury, platform, deposits } = this.#parts;
    const { network, kind } = asset;
    if (kind === 'native') chains.give(network, to, amount);
    else {
      const agent = deposits.agentAt(network, to);
      const credit = agent?.account ?? platform.outside.open(network, to);
      treasury.move({ debit: treasury.issuer, credit, amount: Number(amount), kind: 'genesis' });
    }
    return chains.mempool.record(this.#draft(asset, { from: this.#addressOn(network), to, amount }));
  }

  /** Transfers between stand-in addresses pay no chain fee. */
  #sendWhole(
    asset: ChainAsset,
    payment: { from: string; to: string; amount: bigint },
    done: () => void,
  ): ChainTransaction {
    const { chains } = this.#parts;
    const terms = chains.freeTerms({ ...payment, asset });
    return chains.send({ ...this.#draft(asset, payment), fee: terms.fee }, terms, { isCertain: true, done });
  }

  #draft(asset: ChainAsset, payment: { from: string; to: string; amount: bigint }): Draft {
    const { platform, deposits } = this.#parts;
    const { network } = asset;
    return {
      ...payment,
      hash: hashOn(network, platform.nextTxHash()),
      network,
      asset,
      fee: 0n,
      feeAsset: { network, kind: 'native' },
      simulated: true,
      receiver: deposits.agentAt(network, payment.to),
    };
  }

  /** The reservation of USDC, or undefined for native assets, which the mint holds. */
  #hold({ network, kind }: ChainAsset, to: string, amount: bigint): TransferId | undefined {
    const { chains, platform, deposits } = this.#parts;
    if (kind === 'native') {
      chains.book.hold(network, mint, amount);
      return undefined;
    }
    const agent: RegisteredAgent | undefined = deposits.agentAt(network, to);
    return this.#holdUsdc(
      agent?.account ?? platform.outside.open(network, to),
      Number(amount),
      'wallet-swap',
    );
  }

  #deliver(
    { network }: ChainAsset,
    payment: { to: string; amount: bigint; held: TransferId | undefined },
  ): void {
    const { chains } = this.#parts;
    if (payment.held !== undefined) {
      this.#settle(payment.held, 'post');
      return;
    }
    chains.book.release(network, mint, payment.amount);
    chains.give(network, payment.to, payment.amount);
  }

  #holdUsdc(credit: AccountId, amount: number, kind: 'wallet-swap' | 'wallet-fee'): TransferId | undefined {
    if (amount === 0) return undefined;
    const { platform, treasury, clock } = this.#parts;
    const order = { debit: treasury.aggregator, credit, amount, kind, atMs: clock.nowMs };
    const held = platform.ledger.reserve(order);
    assert(!(held instanceof Refusal), 'the aggregator has what it promises');
    return held;
  }

  #settle(held: TransferId | undefined, how: 'post' | 'void'): void {
    if (held !== undefined) this.#parts.platform.ledger[how](held, this.#parts.clock.nowMs);
  }

  #addressOn(network: ChainNetwork): string {
    const known = this.#addresses.get(network);
    if (known !== undefined) return known;
    const address = standInAddress(network, this.#parts.platform.idStream(`wallet/aggregator/${network}`));
    this.#addresses.set(network, address);
    return address;
  }
}
