/** The interface of a chain's keys: derivation, formats and signing. */
import type { ChainContext, SignedTransfer } from './chain-context.ts';

/** The derivation of a key from the seed, and its description for clients that derive it locally (WAL13). */
export interface Derivation {
  readonly path: string;
  readonly scheme: 'BIP-32' | 'SLIP-10';
  readonly about: string;
}

/** The secret keys of an owner on a chain, in the format of the chain's wallets. */
export interface ChainSecrets {
  /** EVM, Tron and Bitcoin: 32 bytes in hexadecimal (EVM with `0x`). Solana: base58 of the secret's 64 bytes. */
  readonly privateKey?: string;
  /** Monero alone: 32 bytes in hexadecimal. */
  readonly viewKey?: string;
  readonly spendKey?: string;
}

/** The keys of the sender: one of its chain, or the two of Monero with the address they belong to. */
export type TransferKeys =
  | { readonly privateKey: string }
  | { readonly from: string; readonly viewKey: string; readonly spendKey: string };

/** A transfer whose addresses are in their canonical spelling. */
export interface TransferParts {
  readonly to: string;
  /** Base units of the asset. */
  readonly amount: bigint;
  /** Contract of a token; only where `hasTokens`. */
  readonly token?: string;
  readonly keys: TransferKeys;
  readonly context: ChainContext;
}

/** One chain. */
export interface ChainKeys {
  readonly derivation: Derivation;
  readonly hasTokens: boolean;
  /** True for Monero alone, whose real transactions need ring members of a node (gap W24). */
  readonly isSimulated: boolean;
  /** The one spelling of an address to store and compare, or undefined where the text is none. */
  canonical(text: string): string | undefined;
  /** The address of a secret of 32 bytes. */
  addressOf(secret: Uint8Array): string;
  /** The secret keys of a secret; a known address saves a curve multiplication. */
  secretsOf(secret: Uint8Array, address?: string): ChainSecrets;
  /** The secret of 32 bytes of a private key, or undefined if the text is not a private key of this chain. */
  parsePrivateKey?(text: string): Uint8Array | undefined;
  /** The caller has validated all of it; throws `InvariantError` otherwise. */
  sign(transfer: TransferParts): Omit<SignedTransfer, 'simulated'>;
}
