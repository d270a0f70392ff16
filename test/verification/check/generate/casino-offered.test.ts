/** What moves of the casino choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import { casinoMoves } from '../../../../src/verification/check/generate/moves/casino.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredByMoves } from './offered.ts';

describeKept(new URL('casino-offered.json', import.meta.url), [...offeredByMoves(casinoMoves, 40)]);
