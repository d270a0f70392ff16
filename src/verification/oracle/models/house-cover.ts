/** A bet whose best outcome is more than the house has (GAM60, gap C36). */
import type { Micros } from '../../../core/base/money.ts';
import { outcomeOf, reads, type Case } from '../case.ts';
import { usdc } from '../usdc.ts';
import { closedGamesAt } from '../closed-games.ts';
import type { AuditedExchange } from '../exchange.ts';
import { stakeBelow } from './top-payouts.ts';

/** The most that the house covers of a stake; undefined where it is not known, and without end where it may owe. */
export function mostCovered(file: Case, top: number): Micros | undefined {
  if (reads(file, 'casino.houseRuin', 'negative')) return Infinity;
  const house = file.houses.known('casino:house');
  return house === undefined ? undefined : stakeBelow(Math.max(0, house) * 100, top);
}

/**
 * Checks `bet-limits`, where no other bet is open: between the profit of the best outcome and all that it pays, either answer is
 * right. Call it before the bet is booked; `top` is the most that the bet pays, in hundredths of its stake.
 */
export function checkCover(
  file: Case,
  exchange: AuditedExchange,
  { stake, top }: { stake: Micros; top: number },
): void {
  const before = file.houses.known('casino:house');
  if (before === undefined || closedGamesAt(file.setting, exchange.atMs).length > 0) return;
  const seen = outcomeOf(exchange);
  const isRuinous = before < Math.floor((stake * (top - 100)) / 100) - 1;
  const isCovered = before >= Math.ceil((stake * top) / 100) || reads(file, 'casino.houseRuin', 'negative');
  if (seen === 'OK' && isRuinous && reads(file, 'casino.houseRuin', 'closed'))
    file.breaks(
      'bet-limits',
      `a bet of ${usdc(stake)} that may pay ${top}% is taken by a house that has ${usdc(before)}`,
    );
  if (seen === 'GAME_CLOSED' && isCovered)
    file.breaks('bet-limits', `a bet of ${usdc(stake)} is GAME_CLOSED by a house that has ${usdc(before)}`);
}
