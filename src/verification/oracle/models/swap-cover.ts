/** What the aggregator can pay out: a swap of little is never more than it has (gaps W14, X19). */
import { parseUsdc } from '../../../core/base/money.ts';
import { callOf, outcomeOf, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** More than this much USDC covers swaps of so much, and any price of a coin. */
const amplyMicros = 1_000_000_000_000;
const littleOf = { USDC: 3_000, native: 3 } as const;

/** Checks `swap-terms`. Give it quotes and orders of swaps. */
export function checkSwapCovered(file: Case, exchange: AuditedExchange): void {
  if (outcomeOf(exchange) !== 'CONFLICT' || exchange.headers['idempotency-key'] !== undefined) return;
  const { body, query } = exchange;
  const { from_token: sold, amount } = body ?? query;
  // Before its first use the account is not there yet.
  const opening = parseUsdc(file.setting.policies['wallet.liquidity']) ?? 0;
  const seen = file.houses.seen('wallet:aggregator') ?? 0;
  const has = seen === 0 ? opening : seen;
  const little = sold === 'native' ? littleOf.native : littleOf.USDC;
  if (has > amplyMicros && Number(amount) <= little)
    file.breaks('swap-terms', `${callOf(exchange)} of ${String(amount)} is refused though that is there`);
}
