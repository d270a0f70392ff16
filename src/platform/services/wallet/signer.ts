/**
 * The send of the primary interface: signs a real transaction with the key in the request and broadcasts it on the
 * simulated chain (WAL10). The key is used only here and never stored.
 */
import { hash as digestOf } from 'node:crypto';
import { base58 } from '@scure/base';
import { present } from '../../../core/base/assert.ts';
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { secondMs } from '../../../core/base/time.ts';
import type { Platform, ServiceClock } from '../ports.ts';
import {
  contractOf,
  decimalsOf,
  isUsdcContract,
  sentAddress,
  storedAddress,
  symbolOf,
  type ChainAsset,
} from './chains/assets.ts';
import type { ChainTransaction } from './chains/chain-transaction.ts';
import type { Chain } from './chains/networks.ts';
import type { OnChain, Payment, Terms } from './chains/on-chain.ts';
import { addressOfMoneroKeys } from './keys/monero/keys.ts';
import { addressOfKey } from './keys/signing-key.ts';
import { signTransfer, type ChainContext, type TransferKeys } from './keys/transfer.ts';
import { parseUnits } from './units.ts';

/** WAL17 to WAL22 as sent. */
export interface SendRequest {
  readonly chain: Chain;
  readonly to: string;
  readonly amount: string | number;
  readonly privateKey: string | undefined;
  readonly token: string | undefined;
  readonly from: string | undefined;
  readonly viewKey: string | undefined;
  readonly spendKey: string | undefined;
}

interface Signer {
  readonly address: string;
  readonly keys: TransferKeys;
}

/** Reads, signs and broadcasts transfers. Holds neither keys nor state. */
export class TransferSigner {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #chains: OnChain;

  constructor(parts: { platform: Platform; clock: ServiceClock; chains: OnChain }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#chains = parts.chains;
  }

  /** Parses a request into a payment and its signer; changes nothing. Refuses BAD_REQUEST. */
  read(request: SendRequest): Outcome<{ payment: Payment; signer: Signer }> {
    const { chain } = request;
    if (chain === 'monero' && this.#platform.policies['wallet.monero'] === 'refused') {
      return refuse('BAD_REQUEST', 'monero transactions need a node and are not sent here');
    }
    const to = this.addressIn(chain, request.to, 'to');
    if (to instanceof Refusal) return to;
    // Whose balance is short, only a key says.
    const signer = chain === 'monero' ? moneroSigner(request) : keySigner(chain, request, this.#platform);
    if (signer instanceof Refusal) return signer;
    const asset = this.#assetOf(chain, request.token);
    if (asset instanceof Refusal) return asset;
    const amount = readUnits(request.amount, asset);
    if (amount instanceof Refusal) return amount;
    if (signer.address === to) return refuse('BAD_REQUEST', 'to is the address of the sender');
    return { payment: { from: signer.address, to, asset, amount }, signer };
  }

  /** Signs and broadcasts. Refuses INSUFFICIENT_BALANCE, CONFLICT (the same transaction again). */
  send({ payment, signer }: { payment: Payment; signer: Signer }): Outcome<ChainTransaction> {
    const terms = this.#chains.terms(payment);
    if (terms instanceof Refusal) return terms;
    const { asset, from, to, amount } = payment;
    const { network } = asset;
    const contract = contractOf(asset);
    const { hash, simulated } = signTransfer({
      chain: network as Chain,
      to,
      amount,
      ...(contract === null ? {} : { token: contract }),
      keys: signer.keys,
      context: this.#contextOf(payment, terms),
    });
    if (this.#chains.mempool.find(hash) !== undefined) {
      return refuse('CONFLICT', 'this very transaction has been broadcast before');
    }
    this.#platform.emit('walletSent', asset.kind === 'usdc' ? Number(amount) : 0);
    const feeAsset: ChainAsset = { network, kind: 'native' };
    const draft = { hash, network, from, to, asset, amount, fee: terms.fee, feeAsset, simulated };
    return this.#chains.send(draft, terms);
  }

  /** An address as it is stored. Refuses BAD_REQUEST, naming the field (gap W23). */
  addressIn(chain: Chain, text: string, field: string): Outcome<string> {
    const address = sentAddress(chain, text, this.#platform.policies);
    return address ?? refuse('BAD_REQUEST', `${field} is no address on ${chain}`);
  }

  /** Gap W7: tokens are contracts of ERC-20 and TRC-20. */
  #assetOf(chain: Chain, token: string | undefined): Outcome<ChainAsset> {
    const native: ChainAsset = { network: chain, kind: 'native' };
    if (token === undefined) return native;
    if (!tokenChains.has(chain)) {
      return this.#platform.policies['wallet.tokenElsewhere'] === 'ignored'
        ? native
        : refuse('BAD_REQUEST', `token is a contract on ethereum, base or tron; there are none on ${chain}`);
    }
    if (storedAddress(chain, token) === undefined) {
      return refuse('BAD_REQUEST', `token is no contract address on ${chain}`);
    }
    return isUsdcContract(chain, token)
      ? { network: chain, kind: 'usdc' }
      : refuse('INSUFFICIENT_BALANCE', 'the address holds nothing of that token');
  }

  #contextOf({ from, asset }: Payment, { fee, coins }: Terms): ChainContext {
    const { network, kind } = asset;
    const { book, fees } = this.#chains;
    const atMs = this.#clock.nowMs;
    const nonce = book.nonce(network, from);
    // Where only time distinguishes the transactions of a chain, the nonce makes the block that they refer to unique.
    const block = digestOf('sha256', `block/${network}/${atMs}/${from}/${nonce}`, 'buffer');
    switch (network) {
      case 'solana':
        return { family: 'solana', recentBlockhash: base58.encode(block) };
      case 'bitcoin':
        return {
          family: 'bitcoin',
          inputs: present(coins, 'bitcoin spends coins').inputs,
          change: from,
          feeSats: fee,
        };
      case 'tron':
        return {
          family: 'tron',
          refBlockBytes: block.toString('hex', 0, 2),
          refBlockHash: block.toString('hex', 8, 16),
          timestampMs: atMs,
          expirationMs: atMs + 60 * secondMs,
        };
      case 'monero':
        return { family: 'monero', ringSeed: block.toString('hex') };
      default:
        return { family: 'evm', nonce, ...fees.gas(network, kind, atMs) };
    }
  }
}

