/**
 * The wallet of styles A and B: sends from the agent's platform balance without a key (gap W2). USDC goes
 * to an address of a chain or to another agent; native assets, which a swap or a deposit has brought to the agent's
 * deposit address, go from there.
 */
import { assert } from '../../../core/base/assert.ts';
import { formatUsdc, parseUsdc, type Micros } from '../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import type { AccountId } from '../../../core/ledger/ledger.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../ports.ts';
import { isAgentId } from '../addresses.ts';
import { sentAddress, type ChainAsset } from './chains/assets.ts';
import type { ChainHold, ChainTransaction, Draft, TransactionEffect } from './chains/chain-transaction.ts';
import { hashOn } from './chains/hash-on.ts';
import type { ChainNetwork } from './chains/networks.ts';
import type { OnChain } from './chains/on-chain.ts';
import type { DepositAddresses } from './deposit-addresses.ts';
import type { Prices } from './prices.ts';
import type { WalletTreasury } from './treasury.ts';

/** WAL46: a send in base units of its asset. */
export interface CustodyOrder {
  /** An address of the chain, or an agent id. */
  readonly to: string;
  readonly asset: ChainAsset;
  readonly amount: bigint;
  readonly memo: string | undefined;
}

/** Where an order goes. */
interface Destination {
  readonly address: string;
  readonly agent: RegisteredAgent | undefined;
}

/** The objects that custody works with; the wallet service owns them. */
export interface CustodyParts {
  readonly platform: Platform;
  readonly clock: ServiceClock;
  readonly chains: OnChain;
  readonly deposits: DepositAddresses;
  readonly treasury: WalletTreasury;
  readonly prices: Prices;
}

/** Sends from platform balances. A pending send holds its USDC in the ledger until its chain confirms or fails it. */
export class Custody {
  readonly #parts: CustodyParts;

  constructor(parts: CustodyParts) {
    this.#parts = parts;
  }

  /** WAL38, WAL46. Refuses BAD_REQUEST, NOT_FOUND (agent), INSUFFICIENT_BALANCE. */
  send(order: CustodyOrder, caller: RegisteredAgent): Outcome<ChainTransaction> {
    const destination = this.#destinationOf(order);
    if (destination instanceof Refusal) return destination;
    if (destination.agent === caller) return refuse('BAD_REQUEST', 'to is the sender');
    return order.asset.kind === 'usdc'
      ? this.#sendUsdc(order, destination, caller)
      : this.#sendNative(order, destination, caller);
  }

  /** The fee of a send now, in micro-USDC: the worth of the chain's own fee (gap W16, policy `wallet.sendFee`). */
  feeMicros(network: ChainNetwork): Micros {
    const { platform, clock, chains, prices } = this.#parts;
    if (platform.policies['wallet.sendFee'] === 'none') return 0;
    const units = chains.fees.fee(network, 'usdc', { atMs: clock.nowMs });
    return Number(prices.micros({ network, kind: 'native' }, units)) + 1;
  }

