/** The entries of an account add up to its balance (CAS05, CAS12). */
import { expectField, isOk, objects, signedMicros, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** So many entries are all shown, however short a list of recent ones is. */
const surelyRecent = 5;

const sumOf = (rows: readonly Body[]): number =>
  rows.reduce((total, row) => total + (signedMicros(row['amount']) ?? 0), 0);

/** The whole ledger. */
export function checkLedger(file: Case, exchange: AuditedExchange, caller: string): void {
  const { query, answer } = exchange;
  if (!isOk(exchange) || query['limit'] !== undefined || query['page'] !== undefined) return;
  const rows = objects(answer, 'transactions');
  expectField(file, 'lists-complete', { name: 'total', seen: answer['total'], wanted: rows.length });
  holdSum(file, rows, { name: 'sum of the ledger', caller });
}

/** The recent entries beside a balance, where they are few. */
export function checkRecent(file: Case, { answer }: AuditedExchange, caller: string): void {
  const rows = objects(answer, 'recent');
  if (rows.length <= surelyRecent) holdSum(file, rows, { name: 'sum of the recent entries', caller });
}

function holdSum(
  file: Case,
  rows: readonly Body[],
  { name, caller }: { name: string; caller: string },
): void {
  if (!file.books.isSettled(caller)) return;
  const field = { name, isMicros: true, seen: sumOf(rows), wanted: file.books.available(caller) };
  expectField(file, 'balances-explained', field);
}
