/** Hands that a player with a known play is dealt: how its moves are looked up, and to which outcome each round comes. */
import { describe, expect, it, vi } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { ratio } from '../../../src/platform/games/ratio.ts';
import { drawsFor, ScriptedPick } from '../../../src/verification/audit/mapping/scripted-pick.ts';
import { betPlayer, samplePlayer } from '../../../src/verification/audit/replay/player.ts';
import { singleGame } from '../../platform/games/chances.ts';

interface Move {
  readonly player: readonly number[];
  readonly open: number;
  readonly action: string;
}

/** What the solvers are asked for, and what they say. */
const play = vi.hoisted(() => ({
  rules: [] as unknown[],
  moves: [] as unknown[],
  payouts: [] as number[],
  holds: [] as number[],
}));
const outcomesOf = (payouts: readonly number[]) =>
  payouts.map((payout) => ({
    payout: Fraction.of(2 * payout, 2),
    probability: Fraction.of(1, payouts.length),
  }));

vi.mock('../../../src/verification/audit/exact/blackjack-optimum.ts', () => ({
  solveBlackjack: (rules: unknown, visit: (move: Move) => void) => {
    play.rules.push(rules);
    for (const move of play.moves) visit(move as Move);
    return { outcomes: outcomesOf(play.payouts) };
  },
}));
vi.mock('../../../src/verification/audit/exact/video-poker-deals.ts', () => ({
  dealPolicies: (rules: unknown) => {
    play.rules.push(rules);
    return { every: outcomesOf(play.payouts) };
  },
}));
vi.mock('../../../src/verification/audit/exact/video-poker-optimum.ts', () => ({
  PokerAdvice: class {
    holdOf = (cards: readonly number[]) => cards.filter((card) => play.holds.includes(card));
  },
})); // prettier-ignore

describe('a player of blackjack', () => {
  const moves: readonly Move[] = [
    { player: [4, 5], open: 5, action: 'double' },
    { player: [3, 9], open: 9, action: 'hit' },
    { player: [0, 3, 9], open: 9, action: 'stand' },
    { player: [8, 9], open: 9, action: 'stand' },
  ];
  /** The outcome of a round of the endless deck; ranks are dealt player, dealer, player. */
  function outcomeOf(ranks: readonly number[], payouts: readonly number[] = [3, 2, 1, 0, -1]): number {
    Object.assign(play, { rules: [], moves, payouts });
    const player = samplePlayer('blackjack', 'consistent');
    expect([player.game, player.bet, player.outcomes]).toEqual(['blackjack', {}, outcomesOf(payouts)]);
    expect(play.rules).toEqual([{ packs: undefined, hitsSoft17: true, hasHoleCard: false, doubleOn: 'hard 11' }]);
    const script = new ScriptedPick(ranks);
    const outcome = player.play(script.pick);
    script.end();
    return outcome;
  } // prettier-ignore

  it.each<[string, readonly number[], number]>([
    ['wins a double against a dealer who goes over', [4, 5, 5, 12, 11, 9], 0],
    ['wins a double that is dealt in the other order', [5, 5, 4, 12, 11, 9], 0],
    ['loses a double, and two stakes', [4, 5, 5, 1, 11, 3], 4],
    ['has a double given back', [4, 5, 5, 8, 11, 3], 2],
    ['hits with a face and stands', [12, 11, 3, 0, 10], 3],
    ['goes over', [3, 10, 11, 9], 3],
    ['wins with nineteen', [8, 12, 10, 7], 1],
  ])('%s: %j', (_, ranks, outcome) => {
    expect(outcomeOf(ranks)).toBe(outcome);
  });

  it('comes to none of the outcomes where a payout is not among them', () => {
    expect(outcomeOf([8, 12, 10, 7], [7, 5])).toBe(2);
  });

  it('has no move for a hand that was not solved', () => {
    expect(() => outcomeOf([8, 5, 10, 7])).toThrow('a move for 8,9/5');
  });
});

describe('a player of video poker', () => {
  const royal = [0, 36, 40, 44, 48];
  const others = [1, 5, 9, 14, 22];

  it.each<[string, readonly number[], readonly number[], number]>([
    ['keeps all', royal, royal, 0],
    ['keeps none', [], [...others, ...royal], 0],
    ['keeps two', [0, 36], [0, 36, 1, 5, 9, 40, 44, 48], 0],
    ['draws nothing', [], [...royal, ...others], 1],
    ['draws a pair, which is not among the outcomes', [], [...others, 0, 2, 7, 11, 17], 2],
  ])('%s of the cards dealt', (_, holds, cards, outcome) => {
    Object.assign(play, { rules: [], payouts: [800, 0], holds });
    const player = samplePlayer('video_poker', 'consistent');
    expect([player.game, player.bet, player.outcomes]).toEqual(['video_poker', {}, outcomesOf([800, 0])]);
    expect(play.rules).toMatchObject([{ flush: 5 }]);
    const script = new ScriptedPick(drawsFor(cards));
    expect(player.play(script.pick)).toBe(outcome);
    script.end();
  });
});

describe('a player of one bet', () => {
  it('is of a known game, each of whose payouts stands once', () => {
    expect(() => samplePlayer('chess', 'published')).toThrow('chess is a game');
    const coin = singleGame('coin_flip');
    const twice: typeof coin = {
      ...coin,
      play: (_, pick) => ({ payout: pick(2) === 0 ? ratio(1, 2) : { numerator: 2, denominator: 4 }, detail: {} }),
    };
    expect(() => betPlayer(twice, {}, undefined)).toThrow('every payout stands once');
  });
}); // prettier-ignore
