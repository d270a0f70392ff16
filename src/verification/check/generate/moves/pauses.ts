/** How much time passes between the calls of a series, where it is not a second. */
import { dayMs, secondMs } from '../../../../core/base/time.ts';
import { fullZone, fullZonePause, signedTwice, signedTwicePause } from './edges.ts';
import { crowd, crowdPause, exhausted, exhaustedPause, keylessBurst, keylessBurstPause } from './crowds.ts';
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
import { blackjackHands, handLeft, pokerHands } from './hands.ts';
import {
  keyedLate,
  keyedLatePause,
  keyedOften,
  keyedOftenPause,
  keyedSoon,
  keyedSoonPause,
} from './keyed.ts';
import { droppedSends, droppedSendsPause, exactChange, exactChangePause } from './exact-change.ts';
import { secondDeposits, secondDepositsPause } from './second-deposits.ts';
import { tournamentPause, tournamentTour } from './contest-tour.ts';
import { newcomers, newcomersPause } from './newcomers.ts';
import { lockedAway, lockedPause, reopened, reopenedPause } from './reopened.ts';
import {
  chainSwaps,
  lateDeposits,
  lateDepositsPause,
  tenYears,
  tenYearsPause,
  unpaidSwaps,
  unpaidSwapsPause,
} from './terms.ts';
import { upgraded, upgradedPause } from './upgrades.ts';
import { paid, paidPause, quota, type CallSeries, type SeriesPause } from './series.ts';
import {
  gracePause,
  keylessClaims,
  keylessPause,
  renewedInGrace,
  ruledDisputes,
  rulingPause,
} from './other-readings.ts';
import { lastCoins } from './remainders.ts';
import { paidIn, paidInPause } from './paid-in.ts';
import { leftCurves, leftCurvesPause } from './plain-calls.ts';
import { sentShares, sentSharesPause } from './sent-shares.ts';
import { ownWallet, settlement, signedToAgent, signedTransfers } from './signed.ts';
import { earningsPause, earningsTour, lossesPause, lossesTour } from './tours.ts';
import { retried, retryPause } from './wrongly.ts';

/** By default a second passes between two calls. */
export const pauseOf: ReadonlyMap<CallSeries, SeriesPause> = new Map<CallSeries, SeriesPause>([
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
  [ruledDisputes, rulingPause],
  [renewedInGrace, gracePause],
  [keylessClaims, keylessPause],
  [secondDeposits, secondDepositsPause],
  [keylessBurst, keylessBurstPause],
  [exactChange, exactChangePause],
  [droppedSends, droppedSendsPause],
]);
