/**
 * Balances and transfers on the simulated chains. Native assets are in a separate book; USDC is in the ledger, one
 * account for each address, so that USDC outside the platform stays in its books. Nothing here checks permission:
 * callers have checked the key or the agent.
 */
import { assert } from '../../../../core/base/assert.ts';
import type { Micros } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import type { Instant } from '../../../../core/base/time.ts';
import type { AccountId, TransferId } from '../../../../core/ledger/ledger.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';
import { nameOf, type ChainAsset } from './assets.ts';
import type { ChainTransaction, Draft, TransactionEffect } from './chain-transaction.ts';
import { chooseCoins, type CoinChoice } from './coin-choice.ts';
import { FeeMarket } from './fee-market.ts';
import { Mempool } from './mempool.ts';
import { miners, mint, NativeBook, type Coin } from './native-book.ts';
import type { ChainNetwork } from './networks.ts';

/** The terms of a transfer before it is signed: its fee in native base units and, on bitcoin, the coins it spends. */
export interface Terms {
  readonly fee: bigint;
  readonly coins: CoinChoice | undefined;
}

/** A transfer to be sent: stored spelling of addresses, base units of the asset. */
export interface Payment {
  readonly from: string;
  readonly to: string;
  readonly asset: ChainAsset;
  readonly amount: bigint;
}

/** The simulated chains of one world; the only way in which native assets move. */
export class OnChain {
  readonly mempool: Mempool;
  readonly fees: FeeMarket;
  readonly book: NativeBook;
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #agentAt: (network: ChainNetwork, address: string) => RegisteredAgent | undefined;

  constructor(parts: {
    platform: Platform;
    clock: ServiceClock;
    /** The agent whose deposit address it is. */
    agentAt: (network: ChainNetwork, address: string) => RegisteredAgent | undefined;
  }) {
    const { platform, clock, agentAt } = parts;
    this.#platform = platform;
    this.#clock = clock;
    this.#agentAt = agentAt;
    this.mempool = new Mempool({ platform, clock });
    this.fees = new FeeMarket((path) => platform.stream(path));
    this.book = new NativeBook(platform.journal);
  }

