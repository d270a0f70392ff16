/** The keys of Tron: secp256k1, as on Ethereum. */
import { assert } from '../../../../../core/base/assert.ts';
import { hexOf } from '../bytes.ts';
import type { ChainKeys } from '../chain-keys.ts';
import { accountOf } from '../evm/address.ts';
import { secpSecretOf, signingSecret } from '../secp-secret.ts';
import { tronAddress, tronBytes } from './address.ts';
import { signTron } from './transfer.ts';

/** Tron's entry in the table of chains; transfers of TRX and of TRC-20 tokens. */
export const tronKeys: ChainKeys = {
  derivation: {
    path: "m/44'/195'/0'/0/0",
    scheme: 'BIP-32',
    about: 'secp256k1; the address is the byte 0x41 and the last 20 bytes of Keccak-256, in base58check',
  },
  hasTokens: true,
  isSimulated: false,
  canonical: (text) => (tronBytes(text) === undefined ? undefined : text),
  addressOf: (secret) => tronAddress(accountOf(secret)),
  secretsOf: (secret) => ({ privateKey: hexOf(secret) }),
  parsePrivateKey: secpSecretOf,
  sign({ to, amount, token, keys, context }) {
    assert(context.family === 'tron', 'a tron transfer has the context of tron');
    const secret = signingSecret(tronKeys, keys);
    return signTron({ secret, to, amount, ...(token === undefined ? {} : { token }), context });
  },
};
