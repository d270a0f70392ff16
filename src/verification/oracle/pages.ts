/** Pages of lists: which rows a query asks for, and how many there are (gaps X13, X14). */
import { expectField, type Case } from './case.ts';
import type { AuditedExchange } from './exchange.ts';

/** The page that was asked for, out of all rows, newest first. */
export function shownPage<Row>(
  { query }: AuditedExchange,
  rows: readonly Row[],
  defaultLimit: number,
): readonly Row[] {
  const limit = Math.min(100, Number(query['limit'] ?? defaultLimit));
  const before = (Number(query['page'] ?? 1) - 1) * limit;
  return rows.slice(before, before + limit);
}

/** Holds what a list says of itself. */
export function checkPage(file: Case, { answer, query }: AuditedExchange, total: number): void {
  expectField(file, 'lists-complete', { name: 'total', seen: answer['total'], wanted: total });
  const page = Number(query['page'] ?? 1);
  expectField(file, 'lists-complete', { name: 'page', seen: answer['page'], wanted: page });
}
