/** How a house rounds payouts: the documents do not say it. The rules round down to whole micros. */
import type { Micros } from '../../../core/base/money.ts';
import { totalReturn, type Ratio } from '../../../platform/games/ratio.ts';

/** True for what is due, and for the next micro where the exact payout lies between both. */
export function isDue(stakeMicros: Micros, payout: Ratio, paidMicros: Micros): boolean {
  const dueMicros = totalReturn(stakeMicros, payout);
  if (dueMicros === paidMicros) return true;
  if (dueMicros === undefined || paidMicros !== dueMicros + 1) return false;
  return (BigInt(stakeMicros) * BigInt(payout.numerator)) % BigInt(payout.denominator) !== 0n;
}
