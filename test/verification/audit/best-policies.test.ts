import { describe, expect, it } from 'vitest';
import { bestPolicies, informedHilo } from '../../../src/verification/audit/best-policies.ts';
import { leastScratchReturn } from '../../../src/verification/audit/documents/scratch-bound.ts';
import {
  solveBlackjack,
  type BlackjackAction,
} from '../../../src/verification/audit/exact/blackjack-optimum.ts';
import { auditedGames, exactRows } from '../../../src/verification/audit/exact-rows.ts';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { blackjack } from '../../../src/platform/games/blackjack.ts';
import { chancesOf, payoutFraction, returnOf } from '../../../src/platform/games/exact.ts';
import { profiles } from '../../../src/core/base/profile.ts';
import { hilo } from '../../../src/platform/games/hilo.ts';
import { singleGame } from '../../platform/games/chances.ts';
import { bestPokerReturn } from './best-poker.ts';
import { countedPokerWays, pokerWays } from './log/poker-ways.ts';
import { martingale } from './martingale.ts';

const rowsOf = (id: string) => auditedGames(new Set([id])).flatMap((entry) => exactRows(entry, 'published'));

describe('a clever player', () => {
  it('waits for a royal flush where deals are free: 800x for sure, once in 649,740 deals', () => {
    const { rows, findings } = bestPolicies(rowsOf('video_poker'), 'published');
    expect(String(rows[0]?.figures.returned)).toBe('800/1');
    expect(String(rows[0]?.figures.variance)).toBe('0/1');
    expect(findings[0]?.sentence).toContain('once in 649,740 deals');
    // Betting on good deals alone lies between waiting and playing everything.
    expect(rows[1]?.figures.returned.toNumber()).toBeCloseTo(2.0975, 4);
  });

  it.each(profiles)(
    'profile %s: with a rebate on losses every bet returns a tenth of its losses more',
    (profile) => {
      const rows = auditedGames(new Set(['simple_dice', 'wheel'])).flatMap((entry) =>
        exactRows(entry, profile),
      );
      const edges = bestPolicies(rows, profile).rows.map(
        ({ game, figures }) => `${game} ${String(figures.edge)}`,
      );
      // 1/12 - 5/60 = 0; of the wheel 35 in 100 lose all and 25 lose half.
      expect(edges).toEqual(['simple_dice 0/1', 'wheel 19/400']);
    },
  );

  it('gains nothing by doubling: the profit is minus the edge times what is wagered, for any number of steps', () => {
    for (const [id, bet] of [
      ['coin_flip', { side: 'heads' }],
      ['roulette', { type: 'red' }],
    ] as const) {
      const game = singleGame(id);
      const chances = chancesOf(game, bet, game.rules.published);
      const edge = Fraction.one.sub(returnOf(chances));
      const [{ payout, probability }] = chances as [
        { payout: { numerator: number; denominator: number }; probability: Fraction },
      ];
      for (const steps of [1, 2, 10, 40]) {
        const { expectedProfit, expectedWagered, ruin } = martingale(
          { payout: payoutFraction(payout), probability },
          steps,
        );
        expect(String(expectedProfit)).toBe(String(Fraction.zero.sub(edge.mul(expectedWagered))));
        expect(ruin.numerator).toBeGreaterThan(0n);
      }
    }
  });

  it('would win at hilo if the guess could wait: sized by listing all 169 pairs of cards', () => {
    const payouts = hilo.rules.published.map(payoutFraction);
    let returned = 0;
    for (let first = 0; first < 13; first += 1) {
      const sides = [first, 12 - first].map((winning) =>
        winning === 0 ? 0 : payouts[winning - 1]!.toNumber() * winning,
      );
      returned += (Math.max(...sides) + 1) / 169;
    }
    expect(informedHilo(payouts).toNumber()).toBeCloseTo(returned, 12);
  });
});

describe('the bound on a scratch card of independent symbols', () => {
  const triples = [50, 20, 15, 12, 8, 5];

  it('lies below the return of any weights, and not far below the least of them', () => {
    const bound = leastScratchReturn(
      triples.map((payout) => Fraction.of(payout)),
      Fraction.of(2),
    ).toNumber();
    let least = Infinity;
    // Weights in twentieths, all of them.
    const walk = (weights: number[], left: number): void => {
      if (weights.length === 5) {
        const p = [...weights, left].map((weight) => weight / 20);
        const returned = p.reduce(
          (sum, share, index) => sum + triples[index]! * share ** 3 + 2 * 3 * share ** 2 * (1 - share),
          0,
        );
        least = Math.min(least, returned);
        return;
      }
      for (let weight = 0; weight <= left; weight += 1) walk([...weights, weight], left - weight);
    };
    walk([], 20);
    expect(bound).toBeLessThan(least);
    expect(bound).toBeGreaterThan(least - 0.1);
  });
});

describe('blackjack, solved', () => {
  it.each(profiles)('profile %s: chances sum to 1, and known decisions come out', (profile) => {
    const moves = new Map<string, BlackjackAction>();
    solveBlackjack(blackjack.rules[profile], ({ player, open, action }) =>
      moves.set(`${player.join()}/${open}`, action),
    );
    // Kinds: 0 an ace, 4 a five, 9 a ten.
    expect(moves.get('4,5/5')).toBe('double');
    expect(moves.get('9,9/5')).toBe('stand');
    expect(moves.get('5,9/9')).toBe('hit');
    expect(moves.get('1,9/3')).toBe('stand');
    expect(moves.get('0,6/8')).toBe('hit');
    expect(moves.get('0,5/4')).toBe(profile === 'published' ? 'double' : 'hit');
  });
});

describe('all hands of video poker', () => {
  it('GAM82 keep near 1.5% under the best holds (policy casino.payouts: consistent)', () => {
    const returned = bestPokerReturn(5);
    expect(returned).toBeCloseTo(0.984_498, 6);
    expect(Math.abs(1 - returned - 0.015)).toBeLessThan(0.001);
  });

  it('have each rank as often as the reference hands of an audit say', () => {
    expect(countedPokerWays()).toEqual(pokerWays);
  });
});
