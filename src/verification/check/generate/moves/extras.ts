/** Calls after the subject of a scenario: series that reach what single calls seldom do. */
import { dayMs, secondMs, type DurationMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import type { ModelState } from '../model-state.ts';
import { withMore } from '../more-fields.ts';
import { adviceOnGames, duels } from './all-games.ts';
import {
  atTheLimit,
  exactAmounts,
  fullZone,
  fullZonePause,
  nativeSends,
  signedTwice,
  signedTwicePause,
} from './edges.ts';
import { manyBets } from './many-bets.ts';
import { closedGames, closedMarkets, overlapping } from './closures.ts';
import { crowd, crowdPause, exhausted, exhaustedPause } from './crowds.ts';
import {
  dayApart,
  dayPause,
  farLimit,
  longOrders,
  longPause,
  narrowLimits,
  narrowPause,
  shortPause,
  shortVenue,
  thinMargin,
  thinPause,
} from './prices.ts';
import { blackjackHands, doubledHands, handLeft, pokerHands, staleHands } from './hands.ts';
import {
  keyedLate,
  keyedLatePause,
  keyedOften,
  keyedOftenPause,
  keyedReads,
  keyedSoon,
  keyedSoonPause,
  keyedTwice,
  pages,
} from './keyed.ts';
import { positionTour, tournamentPause, tournamentTour } from './contest-tour.ts';
import { newcomers, newcomersPause, shadowedCode } from './newcomers.ts';
import { lockedAway, lockedPause, reopened, reopenedPause } from './reopened.ts';
import {
  chainSwaps,
  lateDeposits,
  lateDepositsPause,
  oddOrders,
  soldNames,
  tenYears,
  tenYearsPause,
  unpaidSwaps,
  unpaidSwapsPause,
} from './terms.ts';
import { upgraded, upgradedPause } from './upgrades.ts';
import { advised, disputed, revealed } from './lives.ts';
import {
  account,
  anonymous,
  challenged,
  orders,
  outflows,
  paid,
  paidPause,
  quota,
  rounds,
  type CallSeries,
  type SeriesPause,
} from './series.ts';
import { leftovers, lastCoins } from './remainders.ts';
import { paidIn, paidInPause } from './paid-in.ts';
import { everyGame, inStyleA, inStyleB, leftCurves, leftCurvesPause } from './plain-calls.ts';
import { undoneCalls } from './second-tries.ts';
import { sentShares, sentSharesPause } from './sent-shares.ts';
import { ownWallet, settlement, signedToAgent, signedTransfers } from './signed.ts';
import {
  casinoTour,
  domainTour,
  earningsPause,
  earningsTour,
  escrowTour,
  faucetTour,
  tradingTour,
  walletTour,
  lossesPause,
  lossesTour,
} from './tours.ts';
import { toolTour, tools } from './tools.ts';
import { allDeposits, longLists, soldAgain, wholeBalance } from './wholes.ts';
import { readEitherWay, retried, retryPause, spelledKeys, wrongly } from './wrongly.ts';
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
];
const rarerPercent = 8;

/** One of them, or mostly another one. */
export const orRarer = (draw: Draw, other: () => CallSeries): CallSeries =>
  draw.chance(rarerPercent) ? draw.pick(rarer) : other();

/** Every series that a scenario may have beside its subject. */
export const extraSeries: readonly CallSeries[] = [...series.map(({ make }) => make), ...rarer];

/** By default a second passes between two calls. */
const pauseOf: ReadonlyMap<CallSeries, SeriesPause> = new Map<CallSeries, SeriesPause>([
  [quota, { stepMs: 1, jumpMs: 2 * dayMs + secondMs, jumpAt: 1 }],
  [paid, paidPause],
  [retried, retryPause],
  [exhausted, exhaustedPause],
  [crowd, crowdPause],
  [signedTransfers, settlement],
  [paidIn, paidInPause],
  [leftCurves, leftCurvesPause],
  [lastCoins, settlement],
  [signedToAgent, settlement],
  [ownWallet, settlement],
  [chainSwaps, settlement],
  [lateDeposits, lateDepositsPause],
  [unpaidSwaps, unpaidSwapsPause],
  [blackjackHands, handLeft],
  [pokerHands, handLeft],
  [tournamentTour, tournamentPause],
  [longOrders, longPause],
  [earningsTour, earningsPause],
  [lossesTour, lossesPause],
  [narrowLimits, narrowPause],
  [thinMargin, thinPause],
  [farLimit, thinPause],
  [dayApart, dayPause],
  [shortVenue, shortPause],
  [keyedSoon, keyedSoonPause],
  [keyedLate, keyedLatePause],
  [keyedOften, keyedOftenPause],
  [newcomers, newcomersPause],
  [upgraded, upgradedPause],
  [tenYears, tenYearsPause],
  [reopened, reopenedPause],
  [lockedAway, lockedPause],
  [sentShares, sentSharesPause],
  [fullZone, fullZonePause],
  [signedTwice, signedTwicePause],
]);

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
