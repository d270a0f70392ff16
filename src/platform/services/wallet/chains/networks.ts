/**
 * The simulated chains as data: pace, depth, units and the USDC contract of each. The six of the wallet's primary
 * interface, and the two more that style B sends USDC on (WAL02, WAL50, gap W1).
 */
import { minuteMs, secondMs } from '../../../../core/base/time.ts';
import { chains, type Chain } from '../keys/chain.ts';

/** Style B's two chains without a place in the primary interface. */
export const sideChains = ['polygon', 'arbitrum'] as const;
/** All eight chains: the six of the primary interface, then the two of style B alone. */
export const networkNames = [...chains, ...sideChains] as const;
/** One of the eight chains. */
export type ChainNetwork = (typeof networkNames)[number];
export type { Chain };
export { chains };

/** The chains whose addresses are Ethereum's, in the order style B lists them (WAL50). */
export const evmNetworks = ['ethereum', 'arbitrum', 'base', 'polygon'] as const;
/** One of the four chains of style B. */
export type EvmNetwork = (typeof evmNetworks)[number];

/** The data of one chain. */
export interface NetworkSpec {
  /** The native asset. */
  readonly symbol: string;
  readonly decimals: number;
  /** Milliseconds between blocks; the mean if blocks are random. */
  readonly blockMs: number;
  readonly isRandom?: true;
  /** Blocks until a transaction counts as confirmed; 1 is the block that contains it. */
  readonly confirmations: number;
  /** The contract of USDC on this chain, where there is one. */
  readonly usdc?: string;
  readonly isEvm?: true;
  /** The most that the mint may have given out, in whole units: what the chain's own number fields can hold. */
  readonly supplyMax: bigint;
}

const supplyMax = 1_000_000_000n;
const evm = { symbol: 'ETH', decimals: 18, isEvm: true, supplyMax } as const;

/** Every chain's data. Contracts are those of USDC on the real mainnets. */
export const networks: Readonly<Record<ChainNetwork, NetworkSpec>> = {
  ethereum: {
    ...evm,
    blockMs: 12 * secondMs,
    confirmations: 12,
    usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  },
  base: {
    ...evm,
    blockMs: 2 * secondMs,
    confirmations: 10,
    usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  },
  solana: {
    symbol: 'SOL',
    decimals: 9,
    supplyMax,
    blockMs: 400,
    confirmations: 32,
    usdc: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  },
  bitcoin: {
    symbol: 'BTC',
    decimals: 8,
    supplyMax: 20_000_000n,
    blockMs: 10 * minuteMs,
    isRandom: true,
    confirmations: 3,
  },
  tron: {
    symbol: 'TRX',
    decimals: 6,
    supplyMax,
    blockMs: 3 * secondMs,
    confirmations: 19,
    usdc: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  },
  monero: { symbol: 'XMR', decimals: 12, supplyMax: 18_000_000n, blockMs: 2 * minuteMs, confirmations: 10 },
  polygon: {
    ...evm,
    symbol: 'POL',
    blockMs: 2 * secondMs,
    confirmations: 30,
    usdc: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  },
  arbitrum: {
    ...evm,
    blockMs: 250,
    confirmations: 20,
    usdc: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  },
};

/** True for the chains that share the agent's EVM address. */
export const isEvm = (network: ChainNetwork): boolean => networks[network].isEvm === true;

/** The chain whose address format a network has. */
export const formatOf = (network: ChainNetwork): Chain =>
  network === 'polygon' || network === 'arbitrum' ? 'ethereum' : network;
