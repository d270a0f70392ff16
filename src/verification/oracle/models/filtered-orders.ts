/** Lists of orders of one state: who is filled or cancelled for certain is there, and no order of another state is. */
import { expectField, objects, text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import type { TradingOrder } from './trading-order.ts';

/** `own` are the caller's orders of the pair asked for, newest first; an open one may have been filled in the meantime. */
export function checkFilteredOrders(
  file: Case,
  { query, answer }: AuditedExchange,
  own: readonly TradingOrder[],
): void {
  const shown = objects(answer, 'orders');
  for (const row of shown)
    expectField(file, 'lists-complete', { name: 'status', seen: row['status'], wanted: query['status'] });
  if (Number(answer['total']) !== shown.length || query['status'] === 'open') return;
  const certain = new Set(own.filter(({ state }) => state === query['status']).map(({ id }) => id));
  const ids = shown.map((row) => text(row, 'order_id') ?? '').filter((id) => certain.has(id));
  expectField(file, 'lists-complete', {
    name: `${query['status'] ?? ''} orders`,
    seen: ids.join(' '),
    wanted: [...certain].join(' '),
  });
}