const tokenChains: ReadonlySet<Chain> = new Set(['ethereum', 'base', 'tron']);

/** A positive amount in base units. Refuses BAD_REQUEST. */
export function readUnits(value: unknown, asset: ChainAsset): Outcome<bigint> {
  const decimals = decimalsOf(asset);
  const units = parseUnits(value, decimals);
  if (units === undefined) {
    return refuse('BAD_REQUEST', `amount must be a decimal with at most ${decimals} decimals`);
  }
  if (units <= 0n) return refuse('BAD_REQUEST', 'amount must be above 0');
  return asset.kind === 'usdc' && units > BigInt(Number.MAX_SAFE_INTEGER)
    ? refuse('BAD_REQUEST', `amount is more ${symbolOf(asset)} than there is`)
    : units;
}

/** Gap W6: five chains sign with one key. */
function keySigner(
  chain: Exclude<Chain, 'monero'>,
  { privateKey, from }: SendRequest,
  { policies }: Platform,
): Outcome<Signer> {
  if (chain === 'bitcoin' && policies['wallet.bitcoinSend'] === 'refused') {
    return refuse('BAD_REQUEST', 'private_key is for EVM, Solana and Tron chains');
  }
  if (privateKey === undefined) return refuse('BAD_REQUEST', `private_key is needed on ${chain}`);
  const own = addressOfKey(chain, privateKey);
  if (own === undefined) return refuse('BAD_REQUEST', `private_key is no key of ${chain}`);
  const address = present(storedAddress(chain, own), 'an address that was derived is one');
  if (from !== undefined && storedAddress(chain, from) !== address) {
    return refuse('BAD_REQUEST', 'private_key does not belong to from');
  }
  return { address, keys: { privateKey } };
}

/** WAL23: monero takes the primary address and both of its keys. */
function moneroSigner({ from, viewKey, spendKey }: SendRequest): Outcome<Signer> {
  if (from === undefined || viewKey === undefined || spendKey === undefined) {
    return refuse('BAD_REQUEST', 'from, view_key and spend_key are needed on monero');
  }
  const own = addressOfMoneroKeys(viewKey, spendKey);
  return own === undefined || own !== from
    ? refuse('BAD_REQUEST', 'view_key and spend_key do not belong to from')
    : { address: own, keys: { from, viewKey, spendKey } };
}
