/** Style A of accounts: registration, balance, ledger and withdrawals (specification.md, Casino). */
import { Type, type Static } from 'typebox';
import { usdcNumber, type Micros } from '../../../../core/base/money.ts';
import { Refusal } from '../../../../core/base/refusal.ts';
import { formatInstant } from '../../../../core/base/time.ts';
import { allRows, pageQuery, pageView, readPage, type Page } from '../../../../core/http/paging.ts';
import { binding } from '../../../../core/http/route.ts';
import { readAmount, usdcFrom } from '../../../../core/http/wire.ts';
import type { LedgerEntry } from '../../../../core/ledger/ledger.ts';
import type { RegisteredAgent } from '../../ports.ts';
import { AccountA, BalanceA, LedgerA, WithdrawalA, WithdrawalsA, type EntryA } from './answers.ts';
import { withdrawalMinMicros, type Withdrawal } from './withdrawals.ts';

const read = (): undefined => undefined;

/** `POST /auth/register`: an optional referral code; answers with the new account and its key (CAS04). */
export const registerA = binding({
  body: Type.Object({
    referral_code: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'of the agent that referred this one' }),
    ),
  }),
  read: ({ body }) => ({ referralCode: body.referral_code }),
  documented: ['api_key'],
  answer: AccountA,
  write: (agent: RegisteredAgent) => ({
    agent_id: agent.agentId,
    agent_address: agent.address,
    api_key: agent.apiKey,
    created_at: formatInstant(agent.createdAtMs),
  }),
});

const withdrawalView = (withdrawal: Withdrawal): Static<typeof WithdrawalA> => ({
  withdrawal_id: withdrawal.withdrawalId,
  chain: 'base',
  address: withdrawal.address,
  amount: usdcNumber(withdrawal.amountMicros),
  fee: usdcNumber(withdrawal.feeMicros),
  received: usdcNumber(withdrawal.receivedMicros),
  tx_hash: withdrawal.txHash,
  at: formatInstant(withdrawal.atMs),
});

/**
 * `POST /auth/withdraw`: an amount of at least 1 USDC and an EVM address; `chain` can only be base (CAS03, CAS07).
 */
export const withdrawA = binding({
  body: Type.Object({
    amount: usdcFrom(withdrawalMinMicros),
    address: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', description: 'EVM address' }),
    chain: Type.Optional(Type.Enum(['base'])),
  }),
  read: ({ body }) => {
    const amountMicros = readAmount(body.amount, 'amount', withdrawalMinMicros);
    if (amountMicros instanceof Refusal) return amountMicros;
    return { amountMicros, address: body.address };
  },
  answer: WithdrawalA,
  write: withdrawalView,
});

/** `GET /auth/withdrawals`: all withdrawals of the caller, newest first. */
export const withdrawalsA = binding({
  read,
  answer: WithdrawalsA,
  write: (withdrawals: readonly Withdrawal[]) => ({
    withdrawals: withdrawals.toReversed().map(withdrawalView),
  }),
});

/** A row of the ledger from the side of one account: by how much it changed the balance. */
const entryView = ({ transfer, changeMicros }: LedgerEntry): Static<typeof EntryA> => ({
  id: transfer.id,
  type: transfer.kind,
  phase: transfer.phase,
  resolves: transfer.resolves,
  amount: usdcNumber(changeMicros),
  at: formatInstant(transfer.atMs),
});

/** `GET /auth/balance`: spendable and reserved USDC, and the latest ten ledger rows. */
export const balanceA = binding({
  read,
  answer: BalanceA,
  write: (balance: { availableMicros: Micros; reservedMicros: Micros; recent: readonly LedgerEntry[] }) => ({
    balance: usdcNumber(balance.availableMicros),
    reserved: usdcNumber(balance.reservedMicros),
    currency: 'USDC' as const,
    recent: balance.recent.map(entryView),
  }),
});

/** `GET /auth/ledger`: a page of ledger rows, newest first; all rows where no `limit` is sent (CAS12). */
export const ledgerA = binding({
  query: Type.Object(pageQuery),
  // The full history (CAS12) where no limit is sent.
  read: ({ query, policies }) => readPage(query, allRows, policies),
  answer: LedgerA,
  write: (page: Page<LedgerEntry>) => ({ transactions: page.rows.map(entryView), ...pageView(page) }),
});
