/**
 * What each known fault of a house pays and shows for drawn bets. The generator in Python draws by the same faults without
 * this code (`tampered-logs.test.ts`); here each of them is followed bet by bet, in all games that it concerns.
 */
import { describe, expect, it } from 'vitest';
import { games } from '../../../../src/platform/games/registry.ts';
import type { CheckedBet, Suspect } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import { drawSuspects } from '../../../../src/verification/audit/log/payouts/draw-suspects.ts';
import { otherProfiles, ruleSuspects } from '../../../../src/verification/audit/log/payouts/rule-suspects.ts';
import { describeKept, type KeptSubject } from '../../../kept-digests.ts';
import { drawnBets } from './drawn-bets.ts';

const suspects = [...drawSuspects, ...ruleSuspects, ...otherProfiles];
const known = new Map<string, readonly CheckedBet[]>();

/** More of the games of several hundred bets, where a fault shows in a few of them. */
function betsOn(game: string, isAll: boolean): readonly CheckedBet[] {
  const key = `${game} ${isAll}`;
  const found = known.get(key) ?? drawnBets(game, { seed: 'predictions', count: isAll ? 16 : 120 });
  known.set(key, found);
  return found;
}

function* predictedBy(suspect: Suspect): Iterable<unknown> {
  yield [suspect.code, suspect.about, suspect.games, suspect.isDraw, suspect.isAmount, suspect.isHabit];
  for (const game of suspect.games ?? games.map((entry) => entry.game.id))
    for (const checked of betsOn(game, suspect.games === undefined))
      for (const profile of ['published', 'consistent'] as const)
        yield [game, suspect.predict(checked, profile), suspect.play?.(checked, profile)];
}

const nameOf = ({ code, about, games: only }: Suspect, place: number): string =>
  `${place} ${code}${only === undefined ? '' : ` in ${only.join(', ')}`}: ${about.slice(0, 40)}`;

describe('what a house with this fault pays', () => {
  describeKept(
    new URL('predictions.json', import.meta.url),
    suspects.map((suspect, place): KeptSubject => ({
      name: nameOf(suspect, place),
      made: () => predictedBy(suspect),
    })),
  );
});

describe('a bet that a fault does not concern', () => {
  const [hand] = drawnBets('video_poker', { seed: 'others', count: 1 });

  it.each(suspects.filter(({ games: only }) => only !== undefined))(
    '$code ($about) is predicted as paid or not at all, and never thrown at',
    (suspect) => {
      for (const params of [{}, { holds: 'none' }, { picks: 7 }, { mines: 'x', reveals: 1 }]) {
        const checked = { ...hand!, honest: undefined, dueMicros: undefined, bet: { ...hand!.bet, params } };
        const paid = suspect.predict(checked, 'published');
        expect(paid === undefined || (Number.isSafeInteger(paid) && paid >= 0)).toBe(true);
      }
    },
  );
});
