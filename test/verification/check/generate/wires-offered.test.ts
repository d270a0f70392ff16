/** What series about the wire choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import {
  keyedSoon,
  keyedLate,
  keyedOften,
  keyedTwice,
  keyedReads,
  pages,
} from '../../../../src/verification/check/generate/moves/keyed.ts';
import {
  spelledKeys,
  wrongly,
  readEitherWay,
  retried,
} from '../../../../src/verification/check/generate/moves/wrongly.ts';
import { undoneCalls } from '../../../../src/verification/check/generate/moves/second-tries.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBySeries } from './offered.ts';

describeKept(new URL('wires-offered.json', import.meta.url), [
  ...offeredBySeries(
    [
      keyedSoon,
      keyedLate,
      keyedOften,
      keyedTwice,
      keyedReads,
      pages,
      spelledKeys,
      wrongly,
      readEitherWay,
      retried,
      undoneCalls,
    ],
    8,
  ),
]);
