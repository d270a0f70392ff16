/** A balance that is not the expected one, in words: whose, by how much, when, and what came due right before. */
import { formatUsdc, type Micros } from '../../core/base/money.ts';
import { formatInstant, type Instant } from '../../core/base/time.ts';
import type { BalanceDifference } from './open-ends.ts';
import type { ExpectedEvent } from './timers.ts';

/** When a difference was seen, and what had come due since the exchange before. */
export interface Sight {
  readonly when: string;
  readonly atMs: Instant;
  readonly latest: Pick<ExpectedEvent, 'what' | 'atMs'> | undefined;
}

export function differenceText(
  { agent, available, held }: BalanceDifference,
  { when, atMs, latest }: Sight,
): string {
  const due = latest === undefined ? '' : `, after ${latest.what} at ${formatInstant(latest.atMs)}`;
  const unexpected = `${surplus(available)} available and ${surplus(held)} held than expected`;
  return `${agent} has ${unexpected}, ${when} at ${formatInstant(atMs)}${due}`;
}

/** Such as `2.00 USDC more`. */
const surplus = (amount: Micros): string =>
  amount === 0 ? 'nothing more' : `${formatUsdc(Math.abs(amount))} USDC ${amount < 0 ? 'less' : 'more'}`;
