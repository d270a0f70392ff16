/** What series about chains choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import {
  chainSwaps,
  unpaidSwaps,
  lateDeposits,
  soldNames,
  tenYears,
  oddOrders,
} from '../../../../src/verification/check/generate/moves/terms.ts';
import {
  signedTransfers,
  signedToAgent,
  ownWallet,
} from '../../../../src/verification/check/generate/moves/signed.ts';
import {
  exactAmounts,
  atTheLimit,
  fullZone,
  signedTwice,
  nativeSends,
} from '../../../../src/verification/check/generate/moves/edges.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBySeries } from './offered.ts';

describeKept(new URL('chains-offered.json', import.meta.url), [
  ...offeredBySeries(
    [
      chainSwaps,
      unpaidSwaps,
      lateDeposits,
      soldNames,
      tenYears,
      oddOrders,
      signedTransfers,
      signedToAgent,
      ownWallet,
      exactAmounts,
      atTheLimit,
      fullZone,
      signedTwice,
      nativeSends,
    ],
    8,
  ),
]);
