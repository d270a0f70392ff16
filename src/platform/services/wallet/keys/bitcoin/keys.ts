/** Bitcoin as the wallet knows it: P2WPKH addresses, keys in hexadecimal or WIF. */
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { assert } from '../../../../../core/base/assert.ts';
import { bytes32Of, hexOf } from '../bytes.ts';
import type { ChainKeys } from '../chain-keys.ts';
import { signingSecret, validSecret } from '../secp-secret.ts';
import { bitcoinAddress, canonicalBitcoin } from './address.ts';
import { signBitcoin } from './transfer.ts';

/** Bitcoin's entry in the table of chains; transfers have real signatures, over the coins of the context. */
export const bitcoinKeys: ChainKeys = {
  derivation: {
    path: "m/84'/0'/0'/0/0",
    scheme: 'BIP-32',
    about: 'secp256k1; the address is P2WPKH in bech32 (BIP-84)',
  },
  hasTokens: false,
  isSimulated: false,
  canonical: canonicalBitcoin,
  addressOf: bitcoinAddress,
  secretsOf: (secret) => ({ privateKey: hexOf(secret) }),
  parsePrivateKey: (text) => validSecret(bytes32Of(text) ?? wifSecret(text)),
  sign({ to, amount, keys, context }) {
    assert(context.family === 'bitcoin', 'a bitcoin transfer has the context of bitcoin');
    return signBitcoin({ secret: signingSecret(bitcoinKeys, keys), to, amount, context });
  },
};

/** A key of mainnet whose public key is compressed, as P2WPKH has to have it: 0x80, 32 bytes, 0x01. */
function wifSecret(text: string): Uint8Array | undefined {
  if (!/^[KL][1-9A-HJ-NP-Za-km-z]{51}$/.test(text)) return undefined;
  try {
    const bytes = createBase58check(sha256).decode(text);
    return bytes.length === 34 && bytes[0] === 0x80 && bytes[33] === 1 ? bytes.slice(1, 33) : undefined;
  } catch {
    return undefined;
  }
}
