/** What series about prices choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import {
  lowPrice,
  narrowLimits,
  thinMargin,
  farLimit,
  shortVenue,
  dayApart,
  longOrders,
} from '../../../../src/verification/check/generate/moves/prices.ts';
import { reopened, lockedAway } from '../../../../src/verification/check/generate/moves/reopened.ts';
import {
  soldAgain,
  wholeBalance,
  longLists,
  allDeposits,
} from '../../../../src/verification/check/generate/moves/wholes.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBy, offeredBySeries } from './offered.ts';

describeKept(new URL('prices-offered.json', import.meta.url), [
  ...offeredBySeries(
    [
      narrowLimits,
      thinMargin,
      farLimit,
      shortVenue,
      dayApart,
      longOrders,
      reopened,
      lockedAway,
      soldAgain,
      wholeBalance,
      longLists,
      allDeposits,
    ],
    16,
  ),
  offeredBy('low prices', 12, (_, draw) =>
    ['ETH', 'BTC', 'SOL', 'DOGE'].map((asset) => lowPrice(asset, draw)),
  ),
]);
