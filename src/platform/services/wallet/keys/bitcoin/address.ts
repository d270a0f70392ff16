/**
 * Addresses of Bitcoin's mainnet. Orrery derives P2WPKH and pays to P2PKH, P2SH, P2WPKH, P2WSH and taproot. Undefined
 * witness versions and taproot keys that are not on the curve are invalid, because no key could spend from them.
 */
import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import { Address, p2wpkh } from '@scure/btc-signer';
import { present } from '../../../../../core/base/assert.ts';
import { compressedKey } from '../public-key.ts';

const addresses = Address();

/** The P2WPKH address of a secret key. */
export const bitcoinAddress = (secret: Uint8Array): string =>
  present(p2wpkh(compressedKey(secret)).address, 'P2WPKH has an address');

/**
 * The address in canonical spelling (bech32 in lower case, though BIP-173 permits upper case), or undefined for any
 * other text (gap W23).
 */
export function canonicalBitcoin(text: string): string | undefined {
  try {
    const address = addresses.decode(text);
    if (address.type === 'p2a') return undefined;
    if (address.type === 'tr') schnorr.utils.lift_x(bytesToNumberBE(address.pubkey));
    return addresses.encode(address);
  } catch {
    return undefined;
  }
}
