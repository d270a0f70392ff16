/** What series about tournaments and challenges choose from. Renewed by `UPDATE_KEPT=1`, when the generator changes. */
import {
  tournamentTour,
  positionTour,
} from '../../../../src/verification/check/generate/moves/contest-tour.ts';
import {
  openChallenges,
  openTournaments,
} from '../../../../src/verification/check/generate/moves/open-contests.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBySeries } from './offered.ts';

describeKept(new URL('contests-offered.json', import.meta.url), [
  ...offeredBySeries([tournamentTour, positionTour, openChallenges, openTournaments], 16),
]);
