/** The bets in a batch: each is refused, or not, as a single bet of style A is (CAS22, CAS23, gap C39). */
import { text, type Case } from '../case.ts';
import { isHeld } from '../facts/reading.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { usdc } from '../usdc.ts';
import { betMistakes, betName, isBetOfForm } from './bet-forms.ts';
import { isPlainBet, leastOf } from './stake-limits.ts';

/** So much is within every limit but that of the odds, which a message names. */
const surelyAdmitted = 10_000_000;

/** One of the bets, the game that it is on, and its result. */
interface Batched {
  readonly game: string;
  readonly sent: Body;
  readonly got: Body;
}

/** Checks `bet-limits` and `forms-required` for one of the results of a batch. */
export function checkBatched(file: Case, exchange: AuditedExchange, { game, sent, got }: Batched): void {
  const isTaken = got['code'] === undefined;
  const [field] = betMistakes(file, exchange, { game, sent });
  if (isTaken && field !== undefined && isHeld(file, `request ${betName(game)}`))
    return file.breaks(
      'forms-required',
      `${game} with ${field} ${JSON.stringify(sent[field])} is taken in a batch; expected BAD_REQUEST`,
    );
  const stake = Math.round(Number(sent['amount']) * 1_000_000);
  const isNumber = typeof sent['amount'] === 'number' && Number.isSafeInteger(stake);
  if (!isNumber || stake / 1_000_000 !== sent['amount']) return;
  if (!isPlainBet(game, sent) && !isBetOfForm(file, exchange, { game, sent })) return;
  const least = leastOf(file, game, 'A');
  if (isTaken && stake < least)
    file.breaks('bet-limits', `${game}: ${usdc(stake)} is taken in a batch, below the least`);
  const isOdds = (text(got, 'error') ?? '').includes('Kelly');
  if (got['code'] === 'BAD_REQUEST' && !isOdds && stake >= least && stake <= surelyAdmitted)
    file.breaks(
      'bet-limits',
      `${game}: ${usdc(stake)} in a batch is refused: ${JSON.stringify(got['error'])}`,
    );
}
