/** The return of each side of baccarat as it is printed, against the counted rounds of the game. */
import { expect, it } from 'vitest';
import { baccarat, sides } from '../../../../src/platform/games/baccarat.ts';
import { publishedReturn } from '../../../../src/verification/audit/documents/published.ts';

// The rounds are counted once, which takes longer than all that follows.
publishedReturn('baccarat', { bet_on: 'tie' });

it.each(sides)('%s wins its profit and the stake, and a tie returns the stake of the other sides', (side) => {
  const chances = baccarat.knownChances!({ betOn: side }, baccarat.rules.published);
  const returned = chances.map(
    ({ payout, probability }) => (probability.toNumber() * payout.numerator) / payout.denominator,
  );
  const published = publishedReturn('baccarat', { bet_on: side })!;
  expect(published).toMatchObject({ line: 'GAM85', isInferred: false, isBound: false });
  expect(published.returned.toNumber()).toBeCloseTo(
    returned.reduce((sum, term) => sum + term, 0),
    12,
  );
});
