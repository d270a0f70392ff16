/** Fields that several bindings of the wallet read and write. */
import { Type } from 'typebox';
import { chains } from './chains/networks.ts';

/** W:26. */
export const ChainName = Type.Enum([...chains], { description: 'a chain' });

/** What is sent as an amount: decimal text, or a number (gap X17). */
export const Amount = Type.Union([Type.String({ maxLength: 64 }), Type.Number()], {
  description: 'an amount in whole units, as a decimal',
});

/** What is answered as an amount of any asset. */
export const AmountText = Type.String({
  pattern: '^\\d+\\.\\d{2,18}$',
  description: 'an amount in whole units, as decimal text',
});

export const AddressText = Type.String({ maxLength: 128, description: 'an address' });

/** A key as text, for the length of the call. */
export const KeyText = Type.Optional(Type.String({ maxLength: 256 }));

export const HashText = Type.String({ description: 'hash of a transaction, as its chain writes it' });

export const TransactionState = Type.Enum(['pending', 'confirmed', 'failed']);
