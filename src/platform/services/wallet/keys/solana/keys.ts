/** The keys of Solana: ed25519. */
import { base58 } from '@scure/base';
import { assert } from '../../../../../core/base/assert.ts';
import { isSame, joined } from '../bytes.ts';
import type { ChainKeys } from '../chain-keys.ts';
import { signingKey } from '../public-key.ts';
import { signingSecret } from '../secp-secret.ts';
import { bytesOfLength, solanaAddress, solanaBytes } from './address.ts';
import { signSolana } from './transfer.ts';

/** Solana's entry in the table of chains; it has no token transfers here (gap W7). */
export const solanaKeys: ChainKeys = {
  derivation: {
    path: "m/44'/501'/0'/0'",
    scheme: 'SLIP-10',
    about: 'ed25519, every step hardened; the address is the public key in base58',
  },
  hasTokens: false,
  isSimulated: false,
  canonical: (text) => (solanaBytes(text) === undefined ? undefined : text),
  addressOf: (secret) => solanaAddress(signingKey(secret)),
  secretsOf(secret, address) {
    const publicKey = address === undefined ? signingKey(secret) : base58.decode(address);
    return { privateKey: base58.encode(joined(secret, publicKey)) };
  },
  parsePrivateKey: solanaSecret,
  sign({ to, amount, keys, context }) {
    assert(context.family === 'solana', 'a solana transfer has the context of solana');
    return signSolana({ secret: signingSecret(solanaKeys, keys), to, amount, context });
  },
};

/** The seed in a private key of 64 bytes, or of 32; undefined if the second half is not the first one's public key. */
function solanaSecret(text: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(text)) return undefined;
  const seed = bytesOfLength(text, 32);
  const pair = seed ?? bytesOfLength(text, 64);
  if (pair === undefined || seed !== undefined) return seed;
  return isSame(signingKey(pair.subarray(0, 32)), pair.subarray(32)) ? pair.subarray(0, 32) : undefined;
}
