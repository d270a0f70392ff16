/** What series of calls of any kind choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import {
  everyGame,
  inStyleB,
  leftCurves,
  inStyleA,
} from '../../../../src/verification/check/generate/moves/plain-calls.ts';
import { exhausted, crowd, keylessBurst } from '../../../../src/verification/check/generate/moves/crowds.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBySeries } from './offered.ts';

describeKept(new URL('plain-offered.json', import.meta.url), [
  ...offeredBySeries([everyGame, inStyleB, leftCurves, inStyleA, exhausted, crowd, keylessBurst], 6),
]);
