/** What moves around deadlines choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import { deadlineMoves } from '../../../../src/verification/check/generate/moves/deadlines.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredByMoves } from './offered.ts';

describeKept(new URL('deadlines-offered.json', import.meta.url), [...offeredByMoves(deadlineMoves, 24)]);
