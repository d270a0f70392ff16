/**
 * The wallet: keys and signed transfers on six simulated chains for callers that hold the keys, swaps, and, in styles A
 * and B, calls over the agent's platform balance (specification.md, Wallet). It stores no mnemonic and no private key.
 */
import { refuse, Refusal, type Outcome } from '../../../core/base/refusal.ts';
import type { Micros } from '../../../core/base/money.ts';
import { newestFirst, type Page, type PageRequest } from '../../../core/http/paging.ts';
import type { AccountId } from '../../../core/ledger/ledger.ts';
import type {
  AssetPrices,
  PendingHolder,
  PendingReason,
  Platform,
  RegisteredAgent,
  ServiceClock,
} from '../ports.ts';
import { Aggregator } from './aggregator.ts';
import { sentAddress, storedAddress, type ChainAsset } from './chains/assets.ts';
import type { ChainTransaction } from './chains/chain-transaction.ts';
import { chains, networks, type Chain, type ChainNetwork } from './chains/networks.ts';
import { OnChain } from './chains/on-chain.ts';
import { Custody } from './custody.ts';
import { DepositAddresses } from './deposit-addresses.ts';
import { InstantSwap } from './instant-swap.ts';
import { viewKeyMatches } from './keys/monero/keys.ts';
import { Prices } from './prices.ts';
import { WalletRegistration } from './registration.ts';
import { Reserves } from './reserves.ts';
import { TransferSigner, type SendRequest } from './signer.ts';
import type { SwapOrder, SwapQuote, SwapTerms } from './swap-order.ts';
import { WalletTreasury } from './treasury.ts';
import { Vault, type NewWallet } from './vault.ts';
import { WalletReferral, type ChainAddress } from './wallet-referral.ts';

/** The balance of an address in base units; `usdc` is undefined on a chain without USDC. */
export interface ChainBalance {
  readonly chain: Chain;
  readonly address: string;
  readonly native: bigint;
  readonly usdc: bigint | undefined;
}

/** One chain of an agent's own balance. */
export interface Share {
  readonly network: ChainNetwork;
  readonly usdcMicros: Micros;
  readonly native: bigint;
  /** Both together, in micro-USDC. */
  readonly worthMicros: Micros;
}

/** An entry of a history as one of its two sides sees it. */
export interface HistoryEntry {
  readonly transaction: ChainTransaction;
  readonly type: 'send' | 'receive';
}

/** A page of a history; `network` undefined means all chains. */
export interface HistoryFilter {
  readonly request: PageRequest;
  readonly type: 'send' | 'receive' | 'all';
  readonly network: ChainNetwork | undefined;
}

const gasGrantMicros = 10_000_000n;

/** The service of one world. Its pending reasons are the transactions that hold USDC until they settle. */
export class Wallet implements PendingHolder {
  readonly onChain: OnChain;
  readonly reserves: Reserves;
  readonly registration: WalletRegistration;
  /** Sends out of the agents' own balances. */
  readonly custody: Custody;
  readonly instantSwap: InstantSwap;
  /** The referral programme as the wallet shows and pays it. */
  readonly referral: WalletReferral;
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #prices: Prices;
  readonly #vault: Vault;
  readonly #signer: TransferSigner;
  readonly #deposits: DepositAddresses;
  readonly #aggregator: Aggregator;

