/** Bodies of control calls that are to be accepted, and values to put in place of theirs. */
import type { Body } from '../../../src/verification/oracle/exchange.ts';

export const key = `sk_live_${'a'.repeat(32)}`;
const evm = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
export const addresses = [
  evm,
  evm.toLowerCase(),
  evm.slice(1),
  `${evm}0`,
  '0x1',
  'x'.repeat(128),
  'x'.repeat(129),
  '',
];
export const chains = [
  'ethereum',
  'base',
  'solana',
  'bitcoin',
  'tron',
  'monero',
  'polygon',
  'arbitrum',
  'optimism',
];
const amounts = ['0', '1', '7', '12', '01', '0.5', '0.05', '0.50', '0.0', '0.', '.5', '1.5', '1.25', '1.', '12.345678', '12.3456789', '1.000000000000000001', '1.0000000000000000001', `1${'0'.repeat(29)}`, `1${'0'.repeat(30)}`, `0.${'0'.repeat(29)}1`, `0.${'0'.repeat(30)}1`, `1.${'1'.repeat(30)}`, `1.${'1'.repeat(31)}`, 'x1', '1x', '-1', '1e3', '9999', '10000', '9999.999999', '9999.9999999']; // prettier-ignore
const numbers = [
  0,
  1,
  -1,
  0.000001,
  0.0000001,
  0.000002,
  1e30,
  1.1e30,
  8_589_934_591,
  8_589_934_592,
  Number.NaN,
];
const words = [key, `${key}a`, `x${key}`, key.toUpperCase(), 'free', 'pro', 'enterprise', 'gold', 'native', 'usdc', 'USDC', 'true', true, false, null, undefined, {}, []]; // prettier-ignore
/** By field, values that are nearly of its form. */
const valuesOf: Readonly<Record<string, readonly unknown[]>> = {
  api_key: words, tier: words, at_once: words, asset: words, chain: chains, address: addresses, amount: [...amounts, ...numbers],
}; // prettier-ignore
const odd: readonly unknown[] = [undefined, null, true, 7, {}, [], '1', 'x'];

/** Calls that are to be accepted. */
export const bodies: Readonly<Record<string, Body>> = {
  requestTier: { api_key: key, tier: 'pro', at_once: true },
  deposit: { api_key: key, amount: '1', chain: 'base' },
  'deposit of an address': { address: evm, amount: '1', chain: 'base' },
  fund: { chain: 'base', address: evm, amount: '1', asset: 'usdc' },
  'fund in ether': { chain: 'polygon', address: evm, amount: '1.5' },
  'fund in bitcoin': { chain: 'bitcoin', address: 'x', amount: '1.5', asset: 'native' },
};
export const fields = ['api_key', 'tier', 'at_once', 'address', 'amount', 'chain', 'asset'];
export const operationOf = (name: string): string => name.split(' ')[0] ?? '';

function without(body: Body, field: string): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

/** A body without a field, and with each value in its place. */
export const variantsOf = (body: Body, field: string): readonly Body[] => [
  without(body, field),
  ...[...(valuesOf[field] ?? []), ...odd].map((value) => ({ ...body, [field]: value })),
];
