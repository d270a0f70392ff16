/** What the code pays, of games with few outcomes: `mapping.test.ts` has the others. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profiles } from '../../../src/core/base/profile.ts';
import { mapGame } from '../../../src/verification/audit/mapping/mapping.ts';
import { provePayouts } from '../../../src/verification/audit/mapping/prove.ts';
import { cardsFor, drawsFor, ScriptedPick } from '../../../src/verification/audit/mapping/scripted-pick.ts';
import { singleGame } from '../../platform/games/chances.ts';
import { fewOutcomes, outcomes, watched } from './watched-game.ts';

describe.each(profiles)('what the code pays (profile %s)', (profile) => {
  it.each(fewOutcomes)(
    '%s: every symbolic outcome of the generator is paid as the enumeration says',
    (id) => {
      const { game, played } = watched(id);
      expect(provePayouts({ kind: 'single', names: [id], game }, profile)).toEqual({
        game: id,
        outcomes: outcomes[id],
        differences: [],
      });
      expect([...played]).toEqual([...singleGame(id).bets()]);
    },
  );
});

describe('a mapping that can fail', () => {
  it('names the payout that differs', () => {
    const roulette = singleGame('roulette');
    const loose = { ...roulette, play: roulette.play.bind(roulette) };
    let calls = 0;
    loose.play = (bet, pick, rules) => {
      calls += 1;
      // One pocket in the mapping, and none in the enumeration, is swallowed.
      const isMapping = !('ofClasses' in pick);
      const round = roulette.play(bet, pick, rules);
      return isMapping && round.detail['result'] === 3
        ? { ...round, payout: roulette.play(bet, () => 0, rules).payout }
        : round;
    };
    const { differences } = mapGame(loose, roulette.rules.published, [{ type: 'red' }]);
    expect(differences).toEqual([
      'roulette {"type":"red"}: 49/25 is paid in 17/37 of all cases, enumerated 18/37',
    ]);
    expect(calls).toBe(2 * 37);
  });
});

describe('a scripted pick', () => {
  it('gives its numbers in order and counts in how many ways they could have come out', () => {
    const script = new ScriptedPick([0, 36, 1]);
    expect([script.pick(2), script.pick(37), script.pick(2)]).toEqual([0, 36, 1]);
    expect(script.total).toBe(148n);
    expect(() => script.end()).not.toThrow();
  });

  it('throws for a number that cannot come out, a draw too many and one too few', () => {
    expect(() => new ScriptedPick([6]).pick(6)).toThrow('the play drew pick(6) where the script has 6');
    expect(() => new ScriptedPick([]).pick(6)).toThrow(
      'the play drew pick(6) where the script has undefined',
    );
    expect(() => new ScriptedPick([1]).end()).toThrow('the play drew as often as its script');
  });

  it('draws numbers without replacement in any order, as an urn does', () => {
    const anyOrder = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]);
    fc.assert(
      fc.property(anyOrder, (numbers) => {
        const urn = [0, 1, 2, 3, 4, 5, 6, 7];
        expect(drawsFor(numbers).flatMap((at) => urn.splice(at, 1))).toEqual(numbers);
      }),
    );
  });

  it('draws cards of given ranks from a shoe in order, as a shoe does', () => {
    const ranks = fc.array(fc.nat({ max: 12 }), { maxLength: 8 });
    fc.assert(
      fc.property(ranks, fc.integer({ min: 2, max: 8 }), (wanted, packs) => {
        const shoe = Array.from({ length: 13 }, (_, rank) =>
          Array.from({ length: 4 * packs }, () => rank),
        ).flat();
        expect(cardsFor(wanted, packs).flatMap((at) => shoe.splice(at, 1))).toEqual(wanted);
      }),
    );
  });
});
