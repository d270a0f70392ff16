/** Addresses of parties outside the simulation: valid in form; no agent has their key. */
import type { Stream } from '../../../core/kernel/stream.ts';
import { bitcoinAddress } from './keys/bitcoin/address.ts';
import { accountOf, evmAddress } from './keys/evm/address.ts';
import { moneroAddress, reduced, viewKeyOf } from './keys/monero/address.ts';
import { signingKey } from './keys/public-key.ts';
import { solanaAddress } from './keys/solana/address.ts';
import { tronAddress } from './keys/tron/address.ts';
import type { ChainNetwork } from './chains/networks.ts';

/** An address drawn from a stream, in its stored spelling; costs one curve multiplication, about a millisecond. */
export function standInAddress(network: ChainNetwork, stream: Stream): string {
  const secret = bytesFrom(stream, 32);
  switch (network) {
    case 'solana':
      return solanaAddress(signingKey(secret));
    case 'bitcoin':
      return bitcoinAddress(secret);
    case 'tron':
      return tronAddress(accountOf(secret));
    case 'monero': {
      const spend = reduced(secret);
      return moneroAddress(viewKeyOf(spend), spend);
    }
    default:
      return evmAddress(accountOf(secret)).toLowerCase();
  }
}

/** `length` random bytes; `length` must be a multiple of four. */
export function bytesFrom(stream: Stream, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  for (let offset = 0; offset < length; offset += 4) view.setUint32(offset, stream.word());
  return bytes;
}
