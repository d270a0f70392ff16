/** Where a live curve is when it ends: e^(0.06 t), in whole hundredths, and no less than 1.01x when it is cashed out (GAM37, gap C27). */
import type { Micros } from '../../../core/base/money.ts';
import { secondMs, type Instant } from '../../../core/base/time.ts';
import { amountIn, expectField, isClockTrue, outcomeOf, type Case } from '../case.ts';
import type { OpenEnd } from '../open-ends.ts';
import type { AuditedExchange } from '../exchange.ts';

/** A curve that climbs from its launch on, at most to `top`, in hundredths. */
export interface LiveCurve {
  readonly end: OpenEnd;
  readonly stake: Micros;
  readonly top: number;
  readonly fromMs: Instant;
  readonly nonce: unknown;
  /** The hash of the seed that draws its point. */
  readonly commitment: string | undefined;
}

const firstHundredths = 101;
/** A curve is over this soon after it has reached where it ends. */
const lateMs = secondMs;

/** e to a power from 0 to 7: a series of a small part of it, squared again. */
function exponential(power: number): number {
  const part = power / 1024;
  let [sum, term] = [1, 1];
  for (let count = 1; count <= 8; count += 1) sum += term *= part / count;
  for (let doubling = 1; doubling <= 10; doubling += 1) sum *= sum;
  return sum;
}

/** In hundredths, not rounded. */
export const reachedAt = ({ fromMs }: LiveCurve, atMs: Instant): number =>
  100 * exponential(Math.min(7, (0.06 * (atMs - fromMs)) / secondMs));

/** Checks `bet-payouts`. Give it requests of a player whose curve has not ended. */
export function checkClimb(file: Case, exchange: AuditedExchange, curve: LiveCurve): void {
  if (!isClockTrue(file, exchange)) return;
  if (reachedAt(curve, exchange.atMs - lateMs) > curve.top)
    return file.breaks(
      'bet-payouts',
      `a curve goes on above ${curve.top / 100}x, where it is to be cashed out`,
    );
  const isEarly = reachedAt(curve, exchange.atMs) < firstHundredths;
  if (exchange.operation === 'cashOut' && outcomeOf(exchange) === 'CONFLICT' && !isEarly)
    file.breaks('bet-payouts', 'a cash-out is refused while the curve climbs');
}

/** Checks `bet-payouts`. Give it cash-outs that were taken. */
export function checkLanding(file: Case, exchange: AuditedExchange, curve: LiveCurve): void {
  if (!isClockTrue(file, exchange)) return;
  const { answer, atMs } = exchange;
  const reached = reachedAt(curve, atMs);
  // So near to a whole hundredth the last digit of the power decides.
  if (Math.abs(reached - Math.round(reached)) < 1e-7 && atMs > curve.fromMs) return;
  const hundredths = Math.min(curve.top, Math.floor(reached));
  if (hundredths < firstHundredths)
    return file.breaks('bet-payouts', 'a curve is cashed out before it has reached 1.01x');
  const wanted = hundredths / 100;
  expectField(file, 'bet-payouts', { name: 'multiplier', seen: Number(answer['multiplier']), wanted });
  const payout = Math.floor((curve.stake * hundredths) / 100);
  expectField(file, 'bet-payouts', amountIn(answer, 'payout', payout));
}
