/**
 * Pending transactions: each enters one of the next blocks, waits for the confirmations that its chain needs, and is
 * then confirmed or failed. There is one event for each transaction and none for a block. Delay and outcome are drawn
 * from a stream of the transaction's own, so that no other transaction changes them.
 */
import { assert } from '../../../../core/base/assert.ts';
import { GroupIndex, Table } from '../../../../core/base/table.ts';
import type { Instant } from '../../../../core/base/time.ts';
import type { PendingHolder, PendingReason, Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';
import { BlockClock } from './block-clock.ts';
import type { ChainHold, ChainTransaction, Draft, TransactionEffect } from './chain-transaction.ts';
import { networkNames, networks, type ChainNetwork } from './networks.ts';

/** Of a thousand, by policy `wallet.failures` (gap W16). */
const failuresPerThousand = { 'half-percent': 5, none: 0, tenth: 100, all: 1_000 } as const;

/** Out of ten transactions, this many miss a block and wait for the next. */
const leftOutOfTen = 2;
const blocksWaitedMax = 5;

/** Called for every confirmed transaction, after its effect. */
export type ConfirmationListener = (transaction: ChainTransaction) => void;

/** A transaction with USDC reservations, and the time at which it settles. */
interface Waiting {
  readonly transaction: ChainTransaction;
  readonly holds: readonly ChainHold[];
  readonly settlesAtMs: Instant;
}

/** All transactions of a world, pending and settled. Its pending reasons end when the transaction settles. */
export class Mempool implements PendingHolder {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #blocks: ReadonlyMap<ChainNetwork, BlockClock>;
  readonly #byHash: Table<ChainTransaction>;
  readonly #byAddress: GroupIndex<ChainTransaction>;
  readonly #byAgent: GroupIndex<ChainTransaction>;
  readonly #waiting: Table<Waiting>;
  #arrived: ConfirmationListener = () => undefined;

  constructor(parts: { platform: Platform; clock: ServiceClock }) {
    const { platform, clock } = parts;
    this.#platform = platform;
    this.#clock = clock;
    const stream = (path: string) => platform.stream(path);
    this.#blocks = new Map(networkNames.map((network) => [network, new BlockClock(network, stream)]));
    this.#byHash = new Table(platform.journal);
    this.#byAddress = new GroupIndex(platform.journal);
    this.#byAgent = new GroupIndex(platform.journal);
    this.#waiting = new Table(platform.journal);
  }

  onArrival(arrived: ConfirmationListener): void {
    this.#arrived = arrived;
  }

  find(hash: string): ChainTransaction | undefined {
    return this.#byHash.get(hash);
  }

  /** Oldest first. */
  ofAddress(network: ChainNetwork, address: string): readonly ChainTransaction[] {
    return this.#byAddress.get(`${network}/${address}`);
  }

  /** What has moved an agent's platform balance, oldest first. */
  ofAgent(agent: RegisteredAgent): readonly ChainTransaction[] {
    return this.#byAgent.get(agent.agentId);
  }

  /**
   * Broadcasts a transaction. `effect` is called once, when it is confirmed or has failed; `isCertain` rules failure
   * out.
   */
  broadcast(
    draft: Draft,
    effect: TransactionEffect,
    options: { isCertain?: boolean } = {},
  ): ChainTransaction {
    const sentAtMs = this.#clock.nowMs;
    const transaction: ChainTransaction = { ...draft, sentAtMs, status: 'pending', settledAtMs: null };
    this.#enter(transaction);
    const fate = this.#fateOf(transaction);
    const fails = fate.fails && options.isCertain !== true;
    const { holds } = effect;
    if (holds.length > 0) {
      this.#waiting.insert(transaction.hash, { transaction, holds, settlesAtMs: fate.settlesAtMs });
    }
    this.#clock.schedule(fate.settlesAtMs, () => this.#settle(transaction, effect, fails));
    return transaction;
  }

  *pendingReasons(): Iterable<PendingReason> {
    for (const { transaction, holds, settlesAtMs } of this.#waiting.rows()) {
      if (transaction.status !== 'pending') continue;
      const reason = `on its way over ${transaction.network}`;
      for (const { transfer, amountMicros } of holds) {
        yield { transfer, amountMicros, reason, untilMs: settlesAtMs };
      }
    }
  }

  /** Records a transaction whose effect has already been applied, as confirmed. */
  record(draft: Draft): ChainTransaction {
    const sentAtMs = this.#clock.nowMs;
    const transaction: ChainTransaction = { ...draft, sentAtMs, status: 'confirmed', settledAtMs: sentAtMs };
    this.#enter(transaction);
    this.#arrived(transaction);
    return transaction;
  }

  #enter(transaction: ChainTransaction): void {
    const { hash, network, from, to, sender, receiver } = transaction;
    this.#byHash.insert(hash, transaction);
    for (const address of new Set([from, to])) this.#byAddress.add(`${network}/${address}`, transaction);
    for (const agent of new Set([sender, receiver])) {
      if (agent !== undefined) this.#byAgent.add(agent.agentId, transaction);
    }
  }

  #fateOf({ network, sentAtMs }: ChainTransaction): { settlesAtMs: Instant; fails: boolean } {
    const { policies } = this.#platform;
    const stream = this.#platform.stream(`wallet/fate/${this.#byHash.size}`);
    const fails = stream.integer(1_000) < failuresPerThousand[policies['wallet.failures']];
    let waited = 1;
    while (waited < blocksWaitedMax && stream.integer(10) < leftOutOfTen) waited += 1;
    const depth = policies['wallet.confirmed'] === 'depth' ? networks[network].confirmations : 1;
    const blocks = this.#blocks.get(network);
    assert(blocks !== undefined, 'every network has blocks');
    return { fails, settlesAtMs: blocks.blockAfter(sentAtMs, waited + depth - 1) };
  }

  #settle(transaction: ChainTransaction, effect: TransactionEffect, fails: boolean): void {
    const status = fails ? 'failed' : 'confirmed';
    this.#byHash.update(transaction, { status, settledAtMs: this.#clock.nowMs });
    const { asset, amount } = transaction;
    this.#platform.emit(
      fails ? 'walletFailed' : 'walletConfirmed',
      asset.kind === 'usdc' ? Number(amount) : 0,
    );
    if (fails) {
      effect.fail();
      return;
    }
    effect.confirm();
    this.#arrived(transaction);
  }
}
