/** Calls after the subject of a scenario: series that reach what single calls seldom do. */
import { secondMs, type DurationMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import type { ModelState } from '../model-state.ts';
import { withMore } from '../more-fields.ts';
import { adviceOnGames, duels } from './all-games.ts';
import { atTheLimit, exactAmounts, fullZone, nativeSends, signedTwice } from './edges.ts';
import { laterGuesses } from './later-guesses.ts';
import { manyBets } from './many-bets.ts';
import { closedGames, closedMarkets, overlapping } from './closures.ts';
import { crowd, exhausted, keylessBurst } from './crowds.ts';
import { dayApart, farLimit, longOrders, narrowLimits, shortVenue, thinMargin } from './prices.ts';
import { blackjackHands, doubledHands, pokerHands, staleHands, uncoveredDouble } from './hands.ts';
import { keyedLate, keyedOften, keyedReads, keyedSoon, keyedTwice, pages } from './keyed.ts';
import { oddBatches } from './odd-batches.ts';
import { secondDeposits } from './second-deposits.ts';
import { droppedSends, exactChange } from './exact-change.ts';
import { openChallenges, openTournaments } from './open-contests.ts';
import { pauseOf } from './pauses.ts';
import { positionTour, tournamentTour } from './contest-tour.ts';
import { newcomers, shadowedCode } from './newcomers.ts';
import { lockedAway, reopened } from './reopened.ts';
import { chainSwaps, lateDeposits, oddOrders, soldNames, tenYears, unpaidSwaps } from './terms.ts';
import { upgraded } from './upgrades.ts';
import { advised, disputed, revealed } from './lives.ts';
import {
  account,
  anonymous,
  challenged,
  orders,
  outflows,
  paid,
  quota,
  rounds,
  type CallSeries,
} from './series.ts';
import { bidsOutlived, keylessClaims, renewedInGrace, ruledDisputes } from './other-readings.ts';
import { leftovers, lastCoins } from './remainders.ts';
import { paidIn } from './paid-in.ts';
import { everyGame, inStyleA, inStyleB, leftCurves } from './plain-calls.ts';
import { undoneCalls } from './second-tries.ts';
import { sentShares } from './sent-shares.ts';
import { ownWallet, signedToAgent, signedTransfers } from './signed.ts';
import {
  casinoTour,
  domainTour,
  earningsTour,
  escrowTour,
  faucetTour,
  tradingTour,
  walletTour,
  lossesTour,
} from './tours.ts';
import { toolTour, tools } from './tools.ts';
import { allDeposits, longLists, soldAgain, wholeBalance } from './wholes.ts';
import { readEitherWay, retried, spelledKeys, wrongly } from './wrongly.ts';
import { records } from './zones.ts';

/** Each with the service or the part of HTTP that it is about, as the names of policies begin. */
const series: readonly { readonly of: string; readonly make: CallSeries }[] = [
  { of: 'domains', make: records },
  { of: 'mcp', make: tools },
  { of: 'wallet', make: signedTransfers },
  { of: 'wallet', make: signedTransfers },
  { of: 'wallet', make: signedTransfers },
  { of: 'casino', make: paidIn },
  { of: 'casino', make: everyGame },
  { of: 'casino', make: everyGame },
  { of: 'casino', make: leftCurves },
  { of: 'casino', make: adviceOnGames },
  { of: 'casino', make: duels },
  { of: 'mcp', make: toolTour },
  { of: 'any', make: inStyleA },
  { of: 'any', make: inStyleA },
  { of: 'casino', make: inStyleB },
  { of: 'any', make: account },
  { of: 'wallet', make: outflows },
  { of: 'casino', make: rounds },
  { of: 'casino', make: rounds },
  { of: 'casino', make: challenged },
  { of: 'trading', make: orders },
  { of: 'limits', make: quota },
  { of: 'limits', make: paid },
  { of: 'any', make: anonymous },
  { of: 'escrow', make: disputed },
  { of: 'casino', make: advised },
  { of: 'http', make: wrongly },
  { of: 'http', make: spelledKeys },
  { of: 'any', make: readEitherWay },
  { of: 'any', make: readEitherWay },
  { of: 'domains', make: retried },
  { of: 'faucet', make: faucetTour },
  { of: 'faucet', make: faucetTour },
  { of: 'escrow', make: escrowTour },
  { of: 'domains', make: domainTour },
  { of: 'wallet', make: walletTour },
  { of: 'trading', make: tradingTour },
  { of: 'casino', make: casinoTour },
  { of: 'referral', make: earningsTour },
  { of: 'referral', make: lossesTour },
  { of: 'limits', make: exhausted },
  { of: 'any', make: crowd },
  { of: 'casino', make: blackjackHands },
  { of: 'casino', make: pokerHands },
  { of: 'casino', make: closedGames },
  { of: 'wallet', make: ownWallet },
  { of: 'trading', make: closedMarkets },
  { of: 'wallet', make: chainSwaps },
  { of: 'domains', make: soldNames },
  { of: 'trading', make: oddOrders },
  { of: 'tournaments', make: tournamentTour },
  { of: 'trading', make: positionTour },
  { of: 'trading', make: narrowLimits },
  { of: 'trading', make: thinMargin },
  { of: 'trading', make: farLimit },
  { of: 'trading', make: longOrders },
  { of: 'trading', make: dayApart },
  { of: 'trading', make: shortVenue },
  { of: 'http', make: keyedSoon },
  { of: 'http', make: keyedSoon },
  { of: 'http', make: keyedLate },
  { of: 'http', make: keyedOften },
  { of: 'http', make: keyedTwice },
  { of: 'http', make: keyedReads },
  { of: 'http', make: overlapping },
  { of: 'lists', make: pages },
  { of: 'lists', make: pages },
  { of: 'casino', make: staleHands },
  { of: 'referral', make: sentShares },
  { of: 'any', make: exactAmounts },
  { of: 'casino', make: atTheLimit },
  { of: 'wallet', make: signedTwice },
  { of: 'wallet', make: nativeSends },
  { of: 'any', make: wholeBalance },
  { of: 'trading', make: soldAgain },
  { of: 'lists', make: longLists },
  { of: 'wallet', make: lateDeposits },
  { of: 'wallet', make: unpaidSwaps },
  { of: 'casino', make: doubledHands },
  { of: 'casino', make: manyBets },
  { of: 'trading', make: leftovers },
  { of: 'wallet', make: lastCoins },
  { of: 'wallet', make: signedToAgent },
  { of: 'http', make: undoneCalls },
  { of: 'referral', make: shadowedCode },
  { of: 'escrow', make: ruledDisputes },
  { of: 'domains', make: bidsOutlived },
  { of: 'faucet', make: keylessClaims },
  { of: 'casino', make: laterGuesses },
  { of: 'challenges', make: openChallenges },
  { of: 'tournaments', make: openTournaments },
  { of: 'casino', make: oddBatches },
  { of: 'errors', make: keylessBurst },
  { of: 'limits', make: keylessBurst },
  { of: 'wallet', make: secondDeposits },
  { of: 'wallet', make: exactChange },
  { of: 'wallet', make: droppedSends },
  { of: 'casino', make: uncoveredDouble },
];

/** Series of many calls, or about one edge: few of each are enough. */
const rarer: readonly CallSeries[] = [
  newcomers,
  upgraded,
  tenYears,
  reopened,
  lockedAway,
  fullZone,
  allDeposits,
  renewedInGrace,
];
const rarerPercent = 8;

/** One of them, or mostly another one. */
export const orRarer = (draw: Draw, other: () => CallSeries): CallSeries =>
  draw.chance(rarerPercent) ? draw.pick(rarer) : other();

/** What a series is about; undefined for the rarer ones. */
export const subjectOf = (make: CallSeries): string | undefined =>
  series.find((row) => row.make === make)?.of;

/** Every series that a scenario may have beside its subject. */
export const extraSeries: readonly CallSeries[] = [...series.map(({ make }) => make), ...rarer];

/** How many series are about what a policy of the scenario is about, where there is one. */
const nearPercent = 60;

/** Adds up to two of the series, each by one agent, a second apart, before the run ends. `near` names subjects. */
export function addSeries(
  model: ModelState,
  draw: Draw,
  { near, endMs }: { near: readonly string[]; endMs: DurationMs },
): void {
  const nearby = series.filter(({ of }) => near.includes(of));
  for (let count = draw.pick([0, 1, 2, 2]); count > 0; count -= 1) {
    const person = model.person(draw);
    const from = nearby.length > 0 && draw.chance(nearPercent) ? nearby : series;
    addOne(
      orRarer(draw, () => draw.pick(from).make),
      { model, draw, person, endMs },
    );
  }
  addReveals(model, draw, endMs);
}

interface Series {
  readonly model: ModelState;
  readonly draw: Draw;
  readonly person: string;
  readonly endMs: DurationMs;
  /** How many of its calls have one field more than they need. */
  readonly morePercent?: number;
}

/** Adds the calls of a series by an agent, with the pauses that it has, before the run ends. */
export function addOne(chosen: CallSeries, { model, draw, person, endMs, morePercent = 0 }: Series): void {
  const { stepMs = secondMs, jumpMs = 0, jumpAt = 1, together = 1 } = pauseOf.get(chosen) ?? {};
  const calls = chosen(model, draw, person);
  const jumpsAt = jumpAt < 0 ? calls.length + jumpAt : jumpAt;
  for (const [index, call] of calls.entries()) {
    const waitMs = index === jumpsAt && draw.chance(70) ? jumpMs : 0;
    const passedMs = index % together === 0 ? stepMs : 0;
    model.atMs = Math.min(model.atMs + passedMs + waitMs, endMs - 1);
    const made = typeof call === 'function' ? call(model) : call;
    model.add((morePercent > 0 && draw.chance(morePercent) && withMore(made, draw)) || made, person);
  }
}

/** The seeds that bets were drawn from, most of the time. */
export function addReveals(model: ModelState, draw: Draw, endMs: DurationMs): void {
  model.atMs = Math.min(model.atMs + secondMs, endMs - 1);
  if (draw.chance(80)) for (const call of revealed(model)) model.add(call, call.by ?? model.main);
}
