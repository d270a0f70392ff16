/** Entries of an account, as the casino's ledger shows them (CAS05, CAS12): what is held is resolved once, and what comes in is above zero. */
import { objects, signedMicros, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** What an entry may do to a balance, by the end of its type. */
const signs: readonly (readonly [RegExp, -1 | 1])[] = [
  [/-(?:payout|deposit|welcome|claim|prize-share|refund)$/, 1],
  [/-(?:stake|fee)$/, -1],
];

/** Checks `answers-fixed`. Give it successful exchanges that are no repeats. */
export function checkLedgerRows(file: Case, { service, operation, answer }: AuditedExchange): void {
  if (service !== 'casino') return;
  const list = { balance: 'recent', transactions: 'transactions' }[operation];
  if (list === undefined) return;
  const breaks = (message: string): void => file.breaks('answers-fixed', `casino/${operation}: ${message}`);
  const rows = objects(answer, list);
  const byId = new Map(rows.map((row) => [row['id'], row]));
  let before = Infinity;
  for (const row of rows) {
    const id = Number(row['id']);
    if (!Number.isInteger(id) || id >= before) breaks(`entry ${id} comes after ${before}`);
    before = id;
    const wrong = mistakeOf(row, byId);
    if (wrong !== undefined) breaks(`entry ${id} ${wrong}`);
  }
}

function mistakeOf(row: Body, byId: ReadonlyMap<unknown, Body>): string | undefined {
  const { phase, resolves } = row;
  const amount = signedMicros(row['amount']) ?? 0;
  if (!['single', 'pending', 'post', 'void', 'expire'].includes(String(phase))) return `has the phase ${String(phase)}`;
  if (['post', 'void', 'expire'].includes(String(phase)) !== (resolves !== null)) return 'resolves an entry, or none, unlike its phase';
  const resolved = byId.get(resolves);
  if (resolved !== undefined && resolved['phase'] !== 'pending') return 'resolves what was not held';
  if (resolved !== undefined && resolved['type'] !== row['type']) return 'resolves an entry of another type';
  if (resolved !== undefined && phase !== 'post' && amount !== -(signedMicros(resolved['amount']) ?? 0))
    return 'gives back another amount than was held';
  if (phase !== 'single') return undefined;
  const sign = signs.find(([form]) => form.test(String(row['type'])))?.[1];
  return sign !== undefined && sign * amount < 0 ? `of ${String(row['type'])} has the amount ${amount}` : undefined;
} // prettier-ignore
