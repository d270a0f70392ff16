/**
 * Balances of the native assets, in base units of any size. Only the mint creates assets and nothing is destroyed: fees
 * go to the miners, and the balances of every chain, the mint's included, add up to zero.
 */
import { assert } from '../../../../core/base/assert.ts';
import type { Journal } from '../../../../core/base/journal.ts';
import { GroupIndex, Table } from '../../../../core/base/table.ts';
import { networks, type ChainNetwork } from './networks.ts';

/** The holder that all native assets come from and that swaps pay into; the only one that may be negative. */
export const mint = 'mint';
/** The holder of all fees. */
export const miners = 'miners';

/** An unspent output of bitcoin, in satoshi. */
export interface Coin {
  readonly txid: string;
  readonly index: number;
  readonly amount: bigint;
}

interface Holding {
  readonly network: ChainNetwork;
  readonly address: string;
  balance: bigint;
  held: bigint;
  /** How many transactions the address has sent. */
  nonce: number;
  /** Only on bitcoin: the unspent outputs that make up the available balance. */
  coins: readonly Coin[];
}

interface Entry {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** The double-entry book of native assets of one world, rolled back by the world's journal. */
export class NativeBook {
  readonly #holdings: Table<Holding>;
  readonly #entries: GroupIndex<Entry>;

  constructor(journal: Journal) {
    this.#holdings = new Table(journal);
    this.#entries = new GroupIndex(journal);
  }

  /** What the address can spend now. */
  available(network: ChainNetwork, address: string): bigint {
    const holding = this.#holdings.get(keyOf(network, address));
    return holding === undefined ? 0n : holding.balance - holding.held;
  }

  nonce(network: ChainNetwork, address: string): number {
    return this.#holdings.get(keyOf(network, address))?.nonce ?? 0;
  }

  countSent(network: ChainNetwork, address: string): void {
    const holding = this.#holding(network, address);
    this.#holdings.update(holding, { nonce: holding.nonce + 1 });
  }

  /** Reserves an amount for a pending transaction. Asserts that it is available, except at the mint. */
  hold(network: ChainNetwork, address: string, amount: bigint): void {
    if (amount === 0n) return;
    const holding = this.#holding(network, address);
    const isThere = address === mint || holding.balance - holding.held >= amount;
    assert(amount > 0n && isThere, 'what is held back is there');
    this.#holdings.update(holding, { held: holding.held + amount });
  }

  release(network: ChainNetwork, address: string, amount: bigint): void {
    if (amount === 0n) return;
    const holding = this.#holding(network, address);
    assert(holding.held >= amount, 'no more is released than is held back');
    this.#holdings.update(holding, { held: holding.held - amount });
  }

  /** Moves an available amount; the mint may become negative. */
  move(network: ChainNetwork, entry: Entry): void {
    const { from, to, amount } = entry;
    if (amount === 0n) return;
    assert(amount > 0n && from !== to, 'a move joins two addresses');
    const source = this.#holding(network, from);
    assert(from === mint || source.balance - source.held >= amount, 'what moves is there');
    this.#holdings.update(source, { balance: source.balance - amount });
    const target = this.#holding(network, to);
    this.#holdings.update(target, { balance: target.balance + amount });
    this.#entries.add(network, entry);
  }

  /** True if the mint may give out this amount on top of its reservations. */
  canMint(network: ChainNetwork, amount: bigint): boolean {
    const { balance = 0n, held = 0n } = this.#holdings.get(keyOf(network, mint)) ?? {};
    const { supplyMax, decimals } = networks[network];
    return held + amount - balance <= supplyMax * 10n ** BigInt(decimals);
  }

  coins(address: string): readonly Coin[] {
    return this.#holdings.get(keyOf('bitcoin', address))?.coins ?? [];
  }

  setCoins(address: string, coins: readonly Coin[]): void {
    this.#holdings.update(this.#holding('bitcoin', address), { coins });
  }

  /**
   * The sum of all inconsistencies, in base units over all chains: of balances with the sums of their entries, of each
   * chain's total with zero, and of coins with the balances they make up. Anything but 0 is a bug.
   */
  drift(): number {
    const sums = new Map<string, bigint>();
    const replayed = new Map<string, bigint>();
    let drift = 0n;
    for (const { network, address, balance, held, coins } of this.#holdings.rows()) {
      sums.set(network, (sums.get(network) ?? 0n) + balance);
      replayed.set(keyOf(network, address), -balance);
      const isCoined = network === 'bitcoin' && address !== mint && address !== miners;
      const spendable = coins.reduce((sum, { amount }) => sum + amount, 0n);
      if (isCoined) drift += magnitude(spendable - (balance - held));
    }
    for (const network of sums.keys()) {
      for (const { from, to, amount } of this.#entries.get(network)) {
        add(replayed, keyOf(network as ChainNetwork, from), -amount);
        add(replayed, keyOf(network as ChainNetwork, to), amount);
      }
    }
    for (const rest of [...sums.values(), ...replayed.values()]) drift += magnitude(rest);
    return Number(drift);
  }

  #holding(network: ChainNetwork, address: string): Holding {
    const key = keyOf(network, address);
    const known = this.#holdings.get(key);
    if (known !== undefined) return known;
    return this.#holdings.insert(key, { network, address, balance: 0n, held: 0n, nonce: 0, coins: [] });
  }
}

const keyOf = (network: ChainNetwork, address: string): string => `${network}/${address}`;

const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

function add(sums: Map<string, bigint>, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}
