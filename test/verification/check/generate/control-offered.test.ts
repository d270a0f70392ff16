/** What calls of the sandbox choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import { controlMoves } from '../../../../src/verification/check/generate/moves/control.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredByMoves } from './offered.ts';

describeKept(new URL('control-offered.json', import.meta.url), offeredByMoves(controlMoves, 100));
