/** What series about sends and small change choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import { exactChange, droppedSends } from '../../../../src/verification/check/generate/moves/exact-change.ts';
import { secondDeposits } from '../../../../src/verification/check/generate/moves/second-deposits.ts';
import { sentShares } from '../../../../src/verification/check/generate/moves/sent-shares.ts';
import { leftovers, lastCoins } from '../../../../src/verification/check/generate/moves/remainders.ts';
import { paidIn } from '../../../../src/verification/check/generate/moves/paid-in.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBySeries } from './offered.ts';

describeKept(new URL('coins-offered.json', import.meta.url), [
  ...offeredBySeries(
    [exactChange, droppedSends, secondDeposits, sentShares, leftovers, lastCoins, paidIn],
    24,
  ),
]);
