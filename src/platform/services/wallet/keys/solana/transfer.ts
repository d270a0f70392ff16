/** Transfers on Solana: a legacy message with one instruction of the system program, signed by the sender alone. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { numberToBytesLE } from '@noble/curves/utils.js';
import { base58, base64 } from '@scure/base';
import { assert, present } from '../../../../../core/base/assert.ts';
import { joined } from '../bytes.ts';
import type { SignedTransfer, SolanaContext } from '../chain-context.ts';
import { signingKey } from '../public-key.ts';
import { solanaAddress, solanaBytes } from './address.ts';

interface SolanaTransfer {
  readonly secret: Uint8Array;
  readonly to: string;
  readonly amount: bigint;
  readonly context: SolanaContext;
}

const systemProgram = solanaAddress(new Uint8Array(32));

/** The number of `Transfer` among the system program's instructions, in 32 bits. */
const transferNumber = Uint8Array.of(2, 0, 0, 0);

/** Signs; the hash is the first signature in base58, which is how Solana names a transaction. */
export function signSolana({
  secret,
  to,
  amount,
  context,
}: SolanaTransfer): Omit<SignedTransfer, 'simulated'> {
  assert(amount < 2n ** 64n, 'lamports fit 64 bits');
  const message = messageOf(solanaAddress(signingKey(secret)), to, amount, context);
  const signature = ed25519.sign(message, secret);
  return {
    hash: base58.encode(signature),
    raw: base64.encode(joined(Uint8Array.of(1), signature, message)),
  };
}

/**
 * Header, accounts, blockhash, instruction. Each account is listed once: signer, then the recipient, which is written
 * to, then the program, which is only read, unless it is the recipient itself.
 */
function messageOf(from: string, to: string, amount: bigint, { recentBlockhash }: SolanaContext): Uint8Array {
  const accounts = [...new Set([from, to, systemProgram])];
  const indexOf = (address: string): number => accounts.indexOf(address);
  const header = Uint8Array.of(1, 0, to === systemProgram ? 0 : 1);
  const places = Uint8Array.of(indexOf(systemProgram), 2, indexOf(from), indexOf(to));
  const data = joined(transferNumber, numberToBytesLE(amount, 8));
  return joined(
    header,
    Uint8Array.of(accounts.length),
    ...accounts.map(bytesOf),
    bytesOf(recentBlockhash),
    joined(Uint8Array.of(1), places, Uint8Array.of(data.length), data),
  );
}

const bytesOf = (text: string): Uint8Array =>
  present(solanaBytes(text), 'accounts and blockhashes are 32 bytes in base58');
