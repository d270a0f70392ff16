/** Schemas of the answers of the cashier's account calls, in style A. */
import { Type } from 'typebox';
import { pageAnswer } from '../../../../core/http/paging.ts';
import { Address, InstantText, TxHash, UsdcNumber } from '../../../../core/http/wire.ts';

const count = Type.Integer({ minimum: 0 });

/** Style A: one ledger row as it changed the caller's balance; the amount is signed, in USDC. */
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
/** Style A answer of `GET /auth/balance` (CAS05): spendable and reserved USDC, and the latest rows, newest first. */
export const BalanceA = Type.Object({
  balance: UsdcNumber,
  reserved: UsdcNumber,
  currency: Type.Literal('USDC'),
  recent: Type.Array(EntryA),
});
/** Style A answer of `GET /auth/ledger` (CAS12): one page of rows, newest first. */
export const LedgerA = Type.Object({ transactions: Type.Array(EntryA), ...pageAnswer });

/** Style A answer of `POST /auth/register` (CAS04); the only answer that holds the API key. */
export const AccountA = Type.Object({
  agent_id: Type.String(),
  agent_address: Address,
  api_key: Type.String(),
  created_at: InstantText,
});
/** Style A: one withdrawal (CAS07); `received` is `amount` less `fee`, in USDC. */
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
/** Style A answer of `GET /auth/withdrawals` (CAS13), newest first. */
export const WithdrawalsA = Type.Object({ withdrawals: Type.Array(WithdrawalA) });
