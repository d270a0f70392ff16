/** What the control calls say of the books: they never drift, and the pool has what it has not paid. */
import { amountIn, expectField, isOk, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** Checks `money-conserved`. Give it every exchange. */
export function checkControl(file: Case, exchange: AuditedExchange): void {
  const { service, operation, answer } = exchange;
  if (service !== 'control' || !isOk(exchange)) return;
  for (const name of ['drift', 'drift_micros'])
    if (answer[name] !== undefined)
      expectField(file, 'money-conserved', { name, seen: Number(answer[name]), wanted: 0 });
  const pool = operation === 'ledger' ? file.houses.known('faucet:pool') : undefined;
  if (pool !== undefined) expectField(file, 'house-accounts', amountIn(answer, 'faucet_pool', pool));
}
