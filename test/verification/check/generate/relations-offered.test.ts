/** What moves about referrals choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import { relationMoves } from '../../../../src/verification/check/generate/moves/relations.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredByMoves } from './offered.ts';

describeKept(new URL('relations-offered.json', import.meta.url), [...offeredByMoves(relationMoves, 16)]);
