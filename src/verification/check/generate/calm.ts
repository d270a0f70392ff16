/**
 * Scenarios in which most calls succeed: agents with money, and one series after the other by any of them, with time in between. What
 * a service does is seen most often here; what it refuses, and what goes wrong around it, elsewhere.
 */
import { dayMs, hourMs, minuteMs } from '../../../core/base/time.ts';
import { filteredReads } from './filtered-reads.ts';
import type { GenerationContext, Threads } from './generate-scenario.ts';
import { ModelState } from './model-state.ts';
import { adviceOnGames, duels } from './moves/all-games.ts';
import { atTheLimit, exactAmounts, nativeSends, signedTwice } from './moves/edges.ts';
import { addOne, orRarer, subjectOf } from './moves/extras.ts';
import { toolTour, tools } from './moves/tools.ts';
import { records } from './moves/zones.ts';
import { positionTour, tournamentTour } from './moves/contest-tour.ts';
import { blackjackHands, doubledHands, pokerHands, staleHands, uncoveredDouble } from './moves/hands.ts';
import { advised, disputed } from './moves/lives.ts';
import { account, challenged, orders, outflows, paid, rounds } from './moves/series.ts';
import { sentShares } from './moves/sent-shares.ts';
import { signedToAgent, signedTransfers } from './moves/signed.ts';
import { laterGuesses } from './moves/later-guesses.ts';
import { openChallenges, openTournaments } from './moves/open-contests.ts';
import { oddBatches } from './moves/odd-batches.ts';
import { secondDeposits } from './moves/second-deposits.ts';
import { droppedSends, exactChange } from './moves/exact-change.ts';
import { manyBets } from './moves/many-bets.ts';
import { paidIn } from './moves/paid-in.ts';
import { everyGame, inStyleA, inStyleB, leftCurves } from './moves/plain-calls.ts';
import { bidsOutlived, keylessClaims, renewedInGrace, ruledDisputes } from './moves/other-readings.ts';
import { lastCoins, leftovers } from './moves/remainders.ts';
import { dayApart, farLimit, longOrders, narrowLimits, shortVenue, thinMargin } from './moves/prices.ts';
import { lockedAway, reopened } from './moves/reopened.ts';
import { chainSwaps, soldNames } from './moves/terms.ts';
import { soldAgain, wholeBalance } from './moves/wholes.ts';
import { finalReads, registerRich } from './opening.ts';
import {
  casinoTour,
  domainTour,
  earningsTour,
  escrowTour,
  faucetTour,
  lossesTour,
  tradingTour,
  walletTour,
} from './moves/tours.ts';

/** One agent after the other takes any of them. */
export const calmSeries = [
  account, advised, blackjackHands, casinoTour, chainSwaps, challenged, disputed, domainTour, earningsTour, escrowTour, faucetTour,
  longOrders, lossesTour, narrowLimits, orders, outflows, paid, pokerHands, positionTour, records, rounds, sentShares, shortVenue, signedTransfers, soldNames, staleHands, thinMargin, tools, tournamentTour, tradingTour, walletTour, atTheLimit, exactAmounts, nativeSends, signedTwice, wholeBalance, soldAgain,
  everyGame, everyGame, leftCurves, paidIn, inStyleA, inStyleA, inStyleB, manyBets, doubledHands, lastCoins, signedToAgent, leftovers, farLimit, adviceOnGames, duels, toolTour, records, ruledDisputes, bidsOutlived, keylessClaims, laterGuesses, openChallenges, openTournaments, oddBatches, secondDeposits, exactChange, droppedSends, dayApart, manyBets, manyBets, uncoveredDouble,
] as const; // prettier-ignore

/** Series of a service that prices are drawn for, minute by minute. */
const priced: readonly unknown[] = [
  secondDeposits,
  droppedSends,
  inStyleA,
  leftovers,
  farLimit,
  chainSwaps,
  earningsTour,
  lockedAway,
  reopened,
  sentShares,
  longOrders,
  narrowLimits,
  thinMargin,
  shortVenue,
  orders,
  positionTour,
  tradingTour,
  walletTour,
  outflows,
  exactAmounts,
  wholeBalance,
  soldAgain,
  nativeSends,
  signedTwice,
  dayApart,
];

const gapsMs = [0, 0, 1, minuteMs, minuteMs, hourMs, 8 * hourMs, dayMs, 2 * dayMs] as const;
const countMax = 6;
/** No series takes as long. */
const longestMs = 400 * dayMs;

/** Up to `countMax` series, fewer where few operations are asked for. */
export function calmScenario({ startMs, draw, operationCount }: Threads): GenerationContext {
  const model = new ModelState(startMs);
  registerRich(model, draw);
  const most = Math.max(1, Math.min(countMax, Math.floor(operationCount / 4)));
  let [isPriced, isLong] = [false, false];
  const focus = new Set<string>();
  for (let count = 1 + draw.integer(most); count > 0; count -= 1) {
    const make = orRarer(draw, () => draw.pick(calmSeries));
    // Prices of a year take too long.
    if (make === renewedInGrace ? isPriced : isLong && priced.includes(make)) continue;
    isLong ||= make === renewedInGrace;
    isPriced ||= priced.includes(make);
    focus.add(subjectOf(make) ?? 'any');
    const endMs = model.atMs + longestMs;
    addOne(make, { model, draw, person: draw.pick(model.registered), endMs, morePercent: 4 });
    const gapMs = draw.pick(gapsMs);
    model.atMs += isPriced ? Math.min(gapMs, 8 * hourMs) : gapMs;
  }
  const overMs = model.atMs + (isPriced ? 9 * hourMs : 3 * dayMs);
  finalReads(model, overMs - minuteMs);
  for (const call of filteredReads(model, draw)) model.add(call, model.main);
  return { model, focus: [...focus], endMs: overMs };
}
