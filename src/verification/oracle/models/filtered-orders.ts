/** Lists of orders of one state: who is filled or cancelled for certain is there, and no order of another state is. */
import { minuteMs, type Instant } from '../../../core/base/time.ts';
import { expectField, objects, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import type { TradingOrder } from './trading-order.ts';

/** `own` are the caller's orders of the pair asked for, newest first; an open one may have been filled in the meantime. */
export function checkFilteredOrders(
  file: Case,
  { query, answer, atMs }: AuditedExchange,
  own: readonly TradingOrder[],
): void {
  const shown = objects(answer, 'orders');
  for (const row of shown)
    expectField(file, 'lists-complete', { name: 'status', seen: row['status'], wanted: query['status'] });
  if (Number(answer['total']) !== shown.length) return;
  if (query['status'] === 'open') return checkJustPlaced(file, { atMs, shown, own });
  const certain = new Set(own.filter(({ state }) => state === query['status']).map(({ id }) => id));
  const ids = shown.map((row) => text(row, 'order_id') ?? '').filter((id) => certain.has(id));
  expectField(file, 'lists-complete', {
    name: `${query['status'] ?? ''} orders`,
    seen: ids.join(' '),
    wanted: [...certain].join(' '),
  });
}

const minuteOf = (atMs: Instant): number => Math.floor(atMs / minuteMs);

/** Prices move by the minute: what rests in its first one is open for certain. */
function checkJustPlaced(
  file: Case,
  { atMs, shown, own }: { atMs: Instant; shown: readonly Body[]; own: readonly TradingOrder[] },
): void {
  if (file.setting.faults.some(({ service }) => service === 'trading')) return;
  const ids = shown.map((row) => text(row, 'order_id'));
  const lost = own.find(
    ({ id, state, isUnseen, atMs: placedMs }) =>
      state === 'open' && !isUnseen && minuteOf(placedMs) === minuteOf(atMs) && !ids.includes(id),
  );
  if (lost !== undefined)
    file.breaks('lists-complete', `the list of open orders lacks ${lost.id}, which rests since this minute`);
}
