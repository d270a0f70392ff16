/** The keys of Ethereum and Base; the chains differ only in their chain id (EIP-155). */
import { assert } from '../../../../../core/base/assert.ts';
import { hexOf } from '../bytes.ts';
import type { ChainKeys, Derivation } from '../chain-keys.ts';
import { secpSecretOf, signingSecret } from '../secp-secret.ts';
import { accountOf, canonicalEvm, evmAddress } from './address.ts';
import { signEvm } from './transfer.ts';

function evmKeys(chainId: bigint, derivation: Derivation): ChainKeys {
  const keys: ChainKeys = {
    derivation,
    hasTokens: true,
    isSimulated: false,
    canonical: canonicalEvm,
    addressOf: (secret) => evmAddress(accountOf(secret)),
    secretsOf: (secret) => ({ privateKey: `0x${hexOf(secret)}` }),
    parsePrivateKey: secpSecretOf,
    sign({ to, amount, token, keys: sender, context }) {
      assert(context.family === 'evm', 'an EVM transfer has the context of an EVM chain');
      const secret = signingSecret(keys, sender);
      return signEvm({ chainId, secret, to, amount, ...(token === undefined ? {} : { token }), context });
    },
  };
  return keys;
}

/** Ethereum's entry in the table of chains: chain id 1. */
export const ethereumKeys = evmKeys(1n, {
  path: "m/44'/60'/0'/0/0",
  scheme: 'BIP-32',
  about: 'secp256k1; the address is the last 20 bytes of Keccak-256 of the public key, with EIP-55 capitals',
});

/** Base's entry in the table of chains: chain id 8453, with the path and address of Ethereum. */
export const baseKeys = evmKeys(8453n, {
  path: "m/44'/60'/0'/0/0",
  scheme: 'BIP-32',
  about: 'secp256k1; the key and the address are those of ethereum',
});
