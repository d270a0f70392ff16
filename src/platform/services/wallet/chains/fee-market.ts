/**
 * Fees on each chain in native base units: a base price times the congestion of the chain. Congestion is drawn for
 * every chain every ten minutes, log-normal with median 1, from a stream of that interval alone.
 */
import { minuteMs, type Instant } from '../../../../core/base/time.ts';
import { logNormal } from '../../../../core/kernel/distributions.ts';
import type { Stream } from '../../../../core/kernel/stream.ts';
import type { AssetKind } from './assets.ts';
import type { ChainNetwork } from './networks.ts';

/** Units of congestion: 1000 is the base price. */
const levelUnit = 1_000n;
const crowding = logNormal({ median: 1, p99: 3 });
const bucketMs = 10 * minuteMs;

const gwei = 1_000_000_000n;

/** EVM: the base price of a unit of gas and the tip of the block producer, in wei. */
const gasPrices: Readonly<Partial<Record<ChainNetwork, { base: bigint; tip: bigint }>>> = {
  ethereum: { base: gwei, tip: gwei / 10n },
  base: { base: gwei / 100n, tip: gwei / 1_000n },
  polygon: { base: 30n * gwei, tip: 25n * gwei },
  arbitrum: { base: gwei / 10n, tip: 0n },
};

/** Gas of a plain transfer and of a token transfer. */
const gasLimits: Readonly<Record<AssetKind, bigint>> = { native: 21_000n, usdc: 65_000n };

/** The gas fields of an EVM transaction, in wei. All of it is charged: the model has no refund. */
export interface GasTerms {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly gasLimit: bigint;
}

/** Virtual bytes of a P2WPKH transaction: overhead, each input, each output. */
const bytesOf = { overhead: 11n, input: 68n, output: 31n } as const;
const satoshiPerByte = 10n;

/** Fees as a pure function of network, time and run seed. */
export class FeeMarket {
  readonly #stream: (path: string) => Stream;
  readonly #levels = new Map<string, bigint>();

  constructor(stream: (path: string) => Stream) {
    this.#stream = stream;
  }

  gas(network: ChainNetwork, kind: AssetKind, atMs: Instant): GasTerms {
    const { base, tip } = gasPrices[network] ?? { base: gwei, tip: 0n };
    const maxFeePerGas = this.#crowded(network, base, atMs) + tip;
    return { maxFeePerGas, maxPriorityFeePerGas: tip, gasLimit: gasLimits[kind] };
  }

  /** The whole fee; on bitcoin it depends on the number of inputs. */
  fee(network: ChainNetwork, kind: AssetKind, order: { atMs: Instant; inputs?: number }): bigint {
    const { atMs, inputs = 1 } = order;
    switch (network) {
      case 'solana':
        // Five thousand lamports a signature, and a priority fee of as much again times the congestion.
        return 5_000n + this.#crowded(network, 5_000n, atMs);
      case 'bitcoin': {
        const bytes = bytesOf.overhead + bytesOf.input * BigInt(inputs) + bytesOf.output * 2n;
        return this.#crowded(network, satoshiPerByte, atMs) * bytes;
      }
      case 'tron':
        // Bandwidth of 268 bytes, or energy 65,000 and 345 bytes, at the chain's own fixed prices in sun.
        return kind === 'native' ? 268_000n : 27_645_000n;
      case 'monero':
        return this.#crowded(network, 30_000_000n, atMs);
      default: {
        const { maxFeePerGas, gasLimit } = this.gas(network, kind, atMs);
        return maxFeePerGas * gasLimit;
      }
    }
  }

  /** The price times the congestion, at least one unit. */
  #crowded(network: ChainNetwork, defaultValue: bigint, atMs: Instant): bigint {
    const price = (defaultValue * this.#level(network, atMs)) / levelUnit;
    return price > 0n ? price : 1n;
  }

  #level(network: ChainNetwork, atMs: Instant): bigint {
    const path = `wallet/fees/${network}/${Math.floor(atMs / bucketMs)}`;
    const known = this.#levels.get(path);
    if (known !== undefined) return known;
    const level = BigInt(Math.max(1, Math.round(crowding(this.#stream(path)) * Number(levelUnit))));
    if (this.#levels.size >= levelsHeldMax) this.#levels.clear();
    this.#levels.set(path, level);
    return level;
  }
}

const levelsHeldMax = 256;
