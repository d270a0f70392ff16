/**
 * The state of a chain that a signer needs, one shape for each family of chains. The simulated chains of the wallet
 * supply it; nothing is looked up here.
 */

/** Ethereum and Base; fees in wei a unit of gas (EIP-1559). */
export interface EvmContext {
  readonly family: 'evm';
  readonly nonce: number;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly gasLimit: bigint;
}

/** The blockhash in base58, 32 bytes. */
export interface SolanaContext {
  readonly family: 'solana';
  readonly recentBlockhash: string;
}

/** An output of the sender's P2WPKH address that a transfer spends; the id as explorers show it. */
export interface BitcoinInput {
  readonly txid: string;
  readonly index: number;
  readonly amount: bigint;
}

/** All inputs are spent; the remainder after amount and fee goes to the address `change`. */
export interface BitcoinContext {
  readonly family: 'bitcoin';
  readonly inputs: readonly BitcoinInput[];
  readonly change: string;
  /** The least fee: change too small to be relayed is left to the fee as well. */
  readonly feeSats: bigint;
}

/** A recent block's header as Tron refers to it: two and eight bytes in hexadecimal. */
export interface TronContext {
  readonly family: 'tron';
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  readonly expirationMs: number;
  readonly timestampMs: number;
  /** The most that a token transfer may burn; 150 TRX where it is missing. */
  readonly feeLimitSun?: bigint;
}

/** Any text: stands for the ring members that a node would choose (gap W24). */
export interface MoneroContext {
  readonly family: 'monero';
  readonly ringSeed: string;
}

/** What the chain tells a signer. */
export type ChainContext = EvmContext | SolanaContext | BitcoinContext | TronContext | MoneroContext;

/** A signed transfer, ready to broadcast; Monero's is simulated. */
export interface SignedTransfer {
  readonly hash: string;
  /** EVM: hexadecimal with `0x`; Bitcoin, Tron, Monero: hexadecimal; Solana: base64. */
  readonly raw: string;
  /** True for Monero alone, whose real transactions need ring members of a node (gap W24). */
  readonly simulated: boolean;
}
