/** Fields that several bindings of the wallet read and write. */
import { Type } from 'typebox';
import { chains } from './chains/networks.ts';

/** WAL31. */
export const ChainName = Type.Enum([...chains], { description: 'a chain' });

/** What is sent as an amount: decimal text, or a number (gap X17). */
export const AmountSent = Type.String({
  pattern: '^(?:[1-9][0-9]{0,29}(?:\\.[0-9]{1,30})?|0\\.[0-9]{0,29}[1-9][0-9]{0,29})$',
  maxLength: 64,
  description: 'an amount in whole units, as a positive decimal',
});
export const Amount = Type.Union([AmountSent, Type.Number({ exclusiveMinimum: 0, maximum: 1e30 })], {
  description: 'an amount in whole units, as a positive decimal',
});

/** What is answered as an amount of any asset. */
export const AmountText = Type.String({
  pattern: '^\\d+\\.\\d{2,18}$',
  description: 'an amount in whole units, as decimal text',
});

export const AddressText = Type.String({ minLength: 1, maxLength: 128, description: 'an address' });

/** A key as text, for the length of the call. */
export const KeyText = Type.Optional(Type.String({ maxLength: 256 }));

export const HashText = Type.String({ description: 'hash of a transaction, as its chain writes it' });

export const TransactionState = Type.Enum(['pending', 'confirmed', 'failed']);
