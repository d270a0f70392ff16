/** Withdrawals from the casino: a fee out of the amount, and a least amount (CAS07, CAS08, gap C25). */
import { amountIn, expectField, isAsExpected, reads, sentMicros, text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

const leastMicros = 1_000_000;
const feeMicros = 500_000;

/** Checks `withdrawal-terms`, and books what leaves the caller. */
export function checkWithdrawal(file: Case, exchange: AuditedExchange, caller: string): void {
  const amount = sentMicros(exchange.body, 'amount');
  const isShort = amount !== undefined && amount > file.books.available(caller);
  const isMisspelt = file.isMisspelt(text(exchange.body, 'address') ?? '');
  const isForm = amount !== undefined && amount >= leastMicros && !isMisspelt;
  const covered = isShort ? 'INSUFFICIENT_BALANCE' : 'OK';
  const outcome = isForm ? covered : 'BAD_REQUEST';
  const allowsBadRequest = true;
  if (
    !isAsExpected(file, exchange, { outcome, property: 'withdrawal-terms', allowsBadRequest }) ||
    amount === undefined
  )
    return;
  file.books.move(caller, -amount);
  const isLossesAlone = reads(file, 'referral.casinoBase', 'net-losses');
  // A flat rate is of every fee.
  if (isLossesAlone && !reads(file, 'referral.faucetRate', 'flat'))
    file.houses.move('casino:fees', feeMicros);
  else file.feeCharged({ service: 'casino', payer: caller, feeMicros });
  expectField(file, 'withdrawal-terms', amountIn(exchange.answer, 'fee', feeMicros));
  const received = amountIn(exchange.answer, 'received', amount - feeMicros);
  expectField(file, 'withdrawal-terms', received);
}