  constructor(parts: {
    platform: Platform;
    clock: ServiceClock;
    issuer: AccountId;
    prices: AssetPrices;
    joined: (agent: RegisteredAgent) => void;
  }) {
    const { platform, clock } = parts;
    const stream = (path: string) => platform.stream(path);
    this.#platform = platform;
    this.#clock = clock;
    this.#prices = new Prices({ market: parts.prices, stream });
    this.#deposits = new DepositAddresses(platform);
    const agentAt = (network: ChainNetwork, address: string) => this.#deposits.agentAt(network, address);
    this.onChain = new OnChain({ platform, clock, agentAt });
    this.#vault = new Vault(platform);
    this.registration = new WalletRegistration(parts);
    this.#signer = new TransferSigner({ platform, clock, chains: this.onChain });
    this.referral = new WalletReferral({
      platform,
      clock,
      chains: this.onChain,
      signer: this.#signer,
      deposits: this.#deposits,
    });
    const treasury = new WalletTreasury(parts);
    const shared = {
      platform,
      clock,
      treasury,
      chains: this.onChain,
      deposits: this.#deposits,
      prices: this.#prices,
    };
    this.reserves = new Reserves(shared);
    this.custody = new Custody(shared);
    this.#aggregator = new Aggregator({ ...shared, reserves: this.reserves });
    this.instantSwap = new InstantSwap({ ...shared, reserves: this.reserves, aggregator: this.#aggregator });
    this.onChain.mempool.onArrival((transaction) => this.#aggregator.arrived(transaction));
  }

  /** WAL06. */
  health(_input: undefined): Outcome<{ nowMs: number }> {
    return { nowMs: this.#clock.nowMs };
  }

  /** WAL08. */
  create(_input: undefined, caller: RegisteredAgent): Outcome<NewWallet> {
    const wallet = this.#vault.create(caller);
    if (this.#platform.policies['wallet.genesis'] === 'gas') this.#giveGas(wallet.addresses);
    return wallet;
  }

  /** WAL09. Refuses BAD_REQUEST: a wrong address, a view key that is missing or does not fit (gap W9). */
  chainBalance(input: ChainAddress & { viewKey: string | undefined }): Outcome<ChainBalance> {
    const { chain, viewKey } = input;
    const address = this.#signer.addressIn(chain, input.address, 'address');
    if (address instanceof Refusal) return address;
    if (chain === 'monero') {
      const seen = this.#isSeen(address, viewKey);
      if (seen instanceof Refusal) return seen;
      if (!seen) return { chain, address, native: 0n, usdc: undefined };
    }
    const native = this.onChain.available({ network: chain, kind: 'native' }, address);
    const hasUsdc = networks[chain].usdc !== undefined;
    const usdc = hasUsdc ? this.onChain.available({ network: chain, kind: 'usdc' }, address) : undefined;
    return { chain, address, native, usdc };
  }

  /** WAL10. Refuses BAD_REQUEST, FORBIDDEN (policy `wallet.signer`), INSUFFICIENT_BALANCE. */
  sendSigned(request: SendRequest, caller: RegisteredAgent): Outcome<ChainTransaction> {
    const read = this.#signer.read(request);
    if (read instanceof Refusal) return read;
    const isOwn = this.#platform.policies['wallet.signer'] === 'own';
    if (isOwn && !this.#vault.isOwner(caller, request.chain, read.payment.from)) {
      return refuse('FORBIDDEN', 'the key is of an address that you have not created here');
    }
    return this.#signer.send(read);
  }

  /** WAL11. Refuses BAD_REQUEST, CONFLICT. */
  quote(terms: SwapTerms): Outcome<SwapQuote> {
    return this.#aggregator.quote(terms);
  }

  /** WAL12. Refuses BAD_REQUEST, CONFLICT. */
  openSwap(order: SwapTerms & { toAddress: string }, caller: RegisteredAgent): Outcome<SwapOrder> {
    const toAddress = sentAddress(order.to.network, order.toAddress, this.#platform.policies);
    if (toAddress === undefined) {
      return refuse('BAD_REQUEST', `to_address is no address on ${order.to.network}`);
    }
    return this.#aggregator.open({ ...order, toAddress }, caller);
  }

  /** WAL13: the binding takes all data of a chain from its table. */
  depositPath({ chain }: { chain: Chain }): Outcome<{ chain: Chain }> {
    return { chain };
  }

  /** WAL14: newest first. Refuses BAD_REQUEST. */
  chainTransactions(input: ChainAddress & { request: PageRequest }): Outcome<Page<ChainTransaction>> {
    const address = this.#signer.addressIn(input.chain, input.address, 'address');
    if (address instanceof Refusal) return address;
    return newestFirst(this.onChain.mempool.ofAddress(input.chain, address), input.request);
  }

  /** WAL15. Refuses NOT_FOUND. */
  swapStatus({ orderId }: { orderId: string }, caller: RegisteredAgent): Outcome<SwapOrder> {
    const order = this.#aggregator.find(orderId);
    const isHidden = this.#platform.policies['wallet.visibility'] === 'parties' && order?.agent !== caller;
    return order === undefined || isHidden
      ? refuse('NOT_FOUND', `there is no swap order "${orderId}"`)
      : order;
  }

  /** WAL16. */
  chains(_input: undefined): Outcome<object> {
    return {};
  }

  /** WAL35, WAL42: the platform balance, and native assets at the agent's deposit addresses. */
  balance(
    { networks: shown }: { networks: readonly ChainNetwork[] },
    caller: RegisteredAgent,
  ): Outcome<{ totalMicros: Micros; shares: readonly Share[] }> {
    const isEverywhere = this.#platform.policies['wallet.balanceHome'] === 'everywhere';
    const ownMicros = this.#platform.ledger.available(caller.account);
    const shares = shown.map((network) => {
      const usdcMicros = isEverywhere || network === homeNetwork ? ownMicros : 0;
      const address = this.#deposits.known(caller, network);
      const native = address === undefined ? 0n : this.onChain.book.available(network, address);
      const worth = this.#prices.micros({ network, kind: 'native' }, native);
      return { network, usdcMicros, native, worthMicros: usdcMicros + Number(worth) };
    });
    return { totalMicros: Math.max(0, ...shares.map(({ usdcMicros }) => usdcMicros)), shares };
  }

  /** WAL37, WAL50. */
  addresses(
    { networks: shown }: { networks: readonly ChainNetwork[] },
    caller: RegisteredAgent,
  ): Outcome<ReadonlyMap<ChainNetwork, string>> {
    return new Map(shown.map((network) => [network, this.#deposits.of(caller, network)]));
  }

  /** WAL41: newest first. */
  transactions(
    { request: page, type, network }: HistoryFilter,
    caller: RegisteredAgent,
  ): Outcome<Page<HistoryEntry>> {
    const entries = this.onChain.mempool
      .ofAgent(caller)
      .map((transaction): HistoryEntry => ({
        transaction,
        type: transaction.sender === caller ? 'send' : 'receive',
      }))
      .filter((entry) => type === 'all' || entry.type === type)
      .filter((entry) => network === undefined || entry.transaction.network === network);
    return newestFirst(entries, page);
  }

  /** WAL54. Refuses NOT_FOUND. */
  transaction(
    { hash }: { hash: string },
    caller: RegisteredAgent,
  ): Outcome<{ transaction: ChainTransaction; isParty: boolean }> {
    const transaction = this.onChain.mempool.find(hash);
    const isParty = transaction?.sender === caller || transaction?.receiver === caller;
    const isHidden = !isParty && this.#platform.policies['wallet.visibility'] === 'parties';
    return transaction === undefined || isHidden
      ? refuse('NOT_FOUND', `there is no transaction "${hash}"`)
      : { transaction, isParty };
  }

  pendingReasons(): Iterable<PendingReason> {
    return this.onChain.mempool.pendingReasons();
  }

  /** The sum of all inconsistencies in the books of native assets, in base units; anything but 0 is a bug. */
  drift(): number {
    return this.onChain.book.drift();
  }

  #isSeen(address: string, viewKey: string | undefined): Outcome<boolean> {
    if (viewKey === undefined) {
      return this.#platform.policies['wallet.moneroBalance'] === 'zero'
        ? false
        : refuse('BAD_REQUEST', 'view_key is needed for a balance on monero');
    }
    return viewKeyMatches(address, viewKey)
      ? true
      : refuse('BAD_REQUEST', 'view_key is not the private view key of the address');
  }

  #giveGas(addresses: NewWallet['addresses']): void {
    for (const network of chains) {
      const asset: ChainAsset = { network, kind: 'native' };
      const amount = this.#prices.unitsFor(asset, gasGrantMicros);
      const address = storedAddress(network, addresses[network]);
      if (address !== undefined && this.onChain.book.canMint(network, amount)) {
        this.onChain.give(network, address, amount);
      }
    }
  }
}

/** Where the platform balance is shown (policy `wallet.balanceHome`): style B's default chain (gap W20). */
const homeNetwork: ChainNetwork = 'ethereum';
