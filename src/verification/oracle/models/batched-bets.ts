/** Stakes of the bets in a batch: each is what a single bet of style A may be (CAS22, CAS23, gap C39). */
import { text, type Case } from '../case.ts';
import type { Body } from '../exchange.ts';
import { usdc } from '../usdc.ts';
import { isPlainBet, leastOf } from './stake-limits.ts';

/** So much is within every limit but that of the odds, which a message names. */
const surelyAdmitted = 10_000_000;

/** Checks `bet-limits` for one of the results of a batch. */
export function checkBatched(file: Case, { game, sent, got }: { game: string; sent: Body; got: Body }): void {
  const stake = Math.round(Number(sent['amount']) * 1_000_000);
  const isNumber = typeof sent['amount'] === 'number' && Number.isSafeInteger(stake);
  if (!isNumber || stake / 1_000_000 !== sent['amount'] || !isPlainBet(game, sent)) return;
  const least = leastOf(file, game, 'A');
  const isTaken = got['code'] === undefined;
  if (isTaken && stake < least)
    file.breaks('bet-limits', `${game}: ${usdc(stake)} is taken in a batch, below the least`);
  const isOdds = (text(got, 'error') ?? '').includes('Kelly');
  if (got['code'] === 'BAD_REQUEST' && !isOdds && stake >= least && stake <= surelyAdmitted)
    file.breaks(
      'bet-limits',
      `${game}: ${usdc(stake)} in a batch is refused: ${JSON.stringify(got['error'])}`,
    );
}
