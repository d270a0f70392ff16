/** What series for other readings choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import {
  ruledDisputes,
  bidsOutlived,
  renewedInGrace,
  keylessClaims,
} from '../../../../src/verification/check/generate/moves/other-readings.ts';
import {
  closedGames,
  overlapping,
  closedMarkets,
} from '../../../../src/verification/check/generate/moves/closures.ts';
import { newcomers, shadowedCode } from '../../../../src/verification/check/generate/moves/newcomers.ts';
import { upgraded } from '../../../../src/verification/check/generate/moves/upgrades.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBySeries } from './offered.ts';

describeKept(new URL('readings-offered.json', import.meta.url), [
  ...offeredBySeries(
    [
      ruledDisputes,
      bidsOutlived,
      renewedInGrace,
      keylessClaims,
      closedGames,
      overlapping,
      closedMarkets,
      newcomers,
      shadowedCode,
      upgraded,
    ],
    8,
  ),
]);
