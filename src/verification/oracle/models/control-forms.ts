/**
 * What a control call that every world answers may be sent (docs/control-calls.md, the schemas of the OpenAPI document): its fields, their
 * forms, and what they mean together. Keys that a schema does not list are left unread by these calls.
 */
import { parseUsdc } from '../../../core/base/money.ts';
import { evmAddress } from '../addresses.ts';
import type { Body } from '../exchange.ts';

/** A field of another form, and words that the refusal has. */
export interface ControlMistake {
  readonly field: string;
  readonly says: string;
}

interface FieldRule {
  readonly fits: (value: unknown) => boolean;
  readonly says: string;
  readonly isNeeded?: true;
}

const chains = ['ethereum', 'base', 'solana', 'bitcoin', 'tron', 'monero'];
const evmChains = ['ethereum', 'base', 'polygon', 'arbitrum'];
/** Gap W22, gap C26. */
const withoutUsdc = ['bitcoin', 'monero'];

const oneOf = (...words: readonly string[]): FieldRule => ({
  fits: (value) => words.includes(value as string),
  says: `must be equal to one of the allowed values (${words.join(', ')})`,
});
const needed = (rule: FieldRule): FieldRule => ({ ...rule, isNeeded: true });
const text: FieldRule = { fits: (value) => typeof value === 'string', says: 'must be string' };

/** In whole units. */
const decimalForm = /^(?:[1-9]\d{0,29}(?:\.\d{1,30})?|0\.\d{0,29}[1-9]\d{0,29})$/;
const isWholeUnits = (value: unknown): boolean =>
  typeof value === 'number'
    ? value > 0 && value <= 1e30
    : typeof value === 'string' && decimalForm.test(value);

const rules: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = {
  requestTier: {
    api_key: needed(text),
    tier: needed(oneOf('free', 'pro', 'enterprise')),
    at_once: { fits: (value) => typeof value === 'boolean', says: 'must be boolean' },
  },
  deposit: {
    api_key: text,
    address: text,
    amount: needed({
      fits: (value) => (parseUsdc(value) ?? 0) >= 1,
      says: 'must be an amount of USDC with at most 6 decimals, at least 0.000001',
    }),
    chain: oneOf(...chains),
  },
  fund: {
    chain: needed(oneOf(...chains, 'polygon', 'arbitrum')),
    address: needed({
      fits: (value) => typeof value === 'string' && value.length <= 128,
      says: 'must ',
    }),
    amount: needed({ fits: isWholeUnits, says: 'must be an amount in whole units, as a positive decimal' }),
    asset: oneOf('native', 'usdc'),
  },
};

/** The fields of a body that are not of their form; undefined for a call without a body. */
export function controlMistakes(operation: string, body: Body): readonly ControlMistake[] | undefined {
  const fields = rules[operation];
  if (fields === undefined) return undefined;
  const own = Object.entries(fields).flatMap(([field, { fits, says, isNeeded }]) => {
    if (body[field] !== undefined) return fits(body[field]) ? [] : [{ field, says }];
    return isNeeded === true ? [{ field, says: 'must have required property' }] : [];
  });
  return own.length > 0 ? own : (together[operation]?.(body) ?? []);
}

/** What fields of the right form may not be together. */
const together: Readonly<Record<string, (body: Body) => readonly ControlMistake[]>> = {
  deposit: ({ api_key: key, address, chain }) => {
    if ((key === undefined) === (address === undefined))
      return [{ field: 'api_key', says: 'expected either api_key or address, and not both' }];
    const isLacking = key !== undefined && withoutUsdc.includes(String(chain));
    return isLacking ? [{ field: 'USDC', says: `there is no USDC on ${String(chain)}` }] : [];
  },
  fund: ({ chain, asset, amount, address }) => {
    const isUsdc = asset === 'usdc';
    const most = isUsdc ? 6 : 18;
    const isEvm = evmChains.includes(String(chain));
    if (isUsdc && withoutUsdc.includes(String(chain)))
      return [
        { field: 'USDC', says: `there is no USDC on ${String(chain)}` },
        { field: 'address', says: 'is no address on' },
      ];
    if (typeof amount === 'string' && isEvm && decimalsOf(amount) > most && isEvmAddress(address))
      return [{ field: 'amount', says: `at most ${most} decimals` }];
    return isEvm && !String(address).startsWith('0x')
      ? [{ field: 'address', says: `is no address on ${String(chain)}` }]
      : [];
  },
};

const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;
const isEvmAddress = (address: unknown): boolean => evmAddress(String(address)) !== undefined;

/** True for a call that certainly names an address of its chain, and an amount that every asset can have. */
export const isCertainFund = ({ chain, address, amount }: Body): boolean =>
  evmChains.includes(String(chain)) &&
  isEvmAddress(address) &&
  /^\d{1,4}(?:\.\d{1,6})?$/.test(String(amount));
