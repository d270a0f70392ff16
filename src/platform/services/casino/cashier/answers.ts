/** What the account calls of the cashier answer, in style A. */
import { Type } from 'typebox';
import { pageAnswer } from '../../../../core/http/paging.ts';
import { Address, InstantText, TxHash, UsdcNumber } from '../../../../core/http/wire.ts';

const count = Type.Integer({ minimum: 0 });

export const EntryA = Type.Object({
  id: count,
  type: Type.String(),
  phase: Type.Enum(['single', 'pending', 'post', 'void', 'expire'], {
    description: 'pending takes from the balance, void and expire give it back',
  }),
  resolves: Type.Union([count, Type.Null()], { description: 'the pending row that this one resolves' }),
  amount: Type.Number({ description: 'USDC, the change of the balance; all rows add up to it' }),
  at: InstantText,
});
export const BalanceA = Type.Object({
  balance: UsdcNumber,
  reserved: UsdcNumber,
  currency: Type.Literal('USDC'),
  recent: Type.Array(EntryA),
});
export const LedgerA = Type.Object({ transactions: Type.Array(EntryA), ...pageAnswer });

export const AccountA = Type.Object({
  agent_id: Type.String(),
  agent_address: Address,
  api_key: Type.String(),
  created_at: InstantText,
});
export const WithdrawalA = Type.Object({
  withdrawal_id: Type.String(),
  chain: Type.Literal('base'),
  address: Address,
  amount: UsdcNumber,
  fee: UsdcNumber,
  received: UsdcNumber,
  tx_hash: TxHash,
  at: InstantText,
});
export const WithdrawalsA = Type.Object({ withdrawals: Type.Array(WithdrawalA) });
