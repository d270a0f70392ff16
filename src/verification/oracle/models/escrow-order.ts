/** What a new escrow is asked to be, and whether it comes to be (ESC17, ESC31). */
import type { Micros } from '../../../core/base/money.ts';
import { secondMs, type DurationMs } from '../../../core/base/time.ts';
import { hasEvmForm } from '../addresses.ts';
import { sentMicros, text, type Case, type ExpectedOutcome } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

const leastMicros = 100_000;

interface EscrowOrder {
  readonly amount: Micros;
  readonly expiresInMs: DurationMs;
  readonly receiver: string;
}

/** Undefined for what breaks a rule of form. */
export function escrowOrderIn({ body, style }: AuditedExchange): EscrowOrder | undefined {
  const amount = sentMicros(body, 'amount');
  const receiver = text(body, style === 'A' ? 'seller' : 'receiver');
  const seconds = style === 'A' ? 86_400 : (body?.['expires_in'] ?? 86_400);
  const isWhole =
    typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 60 && seconds <= 2_592_000;
  const isBought = style !== 'A' || (text(body, 'buyer') ?? '') !== '';
  if (amount === undefined || amount < leastMicros || !isWhole || !isBought) return undefined;
  if (receiver === undefined || receiver === '') return undefined;
  return { amount, receiver, expiresInMs: seconds * secondMs };
}

/** The outcome of an order of the documented form. */
export function creationOutcome(
  file: Case,
  { body, style }: AuditedExchange,
  { order, caller }: { order: EscrowOrder; caller: string },
): ExpectedOutcome {
  const named = text(body, 'referrer');
  if (style === 'B' && named !== undefined) {
    const referrer = file.isMisspelt(named) ? undefined : file.resolve(named);
    if (referrer === undefined || referrer === caller) return 'BAD_REQUEST';
  }
  if (file.isMisspelt(order.receiver)) return 'BAD_REQUEST';
  const receiver = file.resolve(order.receiver);
  if (receiver === undefined && !hasEvmForm(order.receiver)) return 'NOT_FOUND';
  if (style === 'A' && file.isMisspelt(text(body, 'buyer') ?? '')) return 'BAD_REQUEST';
  if (style === 'A' && file.resolve(text(body, 'buyer') ?? '') !== caller) return 'FORBIDDEN';
  if (receiver === caller) return 'BAD_REQUEST';
  return file.books.available(caller) < order.amount ? 'INSUFFICIENT_BALANCE' : 'OK';
}
