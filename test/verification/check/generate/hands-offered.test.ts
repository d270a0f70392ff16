/** What series of hands and bets choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import {
  blackjackHands,
  doubledHands,
  uncoveredDouble,
  pokerHands,
  staleHands,
} from '../../../../src/verification/check/generate/moves/hands.ts';
import { oddBatches } from '../../../../src/verification/check/generate/moves/odd-batches.ts';
import { laterGuesses } from '../../../../src/verification/check/generate/moves/later-guesses.ts';
import { adviceOnGames, duels } from '../../../../src/verification/check/generate/moves/all-games.ts';
import { disputed, advised } from '../../../../src/verification/check/generate/moves/lives.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBySeries } from './offered.ts';

describeKept(new URL('hands-offered.json', import.meta.url), [
  ...offeredBySeries(
    [
      blackjackHands,
      doubledHands,
      uncoveredDouble,
      pokerHands,
      staleHands,
      oddBatches,
      laterGuesses,
      adviceOnGames,
      duels,
      disputed,
      advised,
    ],
    20,
  ),
]);