  /** What an address can spend now, in base units. */
  available({ network, kind }: ChainAsset, address: string): bigint {
    if (kind === 'native') return this.book.available(network, address);
    const account = this.#platform.outside.find(network, address);
    return account === undefined ? 0n : BigInt(this.#platform.ledger.available(account));
  }

  /** The fee of a transfer now. Refuses INSUFFICIENT_BALANCE, naming what is missing. */
  terms({ from, asset, amount }: Payment): Outcome<Terms> {
    const { network, kind } = asset;
    const atMs = this.#clock.nowMs;
    const gas: ChainAsset = { network, kind: 'native' };
    if (network === 'bitcoin') return this.#coinTerms({ from, asset, amount }, atMs);
    const fee = this.fees.fee(network, kind, { atMs });
    const ofGas = kind === 'native' ? amount + fee : fee;
    if (kind === 'usdc' && this.available(asset, from) < amount) return lacks(asset, 'the amount');
    if (this.available(gas, from) >= ofGas) return { fee, coins: undefined };
    return lacks(gas, kind === 'native' ? 'the amount and the fee' : 'the fee');
  }

  /** Broadcasts a transfer under terms computed in the same instant; asserts that the balance covers it. */
  send(
    draft: Draft,
    terms: Terms,
    options: { isCertain?: boolean; done?: () => void } = {},
  ): ChainTransaction {
    const { network, from, asset } = draft;
    this.book.countSent(network, from);
    const receiver = this.#agentAt(network, draft.to);
    const known = { ...draft, receiver };
    const effect = asset.kind === 'native' ? this.#nativeEffect(known, terms) : this.#usdcEffect(known);
    const { done } = options;
    const reported: TransactionEffect =
      done === undefined
        ? effect
        : {
            holds: effect.holds,
            confirm: () => {
              effect.confirm();
              done();
            },
            fail: () => effect.fail(),
          };
    return this.mempool.broadcast(known, reported, options);
  }

  /** Gives native assets from the mint at once; the caller has asked `book.canMint`. */
  give(network: ChainNetwork, to: string, amount: bigint): void {
    this.book.move(network, { from: mint, to, amount });
    if (network === 'bitcoin') this.#addCoin(to, { txid: this.#coinId(), index: 0, amount });
  }

  /** Takes native assets back into the mint, at once. */
  take(network: ChainNetwork, from: string, amount: bigint): void {
    this.book.move(network, { from, to: mint, amount });
    if (network !== 'bitcoin') return;
    const held = this.book.coins(from);
    const coins = chooseCoins(held, amount, () => 0n, held.length);
    assert(coins !== undefined, 'coins make up the balance');
    const change = coins.change + coins.fee;
    const kept = change > 0n ? [{ txid: this.#coinId(), index: 0, amount: change }] : [];
    this.book.setCoins(from, [...coins.rest, ...kept]);
  }

  /** Terms of a transfer without a fee; the caller knows that the balance covers it. */
  freeTerms({ from, asset, amount }: Omit<Payment, 'to'>): Terms {
    if (asset.network !== 'bitcoin') return { fee: 0n, coins: undefined };
    const held = this.book.coins(from);
    const coins = chooseCoins(held, amount, () => 0n, held.length);
    assert(coins !== undefined, 'coins make up the balance');
    return { fee: coins.fee, coins };
  }

  #coinId(): string {
    return this.#platform.nextTxHash().slice(2);
  }

  #coinTerms({ from, asset, amount }: Omit<Payment, 'to'>, atMs: Instant): Outcome<Terms> {
    // A satoshi more each time, so that a dropped transaction that is sent again has another hash.
    const sent = BigInt(this.book.nonce('bitcoin', from));
    const coins = chooseCoins(
      this.book.coins(from),
      amount,
      (inputs) => this.fees.fee('bitcoin', 'native', { atMs, inputs }) + sent,
    );
    return coins === undefined ? lacks(asset, 'the amount and the fee') : { fee: coins.fee, coins };
  }

  #nativeEffect(draft: Draft, { fee, coins }: Terms): TransactionEffect {
    const { network, from, to, amount, hash } = draft;
    const inputTotal = coins?.inputs.reduce((sum, coin) => sum + coin.amount, 0n) ?? amount + fee;
    this.book.hold(network, from, inputTotal);
    if (coins !== undefined) this.book.setCoins(from, coins.rest);
    return {
      holds: [],
      confirm: () => {
        this.book.release(network, from, inputTotal);
        this.book.move(network, { from, to, amount });
        this.book.move(network, { from, to: miners, amount: fee });
        if (coins === undefined) return;
        this.#addCoin(to, { txid: hash, index: 0, amount });
        if (coins.change > 0n) this.#addCoin(from, { txid: hash, index: 1, amount: coins.change });
      },
      fail: () => {
        this.book.release(network, from, inputTotal);
        if (coins === undefined) this.#burn(draft);
        else this.book.setCoins(from, [...this.book.coins(from), ...coins.inputs]);
      },
    };
  }

  /** USDC is reserved at once and posted on confirmation; the fee is in the native asset. */
  #usdcEffect(draft: Draft & { receiver: RegisteredAgent | undefined }): TransactionEffect {
    const { network, from, to, amount, receiver } = draft;
    const { ledger, outside } = this.#platform;
    const pending = this.#reserve({
      debit: outside.open(network, from),
      credit: receiver?.account ?? outside.open(network, to),
      amount: Number(amount),
    });
    this.book.hold(network, from, draft.fee);
    return {
      holds: [{ transfer: pending, amountMicros: Number(amount) }],
      confirm: () => {
        ledger.post(pending, this.#clock.nowMs);
        this.book.release(network, from, draft.fee);
        this.#burn(draft);
      },
      fail: () => {
        ledger.void(pending, this.#clock.nowMs);
        this.book.release(network, from, draft.fee);
        this.#burn(draft);
      },
    };
  }

  #reserve(order: { debit: AccountId; credit: AccountId; amount: Micros }): TransferId {
    const pending = this.#platform.ledger.reserve({
      ...order,
      kind: 'wallet-chain',
      atMs: this.#clock.nowMs,
    });
    assert(!(pending instanceof Refusal), 'what is sent is there');
    return pending;
  }

  /** A transaction that fails in its block costs its fee; monero drops it without a fee. */
  #burn({ network, from, fee }: Draft): void {
    if (network !== 'monero') this.book.move(network, { from, to: miners, amount: fee });
  }

  #addCoin(address: string, coin: Coin): void {
    this.book.setCoins(address, [...this.book.coins(address), coin]);
  }
}

const lacks = (asset: ChainAsset, what: string): Refusal =>
  refuse('INSUFFICIENT_BALANCE', `the balance of ${nameOf(asset)} does not cover ${what}`);
