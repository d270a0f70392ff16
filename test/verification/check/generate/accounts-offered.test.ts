/** What moves about accounts, escrows and days choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import { faucetMoves } from '../../../../src/verification/check/generate/moves/faucet.ts';
import { escrowMoves } from '../../../../src/verification/check/generate/moves/escrow.ts';
import { windowMoves } from '../../../../src/verification/check/generate/moves/windows.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredByMoves } from './offered.ts';

describeKept(new URL('accounts-offered.json', import.meta.url), [
  ...offeredByMoves(faucetMoves, 24),
  ...offeredByMoves(escrowMoves, 24),
  ...offeredByMoves(windowMoves, 24),
]);
