/** A chain transaction as the primary interface and style B show it: amounts as decimal text. */
import { Type } from 'typebox';
import { formatInstant } from '../../../core/base/time.ts';
import { InstantText } from '../../../core/http/wire.ts';
import { contractOf, decimalsOf, symbolOf } from './chains/assets.ts';
import type { ChainTransaction } from './chains/chain-transaction.ts';
import { AmountText, HashText, TransactionState } from './schemas.ts';
import { formatUnits } from './units.ts';

/** The answer of the primary interface, and of style B with a memo; amounts in whole units as text. */
export const TransactionView = Type.Object({
  tx_hash: HashText,
  chain: Type.String(),
  from: Type.String(),
  to: Type.String(),
  asset: Type.String(),
  token: Type.Union([Type.String(), Type.Null()], { description: 'contract; null for the native asset' }),
  amount: AmountText,
  fee: AmountText,
  fee_asset: Type.String(),
  status: TransactionState,
  simulated: Type.Boolean({ description: 'true where no key has signed it' }),
  created_at: InstantText,
  settled_at: Type.Union([InstantText, Type.Null()]),
});

/** A chain transaction in the fields of `TransactionView`. */
export const transactionView = (transaction: ChainTransaction) => ({
  tx_hash: transaction.hash,
  chain: transaction.network,
  from: transaction.from,
  to: transaction.to,
  asset: symbolOf(transaction.asset),
  token: contractOf(transaction.asset),
  amount: amountText(transaction),
  fee: feeText(transaction),
  fee_asset: symbolOf(transaction.feeAsset),
  status: transaction.status,
  simulated: transaction.simulated,
  created_at: formatInstant(transaction.sentAtMs),
  settled_at: transaction.settledAtMs === null ? null : formatInstant(transaction.settledAtMs),
});

/** The amount in whole units of its asset. */
export const amountText = ({ amount, asset }: ChainTransaction): string =>
  formatUnits(amount, decimalsOf(asset));

/** The fee in whole units of the asset that it is paid in. */
export const feeText = ({ fee, feeAsset }: ChainTransaction): string =>
  formatUnits(fee, decimalsOf(feeAsset));
