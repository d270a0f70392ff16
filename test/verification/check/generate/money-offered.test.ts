/** What moves about prices and wallets choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import { tradingMoves } from '../../../../src/verification/check/generate/moves/trading.ts';
import { walletMoves } from '../../../../src/verification/check/generate/moves/wallet.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredByMoves } from './offered.ts';

describeKept(new URL('money-offered.json', import.meta.url), [
  ...offeredByMoves(tradingMoves, 56),
  ...offeredByMoves(walletMoves, 32),
]);
