/** What the wallet's histories show of sends: each side has them, one as sent, the other as received (WAL58). */
import { amountIn, expectField, isOk, objects, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import type { AnsweredSend } from './answered-send.ts';

interface Sends {
  readonly caller: string;
  /** All that were answered, by hash. */
  readonly sends: ReadonlyMap<string, AnsweredSend>;
}

/** Checks `send-lifecycle` and `lists-complete` for a history of the caller. */
export function checkHistory(file: Case, exchange: AuditedExchange, { caller, sends }: Sends): void {
  if (!isOk(exchange)) return;
  const { answer, query } = exchange;
  for (const row of objects(answer, 'transactions')) {
    checkFilter(file, row, query);
    const sent = sends.get(text(row, 'tx_hash') ?? '');
    if (sent !== undefined) checkRow(file, row, sent, caller);
  }
  const own = [...sends.values()].filter((sent) => isShown(sent, caller, query));
  checkComplete(file, exchange, own);
}

function checkFilter(file: Case, row: Body, query: AuditedExchange['query']): void {
  const wanted = query['type'];
  if (wanted === 'send' || wanted === 'receive')
    expectField(file, 'lists-complete', { name: 'type', seen: row['type'], wanted });
  if (query['chain'] !== undefined)
    expectField(file, 'lists-complete', { name: 'chain', seen: row['chain'], wanted: query['chain'] });
}

/** To oneself at an address outside of EVM chains is both, and shown as sent. */
function checkRow(file: Case, row: Body, sent: AnsweredSend, caller: string): void {
  const isOwn = sent.sender === caller;
  const fields = [
    { name: 'type', seen: row['type'], wanted: isOwn ? 'send' : 'receive' },
    amountIn(row, 'amount', sent.amount),
    isOwn
      ? { name: 'counterparty', seen: row['counterparty'], wanted: sent.to }
      : { name: 'counterparty is the sender', seen: row['counterparty'] !== sent.to, wanted: true },
    // Who receives pays nothing; style A shows no fees.
    ...(row['fee'] === undefined || (isOwn && sent.fee === undefined)
      ? []
      : [amountIn(row, 'fee', isOwn ? (sent.fee ?? 0) : 0)]),
    ...(sent.state === 'pending' ? [] : [{ name: 'status', seen: row['status'], wanted: sent.state }]),
  ];
  for (const field of fields) expectField(file, 'send-lifecycle', field);
}

/** What is sent to oneself may count as either. */
function isShown(
  { sender, receiver, chain }: AnsweredSend,
  caller: string,
  query: AuditedExchange['query'],
): boolean {
  if (query['chain'] !== undefined && query['chain'] !== chain) return false;
  if (sender === caller) return query['type'] !== 'receive';
  return receiver === caller && query['type'] !== 'send';
}

/** Whatever the caller has sent or received is there. */
function checkComplete(file: Case, { answer, query }: AuditedExchange, own: readonly AnsweredSend[]): void {
  if (query['page'] !== undefined) return;
  expectField(file, 'lists-complete', {
    name: 'at least as many as were sent or received',
    seen: Number(answer['total']) >= own.length,
    wanted: true,
  });
  const latest = own.at(-1)?.hash;
  const rows = objects(answer, 'transactions');
  const isFull = query['limit'] === undefined && rows.length < 20;
  if (latest !== undefined && isFull)
    expectField(file, 'lists-complete', {
      name: 'the latest send',
      seen: rows.some((row) => row['tx_hash'] === latest),
      wanted: true,
    });
}
