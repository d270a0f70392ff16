/** The schemas of games' parameters against the games' own readers: what the one allows, the other accepts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casinoGames, type CasinoGame } from '../../../src/platform/services/casino/play/game-stakes.ts';
import { validatorOf } from '../../../src/core/http/schema.ts';
import { betBodies } from '../../../src/platform/services/casino/play/bet-body.ts';

type SingleEntry = Extract<CasinoGame, { kind: 'single' }>;
const singles = casinoGames.filter((entry): entry is SingleEntry => entry.kind === 'single');

/** Values at the edges of every game, and others. */
const words = fc.constantFrom(
  'heads', 'over', 'under', 'red', 'number', 'dozen_1', 'low', 'high', 'higher', 'lower', 'banker', 'tie', 'Heads', '5', '',
); // prettier-ignore
const numbers = fc.constantFrom(
  0,
  1,
  2,
  6,
  7,
  8,
  12,
  16,
  24,
  25,
  36,
  37,
  99,
  100,
  1.01,
  1.005,
  1.5,
  1000,
  1000.01,
  100.01,
  -1,
  2.5,
);
const value = fc.oneof(
  words,
  numbers,
  fc.integer({ min: -1, max: 101 }),
  fc.integer({ min: 90, max: 100_100 }).map((hundredths) => hundredths / 100),
  fc.array(fc.integer({ min: 0, max: 82 }), { maxLength: 12 }),
  fc.constantFrom(null, true, {}, []),
);

describe('the parameters of a game', () => {
  it.each(singles.map((entry) => [entry.game.id, entry] as const))(
    'of %s are allowed by its schema exactly where the game reads them',
    (id, entry) => {
      const check = validatorOf(betBodies(entry).body);
      const fields = Object.keys(entry.game.params.fields);
      const params = fc.record(Object.fromEntries(fields.map((name) => [name, value])), { requiredKeys: [] });
      const samples = Object.values(entry.game.samples);
      let accepted = 0;
      fc.assert(
        fc.property(params, (drawn) => {
          const isRead = typeof entry.game.parseBet(drawn) !== 'string';
          if (isRead) accepted += 1;
          expect(check({ amount: 0.01, ...drawn }), JSON.stringify(drawn)).toBe(isRead);
        }),
        // The samples are bets of the game, so that some are accepted whatever is drawn.
        { numRuns: 1500, examples: samples.map((sample) => [{ ...sample }]) },
      );
      expect(accepted).toBeGreaterThan(0);
    },
  );
});
