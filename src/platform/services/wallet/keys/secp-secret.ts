/** Secrets of chains on secp256k1, and the private key that a transfer is signed with. */
import { assert, present } from '../../../../core/base/assert.ts';
import { bytes32Of } from './bytes.ts';
import type { ChainKeys, TransferKeys } from './chain-keys.ts';
import { isSecpSecret } from './public-key.ts';

/** Hexadecimal, with or without `0x`, of a number below the order of the curve. */
export const secpSecretOf = (text: string): Uint8Array | undefined => validSecret(bytes32Of(text));

/** The secret itself if secp256k1 has a public key for it, otherwise undefined. */
export const validSecret = (secret: Uint8Array | undefined): Uint8Array | undefined =>
  secret !== undefined && isSecpSecret(secret) ? secret : undefined;

/** The secret of a sender's private key. Asserts that the key is one of the chain. */
export function signingSecret(chain: Pick<ChainKeys, 'parsePrivateKey'>, keys: TransferKeys): Uint8Array {
  assert('privateKey' in keys, 'a transfer is signed with a private key');
  return present(chain.parsePrivateKey?.(keys.privateKey), 'a private key of the chain');
}
