/** The assets of a chain, native and USDC, with their names and contracts. */
import type { Policies } from '../../../../core/policy/policies.ts';
import { readAddress } from '../../addresses.ts';
import { canonicalAddress } from '../keys/address.ts';
import { formatOf, isEvm, networks, type ChainNetwork } from './networks.ts';

/** The two kinds of asset on a chain; not every chain has USDC. */
export type AssetKind = 'native' | 'usdc';

/** An asset on the chain it is on. */
export interface ChainAsset {
  readonly network: ChainNetwork;
  readonly kind: AssetKind;
}

/** Decimals of USDC on every chain: base units are micro-USDC. */
export const usdcDecimals = 6;

/** Decimals of an asset: one whole unit is 10 to this power base units. */
export const decimalsOf = ({ network, kind }: ChainAsset): number =>
  kind === 'usdc' ? usdcDecimals : networks[network].decimals;

/** The symbol of an asset, such as `ETH`; several chains share one. */
export const symbolOf = ({ network, kind }: ChainAsset): string =>
  kind === 'usdc' ? 'USDC' : networks[network].symbol;

/** `USDC on base`: for messages. */
export const nameOf = (asset: ChainAsset): string => `${symbolOf(asset)} on ${asset.network}`;

/** The contract address by which EVM wallets name the native asset (gap W10). */
const nativeContract = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** The native asset written as a token: `native`, or the address of E's on an EVM chain. */
export const isNativeToken = (network: ChainNetwork, token: string): boolean =>
  token === 'native' || (isEvm(network) && token.toLowerCase() === nativeContract);

/** True for the contract of USDC on this chain. */
export function isUsdcContract(network: ChainNetwork, token: string): boolean {
  const { usdc } = networks[network];
  if (usdc === undefined) return false;
  const format = formatOf(network);
  return canonicalAddress(format, token) === canonicalAddress(format, usdc);
}

/** The contract of a token as answers show it; null for the native asset. */
export const contractOf = ({ network, kind }: ChainAsset): string | null =>
  kind === 'usdc' ? (networks[network].usdc ?? null) : null;

/** The stored spelling of an address in a request; undefined if it is invalid (policy `wallet.addresses`). */
export const sentAddress = (network: ChainNetwork, text: string, policies: Policies): string | undefined =>
  readAddress(formatOf(network), text, policies);

/** The one spelling that addresses are stored and compared in; EVM in lower case, as the platform's own are. */
export function storedAddress(network: ChainNetwork, text: string): string | undefined {
  const canonical = canonicalAddress(formatOf(network), text);
  return isEvm(network) ? canonical?.toLowerCase() : canonical;
}
