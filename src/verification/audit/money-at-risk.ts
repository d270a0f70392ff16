/** What an edge costs the house at the documented limits: the worst bet, and the expected loss of a day. */
import { Fraction } from '../../core/base/fraction.ts';
import { decimal, printedLimits } from './documents/statements.ts';
import type { HouseLoss } from './finding.ts';
import { multipleText, percentText, usdcText } from './percent.ts';

/** One bet, as far as its risk goes. Edges are shares of the stake, negative where the player gains. */
export interface RiskyBet {
  readonly game: string;
  readonly edge: Fraction;
  /** Undefined where the loss is not measured against a stated edge. */
  readonly stated: Fraction | undefined;
  /** The highest payout, as a multiple of the stake. */
  readonly highest: Fraction;
  /** False where the shipped game pays something else than the documents print; true unless given. */
  readonly isShipped?: boolean;
  /** 10,000 unless given: the requests of a day. */
  readonly betsPerDay?: { readonly count: Fraction; readonly why: string };
}

/** The highest documented stake of a game in USDC, and the claim that states it. */
export function highestStake(game: string): { amount: Fraction; line: string } {
  const own = printedLimits.stakes.games[game];
  return own === undefined
    ? { amount: decimal(printedLimits.stakes.highest), line: printedLimits.stakes.line }
    : { amount: decimal(own.highest), line: own.line };
}

/** The house's loss by one bet that is placed at the highest stake as often as the limits admit. */
export function lossOfBet({
  game,
  edge,
  stated,
  highest,
  betsPerDay,
  isShipped = true,
}: RiskyBet): HouseLoss {
  const stake = highestStake(game);
  const bets = betsPerDay ?? {
    count: Fraction.of(printedLimits.requestsPerDay.count),
    why: printedLimits.requestsPerDay.line,
  };
  const turnover = stake.amount.mul(bets.count);
  const expectedPerDay = turnover.mul(positive(Fraction.zero.sub(edge)));
  const shortfallPerDay = stated === undefined ? Fraction.zero : turnover.mul(positive(stated.sub(edge)));
  const worstCase = stake.amount.mul(positive(highest.sub(Fraction.one)));
  const daily = expectedPerDay.numerator > 0n ? expectedPerDay : shortfallPerDay;
  const share =
    expectedPerDay.numerator > 0n
      ? `a gain of ${percentText(Fraction.zero.sub(edge))}`
      : `${percentText(positive((stated ?? edge).sub(edge))).replace('%', '')} percentage points less than stated`;
  return {
    worstCase,
    expectedPerDay,
    shortfallPerDay,
    arithmetic:
      `${isShipped ? '' : 'paid as printed, and not as shipped: '}the highest stake is ${usdcText(stake.amount)} USDC (${stake.line}), so that a win of ${multipleText(highest)} costs ` +
      `${usdcText(worstCase)} USDC; ${usdcText(bets.count)} bets a day (${bets.why}) with ${share} cost ${usdcText(daily)} USDC a day`,
  };
}

const positive = (value: Fraction): Fraction => (value.numerator > 0n ? value : Fraction.zero);
