/**
 * Addresses of Bitcoin's mainnet. What Orrery makes is P2WPKH; what it can pay is P2PKH, P2SH, P2WPKH, P2WSH and
 * taproot. Witness versions that have no meaning yet are refused, as is a taproot key that is no point of the curve:
 * nobody could ever spend from those.
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
 * The address as it is usually written (bech32 in lower case, though BIP-173 lets it be upper case), or undefined
 * where it is none (gap W23).
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
