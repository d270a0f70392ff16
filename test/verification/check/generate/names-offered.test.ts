/** What moves and series about names choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import { domainMoves } from '../../../../src/verification/check/generate/moves/domains.ts';
import { records } from '../../../../src/verification/check/generate/moves/zones.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredByMoves, offeredBySeries } from './offered.ts';

describeKept(new URL('names-offered.json', import.meta.url), [
  ...offeredByMoves(domainMoves, 48),
  ...offeredBySeries([records], 32),
]);
