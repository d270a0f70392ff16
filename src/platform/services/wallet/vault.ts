/**
 * New wallets: twelve words from a separate stream, shown once and never stored (WAL01, WAL03, gaps W3, W4). Only
 * the number of wallets of each agent and their addresses are kept, so that a later wallet differs.
 */
import { Table } from '../../../core/base/table.ts';
import type { Platform, RegisteredAgent } from '../ports.ts';
import { storedAddress } from './chains/assets.ts';
import { chains, type Chain } from './chains/networks.ts';
import { deriveAddresses, newMnemonic } from './keys/hd-wallet.ts';
import { bytesFrom } from './stand-in-address.ts';

/** A wallet as its create call shows it, once. Callers must not store the mnemonic (WAL04). */
export interface NewWallet {
  readonly addresses: Readonly<Record<Chain, string>>;
  readonly mnemonic: string;
}

/** 128 bits: twelve words. */
const entropyBytes = 16;

/** Creates wallets; equal seeds and agent ids give equal mnemonics in the same order. */
export class Vault {
  readonly #platform: Platform;
  readonly #counts: Table<{ count: number }>;
  readonly #owners: Table<{ readonly owner: RegisteredAgent }>;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#counts = new Table(platform.journal);
    this.#owners = new Table(platform.journal);
  }

  create(agent: RegisteredAgent): NewWallet {
    const { agentId } = agent;
    const row = this.#counts.get(agentId) ?? this.#counts.insert(agentId, { count: 0 });
    const { count } = row;
    this.#counts.update(row, { count: count + 1 });
    const entropy = bytesFrom(this.#platform.idStream(`wallet/entropy/${agentId}/${count}`), entropyBytes);
    const mnemonic = newMnemonic(entropy);
    const addresses = deriveAddresses(mnemonic);
    for (const chain of chains) {
      const key = `${chain}/${storedAddress(chain, addresses[chain]) ?? ''}`;
      if (this.#owners.get(key) === undefined) this.#owners.insert(key, { owner: agent });
    }
    this.#platform.emit('walletCreated', 0);
    return { addresses, mnemonic };
  }

  /** True if this agent created the wallet of the address; expects the stored spelling. */
  isOwner(agent: RegisteredAgent, chain: Chain, address: string): boolean {
    return this.#owners.get(`${chain}/${address}`)?.owner === agent;
  }
}
