/** The prospects of bets: by the chances of their games, worked out once for each kind of bet. */
import { expect, it } from 'vitest';
import { Fraction } from '../../../../../src/core/base/fraction.ts';
import { payoutFraction } from '../../../../../src/platform/games/exact.ts';
import type { Game, HandGame } from '../../../../../src/platform/games/game.ts';
import { ratio } from '../../../../../src/platform/games/ratio.ts';
import { handProspects, prospectsOf } from '../../../../../src/platform/services/casino/play/prospects.ts';
import { chances, singleGame } from '../../../games/chances.ts';

/** A game that pays three for one in a quarter of its bets, and counts how often it is asked. */
function stub(id: string, payout = 3): { game: Game; asked: object[] } {
  const asked: object[] = [];
  const knownChances = (choice: object) => {
    asked.push(choice);
    const [win, loss] = [Fraction.of(1, 4), Fraction.of(3, 4)];
    return [{ payout: ratio(payout), probability: win }, { payout: ratio(0), probability: loss }];
  }; // prettier-ignore
  return { game: { id, knownChances } as unknown as Game, asked };
}

it('are gains over the stake, with the favour and the highest return', () => {
  const gains = (payout: number) => [
    { payout: ratio(payout), gain: payout - 1, probability: 0.25 },
    { payout: ratio(0), gain: -1, probability: 0.75 },
  ];
  for (const [payout, favours] of [[3, -1], [4, 0], [5, 1]] as const)
    expect(prospectsOf(stub(`pays ${payout}`, payout).game, {}, {})).toEqual({ top: ratio(payout), favours, gains: gains(payout) });
}); // prettier-ignore

it.each([
  ['dice', { direction: 'over', threshold: 50 }],
  ['coin-flip', { side: 'heads' }],
])('of %s are its exact chances', (id, params) => {
  const game = singleGame(id);
  const choice = game.parseBet(params);
  if (typeof choice === 'string') throw new Error(choice);
  const exact = chances(game, choice, 'published');
  const { gains, top } = prospectsOf(game, choice, game.rules.published);
  expect(top).toEqual(exact[0]!.payout);
  expect(gains.map(({ gain }) => gain)).toEqual(exact.map(({ payout }) => payoutFraction(payout).toNumber() - 1));
  expect(gains.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
}); // prettier-ignore

it('are worked out once for a kind of bet, whichever numbers it marks', () => {
  const { game, asked } = stub('marks');
  const rules = {};
  const first = prospectsOf(game, { marks: [1, 2] }, rules);
  expect(prospectsOf(game, { marks: [7, 9] }, rules)).toBe(first);
  expect(asked.length).toBe(1);
  prospectsOf(game, { marks: [1] }, rules);
  prospectsOf(game, { marks: [1, 2], side: 'x' }, rules);
  prospectsOf(game, { marks: [1, 2] }, {});
  expect(prospectsOf(game, { marks: [3, 4] }, rules)).toBe(first);
  expect(asked.length).toBe(4);
});

it('of one choice are those of the game and the rules that are asked about', () => {
  const [choice, rules, others] = [{}, {}, {}];
  const [one, two] = [stub('one', 3), stub('two', 5)];
  expect(prospectsOf(one.game, choice, rules).top).toEqual(ratio(3));
  expect(prospectsOf(two.game, choice, rules).top).toEqual(ratio(5));
  prospectsOf(two.game, choice, others);
  prospectsOf(two.game, choice, rules);
  expect([one.asked.length, two.asked.length]).toEqual([1, 2]);
});

it('are forgotten where there are more than twenty thousand kinds', () => {
  const { game, asked } = stub('kinds');
  const rules = {};
  const ask = (kind: number) => prospectsOf(game, { kind }, rules);
  for (let kind = 0; kind < 20_000; kind++) ask(kind);
  ask(0);
  expect(asked.length).toBe(20_000);
  ask(20_000);
  ask(0);
  expect(asked.length).toBe(20_002);
});

it('of a hand are the most that it wins or all of the stake, with the edge that is stated', () => {
  const statedEdgeOf = () => ({ numerator: 3, denominator: 50 });
  const game = { profitMax: () => 4, statedEdgeOf } as unknown as HandGame;
  const { top, favours, gains } = handProspects(game, {});
  expect([top, favours, gains.map(({ gain }) => gain)]).toEqual([ratio(5), -1, [4, -1]]);
  expect(gains.map(({ payout }) => payout)).toEqual([ratio(5), ratio(0)]);
  expect(gains.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
  expect(gains.reduce((sum, { gain, probability }) => sum + gain * probability, 0)).toBeCloseTo(-0.06, 12);
});