  /** Reads an address first, so that no agent id can shadow an address. */
  #destinationOf({ to, asset }: CustodyOrder): Outcome<Destination> {
    const { deposits, platform } = this.#parts;
    const { network } = asset;
    const address = sentAddress(network, to, platform.policies);
    if (address !== undefined) return { address, agent: deposits.agentAt(network, address) };
    const agent = platform.agents.byId(to);
    if (agent !== undefined) return { address: deposits.of(agent, network), agent };
    return isAgentId(to)
      ? refuse('NOT_FOUND', `there is no agent "${to}", and it is no address on ${network}`)
      : refuse('BAD_REQUEST', `to must be an address on ${network} or an agent id`);
  }

  #sendUsdc(
    order: CustodyOrder,
    { address, agent }: Destination,
    caller: RegisteredAgent,
  ): Outcome<ChainTransaction> {
    const { platform, treasury, deposits } = this.#parts;
    const { network } = order.asset;
    const { policies } = platform;
    const feeMicros = this.feeMicros(network);
    const amountMicros = Number(order.amount) - (policies['wallet.sendFee'] === 'inside' ? feeMicros : 0);
    const mistake = this.#amountMistake(Number(order.amount), amountMicros);
    if (mistake !== undefined) return mistake;
    if (platform.ledger.available(caller.account) < amountMicros + feeMicros) {
      return refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the amount and the fee');
    }
    const credit = agent?.account ?? platform.outside.open(network, address);
    const holds: ChainHold[] = [this.#hold(caller, { credit, amount: amountMicros, kind: 'wallet-send' })];
    if (feeMicros > 0) {
      holds.push(this.#hold(caller, { credit: treasury.fees, amount: feeMicros, kind: 'wallet-fee' }));
    }
    const draft = {
      ...this.#draftOf(order, caller, { address, agent }),
      from: deposits.of(caller, network),
      amount: BigInt(amountMicros),
      fee: BigInt(feeMicros),
      feeAsset: order.asset,
    };
    platform.emit('walletSent', amountMicros);
    const effect = this.#usdcEffect(holds, { payer: caller, feeMicros });
    if (agent === undefined || policies['wallet.agentSend'] === 'chain') {
      return this.#parts.chains.mempool.broadcast(draft, effect);
    }
    effect.confirm();
    platform.emit('walletConfirmed', amountMicros);
    return this.#parts.chains.mempool.record(draft);
  }

  #amountMistake(askedMicros: Micros, amountMicros: Micros): Refusal | undefined {
    const leastMicros = parseUsdc(this.#parts.platform.policies['wallet.sendMin']) ?? 0;
    if (askedMicros < leastMicros) {
      return refuse('BAD_REQUEST', `amount must be at least ${formatUsdc(leastMicros)}`);
    }
    return amountMicros > 0 ? undefined : refuse('BAD_REQUEST', 'amount does not cover the fee');
  }

  #usdcEffect(
    holds: readonly ChainHold[],
    fee: { payer: RegisteredAgent; feeMicros: Micros },
  ): TransactionEffect {
    const { platform, clock, treasury } = this.#parts;
    return {
      holds,
      confirm: () => {
        for (const { transfer } of holds) platform.ledger.post(transfer, clock.nowMs);
        treasury.feeCharged(fee.payer, fee.feeMicros);
      },
      fail: () => {
        for (const { transfer } of holds) treasury.void(transfer);
      },
    };
  }

  #sendNative(
    order: CustodyOrder,
    destination: Destination,
    caller: RegisteredAgent,
  ): Outcome<ChainTransaction> {
    const { platform, chains, deposits } = this.#parts;
    const from = deposits.of(caller, order.asset.network);
    const { asset, amount } = order;
    const terms = chains.terms({ from, to: destination.address, asset, amount });
    if (terms instanceof Refusal) return terms;
    platform.emit('walletSent', 0);
    const draft = this.#draftOf(order, caller, destination);
    return chains.send({ ...draft, from, amount, fee: terms.fee, feeAsset: asset }, terms);
  }

  #hold(
    payer: RegisteredAgent,
    part: { credit: AccountId; amount: Micros; kind: 'wallet-send' | 'wallet-fee' },
  ): ChainHold {
    const { ledger } = this.#parts.platform;
    const pending = ledger.reserve({ ...part, debit: payer.account, atMs: this.#parts.clock.nowMs });
    assert(!(pending instanceof Refusal), 'what is sent is there');
    return { transfer: pending, amountMicros: part.amount };
  }

  #draftOf(
    { asset, memo }: CustodyOrder,
    sender: RegisteredAgent,
    { address, agent }: Destination,
  ): Pick<Draft, 'hash' | 'network' | 'to' | 'asset' | 'simulated' | 'sender' | 'receiver' | 'memo'> {
    const { network } = asset;
    const hash = hashOn(network, this.#parts.platform.nextTxHash());
    return { hash, network, to: address, asset, simulated: true, sender, receiver: agent, memo };
  }
}
