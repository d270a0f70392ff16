/** Places in a tournament, against their definition: by score, then by entry, under each choice of the policies. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resolvePolicies, type Policies } from '../../../src/core/policy/policies.ts';
import {
  groupsOf,
  isAhead,
  isBetter,
  isRanked,
  scoreOf,
  withRanks,
  type TournamentEntry,
} from '../../../src/platform/services/casino/contests/tournament-record.ts';

const small = fc.nat(3);
const entrants = fc
  .array(fc.record({ bets: small, wageredMicros: small, paidMicros: small, bestWinMicros: small }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((list) => list.map((figures, order) => ({ ...figures, order }) as TournamentEntry));

/** The figures that the names of the scores stand for. */
const scores = {
  'net-profit': (entry: TournamentEntry) => entry.paidMicros - entry.wageredMicros,
  wagered: (entry: TournamentEntry) => entry.wageredMicros,
  'best-win': (entry: TournamentEntry) => entry.bestWinMicros,
} as const;

const choices = fc.record({
  score: fc.constantFrom('net-profit' as const, 'wagered' as const, 'best-win' as const),
  ties: fc.constantFrom('shared', 'first-entered'),
  idle: fc.constantFrom('unranked', 'ranked'),
});

it('are by score, then by entry; a shared place is that of the first of its score', () => {
  fc.assert(
    fc.property(entrants, choices, (list, { score, ties, idle }) => {
      const policies = resolvePolicies('published', {
        'tournaments.score': score,
        'tournaments.ties': ties,
        'tournaments.idle': idle,
      }) as Policies;
      const figure = scores[score];
      for (const one of list) {
        expect(scoreOf(one, score)).toBe(figure(one));
        expect(isRanked(one, policies)).toBe(one.bets > 0 || idle === 'ranked');
        for (const other of list) {
          const [mine, theirs] = [figure(one), figure(other)];
          expect(isAhead(one, other, policies)).toBe(
            mine > theirs || (mine === theirs && one.order < other.order),
          );
          expect(isBetter(one, other, policies)).toBe(
            mine > theirs || (ties === 'first-entered' && mine === theirs && one.order < other.order),
          );
        }
      }
      const sorted = list.toSorted((one, other) => figure(other) - figure(one) || one.order - other.order);
      const ranked = withRanks(sorted, policies);
      const betterThan = (one: TournamentEntry): number =>
        list.filter((other) => isBetter(other, one, policies)).length;
      expect(ranked).toEqual(sorted.map((entry) => ({ entry, rank: betterThan(entry) + 1 })));
      const groups = groupsOf(ranked);
      expect(groups.flat()).toEqual(sorted);
      const ranks = [...new Set(ranked.map(({ rank }) => rank))];
      expect(groups).toEqual(
        ranks.map((wanted) => ranked.flatMap(({ entry, rank }) => (rank === wanted ? [entry] : []))),
      );
    }),
  );
});
