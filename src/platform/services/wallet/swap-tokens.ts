/** The assets of a swap as callers name them: contracts in the primary interface, symbols in style A. */
import { refuse, type Outcome } from '../../../core/base/refusal.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import { isNativeToken, isUsdcContract, storedAddress, type ChainAsset } from './chains/assets.ts';
import { chains, networks, type Chain } from './chains/networks.ts';

/** Chains that a swap may begin or end on (gap W11). */
export const swapChains = (policies: Policies): readonly Chain[] =>
  policies['wallet.swapChains'] === 'six'
    ? chains
    : chains.filter((chain) => networks[chain].usdc !== undefined);

/** A contract address, or the native asset where policy lets it be named (gap W10). Refuses BAD_REQUEST. */
export function readToken(
  sent: { chain: Chain; token: string; side: 'from' | 'to' },
  policies: Policies,
): Outcome<ChainAsset> {
  const { chain, token, side } = sent;
  if (!swapChains(policies).includes(chain)) {
    return refuse('BAD_REQUEST', `${side}_chain is no chain that swaps go through`);
  }
  if (policies['wallet.nativeToken'] === 'named' && isNativeToken(chain, token)) {
    return { network: chain, kind: 'native' };
  }
  if (isUsdcContract(chain, token)) return { network: chain, kind: 'usdc' };
  return storedAddress(chain, token) === undefined
    ? refuse('BAD_REQUEST', `${side}_token must be a contract address on ${chain}, not a symbol`)
    : refuse('BAD_REQUEST', `${side}_token is no token that is swapped on ${chain}`);
}

/** The default chain of a symbol. */
const defaultChain: ReadonlyMap<string, Chain> = new Map([
  ['USDC', 'ethereum'],
  ['ETH', 'ethereum'],
  ['SOL', 'solana'],
  ['BTC', 'bitcoin'],
  ['TRX', 'tron'],
  ['XMR', 'monero'],
]);

/** `ETH`, or `base:ETH`, in any case (WAL39, WAL40). Refuses BAD_REQUEST. */
export function readSymbol(text: string, field: string): Outcome<ChainAsset> {
  const [symbol = '', chainText] = text.split(':').toReversed();
  const name = symbol.toUpperCase();
  const network = chainText === undefined ? defaultChain.get(name) : chainNamed(chainText.toLowerCase());
  const unknown = refuse('BAD_REQUEST', `${field} must be an asset such as USDC, ETH or base:ETH`);
  if (network === undefined || text.split(':').length > 2) return unknown;
  if (name === 'USDC') return networks[network].usdc === undefined ? unknown : { network, kind: 'usdc' };
  return networks[network].symbol === name ? { network, kind: 'native' } : unknown;
}

const chainNamed = (text: string): Chain | undefined => chains.find((chain) => chain === text);
