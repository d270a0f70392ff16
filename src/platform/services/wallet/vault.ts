/**
 * New wallets: twelve words from a stream of their own, told once and kept nowhere (WAL01, WAL03, gaps W3, W4). All that
 * stays is how many wallets an agent has made, and which addresses, so that a later wallet is another one.
 */
import { Table } from '../../../core/base/table.ts';
import type { Agent, Platform } from '../ports.ts';
import { storedAddress } from './chains/assets.ts';
import { chains, type Chain } from './chains/networks.ts';
import { deriveAddresses, newMnemonic } from './keys/hd-wallet.ts';
import { bytesFrom } from './stand-in-address.ts';

export interface NewWallet {
  readonly addresses: Readonly<Record<Chain, string>>;
  readonly mnemonic: string;
}

/** 128 bits: twelve words. */
const entropyBytes = 16;

export class Vault {
  readonly #platform: Platform;
  readonly #counts: Table<{ count: number }>;
  readonly #owners: Table<{ readonly owner: Agent }>;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#counts = new Table(platform.journal);
    this.#owners = new Table(platform.journal);
  }

  create(agent: Agent): NewWallet {
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

  /** Whether the agent has been told the words behind an address. */
  isOwner(agent: Agent, chain: Chain, address: string): boolean {
    return this.#owners.get(`${chain}/${address}`)?.owner === agent;
  }
}
