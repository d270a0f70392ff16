/** What series by one agent choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import {
  account,
  outflows,
  rounds,
  challenged,
  orders,
  anonymous,
  paid,
  quota,
} from '../../../../src/verification/check/generate/moves/series.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBySeries } from './offered.ts';

describeKept(new URL('series-offered.json', import.meta.url), [
  ...offeredBySeries([account, outflows, rounds, challenged, orders, anonymous, paid, quota], 16),
]);
