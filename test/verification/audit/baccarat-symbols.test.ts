/** Symbolic rounds of baccarat: each goes through the shipped play, and together they weigh what they should. */
import { describe, expect, it } from 'vitest';
import { baccarat } from '../../../src/platform/games/baccarat.ts';
import { rankNames } from '../../../src/platform/games/cards.ts';
import { baccaratSymbols, mapGame } from '../../../src/verification/audit/mapping/mapping.ts';
import { ScriptedPick } from '../../../src/verification/audit/mapping/scripted-pick.ts';
import { drawFrom } from '../../kept-digests.ts';

const pointsOf = (name: string): number =>
  'TJQK'.includes(name) ? 0 : rankNames.findIndex((other) => other === name) + 1;

/** The points in the order of the deal. */
function dealtBy(picks: readonly number[]): number[] {
  const script = new ScriptedPick(picks);
  const { detail } = baccarat.play({ betOn: 'player' }, script.pick, baccarat.rules.published);
  script.end();
  const [player, banker] = [detail['player'], detail['banker']] as [string[], string[]];
  const order = [player[0], banker[0], player[1], banker[1], player[2], banker[2]];
  return order.filter((name) => name !== undefined).map(pointsOf);
}

/** Orders of six cards out of eight packs of which the first have these points. */
function ordersFrom(first: readonly number[]): bigint {
  const of = first.map((point, at) => {
    const before = first.slice(0, at).filter((other) => other === point).length;
    return (point === 0 ? 128 : 32) - before;
  });
  const faceDown = [416, 415, 414, 413, 412, 411].slice(first.length);
  return [...of, ...faceDown].reduce((product, count) => product * BigInt(count), 1n);
}

describe('the rounds of baccarat', () => {
  const draw = drawFrom('baccarat');
  const totals = (player: number) => Array.from({ length: 10 }, (_, banker) => [0, 0, player, banker]);
  const drawn = Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => draw(10)));

  it.each([
    ['a player who stands', [...totals(6), ...totals(7)]],
    ['a player who has won or tied', [...totals(8), ...totals(9)]],
    ['any four cards', drawn],
    [
      'equal cards',
      [
        [5, 5, 5, 5],
        [0, 0, 0, 0],
        [9, 7, 7, 7],
      ],
    ],
    ['three cards', [[9, 1, 8]]],
    ['a player who draws', totals(5)],
  ])('that begin with %s are played to their end, and weigh as many orders', (_, firsts) => {
    for (const first of firsts) {
      const seen = new Set<string>();
      let weights = 0n;
      const symbols = [...baccaratSymbols(first)];
      for (const { picks, weight } of symbols) {
        const dealt = dealtBy(picks);
        if (weight !== ordersFrom(dealt)) throw new Error(`${dealt.join()} weighs ${weight}`);
        if (dealt.slice(0, first.length).join() !== first.join()) throw new Error(`${dealt.join()} is dealt`);
        seen.add(dealt.join());
        weights += weight;
      }
      expect([first, weights]).toEqual([first, ordersFrom(first)]);
      expect(seen.size).toBe(symbols.length);
    }
  });

  it('are mapped from the first card on', () => {
    const [first] = baccaratSymbols();
    expect(first).toEqual({ picks: dealtFirst, weight: ordersFrom([0, 0, 0, 0, 0, 0]) });
    const played: number[][] = [];
    const stopped: typeof baccarat = {
      ...baccarat,
      play(_, pick) {
        played.push([416, 415, 414, 413, 412].map((left) => pick(left)));
        throw new Error('stopped');
      },
    };
    expect(() => mapGame(stopped as never, baccarat.rules.published)).toThrow('stopped');
    expect(played).toEqual([dealtFirst.slice(0, 5)]);
  });
});

/** Tens and faces begin after nine ranks of 32 cards. */
const dealtFirst = [288, 288, 288, 288, 288, 288];
