/**
 * Real signed transfers, byte for byte what other wallets make of the same fields (WAL10); Monero's is a labelled
 * simulation (gap W24). No randomness: ECDSA nonces are those of RFC 6979 and nothing is mixed in. The caller has
 * refused what a user may get wrong; here it is asserted again.
 */
import { assert, present } from '../../../../core/base/assert.ts';
import { canonicalAddress } from './address.ts';
import type { SignedTransfer } from './chain-context.ts';
import type { TransferParts } from './chain-keys.ts';
import { chainKeys } from './chain-table.ts';
import type { Chain } from './chain.ts';

export type { ChainContext, SignedTransfer } from './chain-context.ts';
export type { TransferKeys } from './chain-keys.ts';

/** A transfer: the fields of `wallet/send` (WAL17 to WAL22) and the state of the chain. */
export interface Transfer extends TransferParts {
  readonly chain: Chain;
}

/** Signs a transfer. The caller has validated address, amount, keys and token; throws `InvariantError` otherwise. */
export function signTransfer({ chain, ...transfer }: Transfer): SignedTransfer {
  const { hasTokens, isSimulated } = chainKeys[chain];
  assert(transfer.amount > 0n, 'a transfer moves something');
  assert(transfer.token === undefined || hasTokens, `no tokens on ${chain}`);
  const to = addressOn(chain, transfer.to);
  const token = transfer.token === undefined ? {} : { token: addressOn(chain, transfer.token) };
  return { ...chainKeys[chain].sign({ ...transfer, to, ...token }), simulated: isSimulated };
}

const addressOn = (chain: Chain, text: string): string =>
  present(canonicalAddress(chain, text), `an address of ${chain}`);
