/** What a settled bet pays. */
import type { Micros } from '../../../core/base/money.ts';
import { expectField, micros, reads, sentMicros, type Case } from '../case.ts';
import { usdc } from '../usdc.ts';
import type { Body } from '../exchange.ts';
import { wantedPayout } from './paytables.ts';

/** Checks `bet-payouts`: the payout is the stake times the multiplier, won as its reading has it, and that of the game's table. */
export function checkPayout(
  file: Case,
  bet: { game: string; sent: Body; got: Body; stake: Micros; payout: Micros },
): void {
  const { game, got, stake, payout } = bet;
  const multiplier = got['multiplier'];
  if (typeof multiplier === 'number') {
    const wanted = Math.floor(stake * multiplier + 1e-6);
    if (Math.abs(payout - wanted) > 1) {
      file.breaks('bet-payouts', `${game}: ${usdc(stake)} times ${multiplier} is paid as ${usdc(payout)}`);
    }
  }
  if (typeof got['win'] === 'boolean') {
    expectField(file, 'bet-payouts', {
      name: `${game}: win`,
      seen: got['win'],
      wanted: reads(file, 'casino.win', 'paid') ? payout > 0 : payout > stake,
    });
  }
  const isPublished = file.setting.policies['casino.payouts'] === 'published';
  // The short style names the side that came up.
  const result = typeof got['result'] === 'string' ? { result: got['result'] } : got['result'];
  const table = game === 'slots' && reads(file, 'casino.slotPairs', 'any') ? 'slots_any' : game;
  const wanted =
    typeof result === 'object'
      ? wantedPayout(table, { sent: bet.sent, result: result as Body, stake }, isPublished)
      : undefined;
  if (wanted !== undefined)
    expectField(file, 'bet-payouts', { name: `${game}: payout`, seen: payout, wanted, isMicros: true });
}

/** Checks `answers-echo`: what is staked is what was sent, to the micro. */
export function checkStake(
  file: Case,
  { game, sent, got }: { game: string; sent: Body | undefined; got: Body },
): void {
  const [seen, wanted] = [micros(got, 'amount'), sentMicros(sent, 'amount')];
  if (seen !== undefined && wanted !== undefined)
    expectField(file, 'answers-echo', { name: `${game}: amount`, seen, wanted, isMicros: true });
}
