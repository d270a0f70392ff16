/** When a transaction is confirmed or has failed: after so many blocks of its chain (WAL57, WAL58, gap W16; docs/wallet-chains.md). */
import { formatInstant, minuteMs, secondMs, type DurationMs, type Instant } from '../../../core/base/time.ts';
import { callOf, instant, isClockTrue, objects, reads, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** The time between two blocks, and how many lie on one that is confirmed. Those of bitcoin come at random. */
const blocks: Readonly<Record<string, readonly [intervalMs: DurationMs, depth: number]>> = {
  ethereum: [12 * secondMs, 12],
  base: [2 * secondMs, 10],
  arbitrum: [250, 20],
  polygon: [2 * secondMs, 30],
  solana: [400, 32],
  tron: [3 * secondMs, 19],
  monero: [2 * minuteMs, 10],
};

/** It waits for the next block, and misses five at most. */
const waitedMax = 6;

const calls: readonly string[] = [
  'wallet/B/transaction', 'wallet/A/transactions', 'wallet/B/transactions', 'wallet/primary/chainTransactions',
]; // prettier-ignore

/** From when on a transaction may be over, and from when on it has to be. */
function settling(file: Case, chain: string, sentAtMs: Instant): readonly [Instant, Instant] | undefined {
  const block = blocks[chain];
  if (block === undefined) return undefined;
  const [intervalMs, depth] = block;
  const isDeep = reads(file, 'wallet.confirmed', 'depth');
  const least = isDeep ? depth - 1 : 0;
  const most = waitedMax + (isDeep ? depth : 0);
  return [sentAtMs + least * intervalMs, sentAtMs + most * intervalMs];
}

function mistakeOf(file: Case, row: Body, nowMs: Instant): string | undefined {
  const sentAtMs = instant(row, 'created_at') ?? instant(row, 'ts') ?? instant(row, 'at');
  const window = sentAtMs === undefined ? undefined : settling(file, text(row, 'chain') ?? '', sentAtMs);
  if (window === undefined) return undefined;
  const [fromMs, untilMs] = window;
  const settledAtMs = instant(row, 'settled_at');
  const isOver = row['status'] !== 'pending';
  if (!isOver && nowMs > untilMs) return `it is pending; expected an end by ${formatInstant(untilMs)}`;
  // What the platform itself books on a chain is there at once.
  if (settledAtMs === undefined || settledAtMs === sentAtMs) return undefined;
  return settledAtMs < fromMs || settledAtMs > untilMs
    ? `it is over at ${formatInstant(settledAtMs)}; expected ${formatInstant(fromMs)} to ${formatInstant(untilMs)}`
    : undefined;
}

/** Checks `send-lifecycle`. Give it successful exchanges that are no repeats. */
export function checkConfirmations(file: Case, exchange: AuditedExchange): void {
  if (!calls.includes(callOf(exchange)) || !isClockTrue(file, exchange)) return;
  const { answer, atMs } = exchange;
  for (const row of [answer, ...objects(answer, 'transactions')]) {
    const wrong = mistakeOf(file, row, atMs);
    if (wrong !== undefined)
      file.breaks(
        'send-lifecycle',
        `transaction ${String(row['tx_hash'])} on ${String(row['chain'])}: ${wrong}`,
      );
  }
}
