/** The least and the greatest worth of an order (TRD19, gap T10). */
import { parseUsdc } from '../../../core/base/money.ts';
import { isElsewhere, outcomeOf, reads, sentMicros, type Case } from '../case.ts';
import { usdc } from '../usdc.ts';
import type { AuditedExchange } from '../exchange.ts';

const boundsIn = ({ setting }: Case): readonly (number | undefined)[] =>
  ['trading.orderMin', 'trading.orderMax'].map((name) => parseUsdc(setting.policies[name]));

/** A message that says what an order must be worth says it as the run has it; what reduces a position or a holding has no minimum. */
export function checkReportedBounds(file: Case, { answer }: AuditedExchange): void {
  const [message, ...reported] =
    /^an order must be worth ([\d.]+) to ([\d.]+) USDC$/.exec(String(answer['error'])) ?? [];
  if (message === undefined) return;
  const [least, most] = boundsIn(file);
  const [from, to] = reported.map((bound) => parseUsdc(bound));
  if ((from !== least && from !== 1) || to !== most)
    file.breaks('order-terms', `other bounds of an order are reported than it has: ${message}`);
}

/** Reports an order that is beyond its bounds and not refused for it; the worth of an amount of an asset depends on prices. */
export function checkOrderBounds(file: Case, exchange: AuditedExchange): void {
  const { style, body } = exchange;
  // What closes a position or sells the rest of an asset may be less: the documents do not say.
  const isPlainBuy = body?.['side'] === 'buy' && style === 'B' && body['market_type'] !== 'perp';
  const isInUsdc = style === 'B' || reads(file, 'trading.sizeA', 'quote');
  const worth = sentMicros(body, style === 'B' ? 'amount' : 'size');
  if (isElsewhere(exchange) || !isInUsdc || worth === undefined) return;
  const [least, most] = boundsIn(file);
  const isBeyond = (isPlainBuy && worth < (least ?? 0)) || worth > (most ?? Infinity);
  const seen = outcomeOf(exchange);
  if (isBeyond && seen !== 'BAD_REQUEST')
    file.breaks('order-terms', `an order of ${usdc(worth)} is answered ${seen}; expected BAD_REQUEST`);
}
