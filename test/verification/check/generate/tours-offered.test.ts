/** What tours of a service choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import {
  faucetTour,
  escrowTour,
  domainTour,
  walletTour,
  tradingTour,
  casinoTour,
  earningsTour,
  lossesTour,
} from '../../../../src/verification/check/generate/moves/tours.ts';
import { tools, toolTour } from '../../../../src/verification/check/generate/moves/tools.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBySeries } from './offered.ts';

describeKept(new URL('tours-offered.json', import.meta.url), [
  ...offeredBySeries(
    [
      faucetTour,
      escrowTour,
      domainTour,
      walletTour,
      tradingTour,
      casinoTour,
      earningsTour,
      lossesTour,
      tools,
      toolTour,
    ],
    12,
  ),
]);
