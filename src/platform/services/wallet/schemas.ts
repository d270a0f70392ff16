/** Fields that several bindings of the wallet read and write. */
import { Type } from 'typebox';
import { chains } from './chains/networks.ts';

/** WAL31. */
export const ChainName = Type.Enum([...chains], { description: 'a chain' });

/** An amount in a query: positive decimal text with at most 30 digits on either side of the point. */
export const AmountSent = Type.String({
  pattern: '^(?:[1-9][0-9]{0,29}(?:\\.[0-9]{1,30})?|0\\.[0-9]{0,29}[1-9][0-9]{0,29})$',
  maxLength: 64,
  description: 'an amount in whole units, as a positive decimal',
});
/** An amount in a body: as `AmountSent`, or a JSON number (gap X17). */
export const Amount = Type.Union([AmountSent, Type.Number({ exclusiveMinimum: 0, maximum: 1e30 })], {
  description: 'an amount in whole units, as a positive decimal',
});

/** An amount of any asset in an answer. */
export const AmountText = Type.String({
  pattern: '^\\d+\\.\\d{2,18}$',
  description: 'an amount in whole units, as decimal text',
});

/** An address as sent; the operation checks its format, since that depends on the chain. */
export const AddressText = Type.String({ minLength: 1, maxLength: 128, description: 'an address' });

/** A private key or view key as text; used for the call and not stored. */
export const KeyText = Type.Optional(Type.String({ maxLength: 256 }));

/** A transaction hash as its chain writes it: `0x` and hexadecimal, hexadecimal, or base58. */
export const HashText = Type.String({ description: 'hash of a transaction, as its chain writes it' });

/** WAL55: the states of a transaction, in answers of all styles. */
export const TransactionState = Type.Enum(['pending', 'confirmed', 'failed']);
