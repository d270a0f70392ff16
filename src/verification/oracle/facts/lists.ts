/** Lists that no model covers: in order of time, newest first, and no longer than was asked for (gaps X12, X13). */
import { parseInstant } from '../../../core/base/time.ts';
import { areClocksTrue, callOf, isClockTrue, objects, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** Lists with pages: the field of the rows, that of their instant if they are in its order, and how many rows without a limit. */
const lists: Readonly<Record<string, { rows: string; at: string; defaultLimit: number }>> = {
  'escrow/A/list': { rows: 'escrows', at: 'created_at', defaultLimit: 100 },
  'escrow/B/list': { rows: 'escrows', at: 'created_at', defaultLimit: 20 },
  'trading/B/orders': { rows: 'orders', at: 'ts', defaultLimit: 20 },
  'casino/A/transactions': { rows: 'transactions', at: 'at', defaultLimit: 100 },
  'casino/A/withdrawals': { rows: 'withdrawals', at: 'at', defaultLimit: 100 },
  'casino/A/depositHistory': { rows: 'deposits', at: 'sent_at', defaultLimit: 100 },
  'casino/B/history': { rows: 'bets', at: 'ts', defaultLimit: 20 },
  'wallet/A/transactions': { rows: 'transactions', at: 'at', defaultLimit: 100 },
  'wallet/B/transactions': { rows: 'transactions', at: 'ts', defaultLimit: 20 },
  'wallet/primary/chainTransactions': { rows: 'transactions', at: 'created_at', defaultLimit: 10 },
  'casino/A/bankrollCurve': { rows: 'history', at: '', defaultLimit: 100 },
  'casino/A/tournaments': { rows: 'tournaments', at: '', defaultLimit: 100 },
  'faucet/B/referrals': { rows: 'referred_agents', at: 'registered_at', defaultLimit: 100 },
};

/** Checks `lists-ordered`. Give it successful exchanges that are no repeats. */
export function checkOrder(file: Case, exchange: AuditedExchange): void {
  const { service, operation, answer, query } = exchange;
  const call = callOf(exchange);
  checkFilters(file, exchange);
  checkTwice(file, exchange);
  const list = lists[call];
  if (list === undefined) return;
  const rows = objects(answer, list.rows);
  // A clock that was stepped writes other instants; a ledger has entries of every service, and all three registers name referred agents.
  const isShared = ['transactions', 'referrals'].includes(operation);
  const isTrue = isShared ? areClocksTrue(file, exchange) : isClockTrue(file, exchange);
  if (list.at !== '' && isTrue) checkInstants(file, { call, rows, at: list.at });
  const limit = Math.min(100, Number(query['limit'] ?? list.defaultLimit));
  const page = Number(query['page'] ?? 1);
  const total = answer['total'];
  if (answer['page'] !== undefined && answer['page'] !== page)
    file.breaks('lists-ordered', `${call} tells page ${JSON.stringify(answer['page'])}; expected ${page}`);
  // The whole ledger is the account's full history (CAS12).
  const isWhole = operation === 'transactions' && service === 'casino' && query['limit'] === undefined;
  if (typeof total !== 'number') return;
  const wholePage = page === 1 ? total : 0;
  const wanted = isWhole ? wholePage : Math.max(0, Math.min(limit, total - (page - 1) * limit));
  if (rows.length !== wanted)
    file.breaks('lists-ordered', `${call} has ${rows.length} rows of ${total}; expected ${wanted}`);
}

/** What is refused, won or left alike has nothing else to tell it by. */
const mayRepeat: ReadonlySet<string> = new Set(['results', 'moves', 'history', 'biggest_wins']);

/** No thing is listed twice: two rows differ, by their ids if by nothing else. */
function checkTwice(file: Case, exchange: AuditedExchange): void {
  for (const [list, part] of Object.entries(exchange.answer)) {
    if (!Array.isArray(part) || part.length < 2 || mayRepeat.has(list)) continue;
    const rows = objects(exchange.answer, list).filter((row) => typeof row === 'object');
    const seen = new Set(rows.map((row) => JSON.stringify(row)));
    if (seen.size < rows.length)
      file.breaks('lists-complete', `${callOf(exchange)} has two rows of ${list} that are alike`);
  }
}

/** What a list may be asked for, under the name that its rows have it by (TRD30, WAL51). */
const filters: readonly string[] = ['status', 'pair', 'type', 'chain'];

/** A row is of what was asked for. */
function checkFilters(file: Case, exchange: AuditedExchange): void {
  const { answer, query } = exchange;
  for (const name of filters) {
    const wanted = query[name];
    if (wanted === undefined || wanted === 'all') continue;
    for (const rows of Object.values(answer).filter((part) => Array.isArray(part)) as (readonly unknown[])[])
      for (const row of rows as readonly Body[])
        if (typeof row?.[name] === 'string' && row[name].toLowerCase() !== wanted.toLowerCase())
          file.breaks(
            'lists-complete',
            `${callOf(exchange)} with ${name} ${wanted} has a row with ${name} ${row[name]}`,
          );
  }
}

function checkInstants(
  file: Case,
  { call, rows, at }: { call: string; rows: readonly Body[]; at: string },
): void {
  let before = Infinity;
  for (const row of rows) {
    const value = parseInstant(String(row[at])) ?? Number.NaN;
    if (!(value <= before))
      file.breaks('lists-ordered', `${call} has ${String(row[at])} after an earlier row`);
    before = value;
  }
}
