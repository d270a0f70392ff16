/**
 * Real signed transfers, byte for byte what other wallets make of the same fields (WAL10); Monero's is a labelled
 * simulation (gap W24). No randomness: ECDSA nonces are those of RFC 6979 and nothing is mixed in. The caller has
 * refused what a user may get wrong; here it is asserted again.
 */
import { assert, present } from '../../../../core/base/assert.ts';
import { canonicalAddress } from './address.ts';
import { signBitcoin } from './bitcoin-transfer.ts';
import type { ChainContext, SignedTransfer } from './chain-context.ts';
import type { Chain } from './chain.ts';
import { signEvm } from './evm-transfer.ts';
import { signMonero } from './monero-transfer.ts';
import { secretOf } from './signing-key.ts';
import { signSolana } from './solana-transfer.ts';
import { signTron } from './tron-transfer.ts';

export type { ChainContext, SignedTransfer } from './chain-context.ts';

/** What a caller of `wallet/send` asks for (WAL17 to WAL22), with what the chain adds. */
export interface Transfer {
  readonly chain: Chain;
  readonly to: string;
  /** Base units of the asset: wei, lamports, satoshi, sun, piconero or units of the token. */
  readonly amount: bigint;
  /** Contract of an ERC-20 or TRC-20 token. */
  readonly token?: string;
  readonly keys: TransferKeys;
  readonly context: ChainContext;
}

/** The keys of the sender: one of its chain, or the two of Monero with the address they belong to. */
export type TransferKeys =
  | { readonly privateKey: string }
  | { readonly from: string; readonly viewKey: string; readonly spendKey: string };

/** EIP-155 numbers of the two EVM chains. */
const chainIds = { ethereum: 1n, base: 8453n } as const;

/** Signs a transfer. The caller has validated address, amount, keys and token; throws `InvariantError` otherwise. */
export function signTransfer(transfer: Transfer): SignedTransfer {
  const { chain, amount, token } = transfer;
  assert(amount > 0n, 'a transfer moves something');
  assert(token === undefined || chain in chainIds || chain === 'tron', `no tokens on ${chain}`);
  const to = addressOn(chain, transfer.to);
  return chain === 'monero'
    ? { ...moneroTransfer(transfer, to), simulated: true }
    : { ...keyedTransfer(chain, transfer, to), simulated: false };
}

type Signed = Omit<SignedTransfer, 'simulated'>;

function keyedTransfer(chain: Exclude<Chain, 'monero'>, transfer: Transfer, to: string): Signed {
  const { amount, context, keys } = transfer;
  const token = transfer.token === undefined ? {} : { token: addressOn(chain, transfer.token) };
  assert('privateKey' in keys, `${chain} is signed for with a private key`);
  const secret = present(secretOf(chain, keys.privateKey), `a private key of ${chain}`);
  switch (chain) {
    case 'ethereum':
    case 'base':
      assert(context.family === 'evm', `${chain} is an EVM chain`);
      return signEvm({ chainId: chainIds[chain], secret, to, amount, ...token, context });
    case 'solana':
      assert(context.family === chain, 'solana has a context of its own');
      return signSolana({ secret, to, amount, context });
    case 'bitcoin':
      assert(context.family === chain, 'bitcoin has a context of its own');
      return signBitcoin({ secret, to, amount, context });
    case 'tron':
      assert(context.family === chain, 'tron has a context of its own');
      return signTron({ secret, to, amount, ...token, context });
  }
}

function moneroTransfer({ amount, context, keys }: Transfer, to: string): Signed {
  assert('spendKey' in keys && context.family === 'monero', 'monero has keys and a context of its own');
  return signMonero({ keys, to, amount, context });
}

const addressOn = (chain: Chain, text: string): string =>
  present(canonicalAddress(chain, text), `an address of ${chain}`);
