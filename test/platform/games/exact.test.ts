import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { enumerate } from '../../../src/core/fairness/enumerate.ts';
import { chancesOf, payoutFraction, returnOf } from '../../../src/platform/games/exact.ts';
import { profiles } from '../../../src/core/base/profile.ts';
import type { Game } from '../../../src/platform/games/game.ts';
import { ratioText, type Ratio } from '../../../src/platform/games/ratio.ts';
import { oddsRange } from '../../../src/platform/services/casino/play/odds-range.ts';
import { betsOf, chances, edge, exactReturn, singleGame, singleGames } from './chances.ts';

describe.each(profiles)('profile %s', (profile) => {
  it.each(singleGames.map((game) => [game.id, game] as const))(
    '%s: the chances of every bet sum to exactly 1, and its return equals the closed form where there is one',
    (id, game) => {
      expect(game.closedForm === undefined).toBe(id === 'baccarat');
      for (const bet of betsOf(game)) {
        const exact = chances(game, bet, profile);
        const total = exact.reduce((sum, { probability }) => sum.add(probability), Fraction.zero);
        expect(String(total)).toBe('1/1');
        if (game.closedForm === undefined) continue;
        const closed = game.closedForm(bet, game.rules[profile]);
        expect(String(returnOf(exact)), JSON.stringify(bet)).toBe(String(closed));
      }
    },
  );
});

describe('GAM01 (profile consistent) the core games keep exactly 0.5%, every bet of them', () => {
  it.each([
    ['coin_flip', 'GAM04'],
    ['dice', 'GAM11'],
    ['multiplier', 'GAM16'],
    ['roulette', 'GAM26'],
    ['custom', 'GAM30'],
    ['crash', 'GAM38'],
  ])('%s (%s)', (id) => {
    const game = singleGame(id);
    for (const bet of betsOf(game)) expect(String(edge(id, bet, 'consistent'))).toBe('1/200');
    expect(betsOf(game).length).toBeGreaterThan(1);
  });
});

describe('the edges of the published payouts', () => {
  it.each([
    ['coin_flip', { side: 'heads' }, '1/50'],
    ['dice', { direction: 'over', threshold: 50 }, '1/50'],
    ['dice', { direction: 'over', threshold: 90 }, '1/50'],
    ['dice', { direction: 'under', threshold: 2 }, '1/50'],
    ['custom', { winProbability: 99 }, '1/50'],
    ['roulette', { type: 'red' }, '43/925'],
    ['roulette', { type: 'dozen_2' }, '43/925'],
    ['roulette', { type: 'number', value: 0 }, '27/370'],
    ['keno', { picks: [1] }, '1/8'],
    ['keno', { picks: [1, 2] }, '3/79'],
    ['keno', { picks: [1, 2, 3] }, '59/2054'],
    ['keno', { picks: [1, 2, 3, 4, 5] }, '-4843/24332'],
    ['keno', { picks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, '-753706461/2166436987'],
  ])('%s %j keeps %s, which is not what is stated', (id, bet, kept) => {
    expect(String(edge(id, bet, 'published'))).toBe(kept);
    expect(kept).not.toBe(String(payoutFraction(singleGame(id).statedEdgeOf(bet))));
  });
});

describe.each(profiles)('edges that hold as stated (profile %s)', (profile) => {
  it.each([
    ['GAM16 multiplier keeps 0.5%', 'multiplier', { targetHundredths: 101 }, '1/200'],
    ['GAM16 multiplier keeps 0.5%', 'multiplier', { targetHundredths: 100_000 }, '1/200'],
    ['GAM38 crash keeps 0.5%', 'crash', { cashOutHundredths: 101 }, '1/200'],
    ['GAM38 crash keeps 0.5%', 'crash', { cashOutHundredths: 10_000 }, '1/200'],
    ['GAM47 slots keeps 4%', 'slots', {}, '1/25'],
    ['GAM51 simple_dice keeps 8.3% (1/12)', 'simple_dice', { pick: 6 }, '1/12'],
    ['GAM56 hilo keeps 4% on a blind guess', 'hilo', { guess: 'higher' }, '1/25'],
    ['GAM56 hilo keeps 4% on a blind guess', 'hilo', { guess: 'lower' }, '1/25'],
    ['GAM66 wheel keeps 9.5%', 'wheel', {}, '19/200'],
    ['GAM71 scratch_card keeps 10%', 'scratch_card', {}, '1/10'],
    ['GAM77 mines keeps 2.5%', 'mines', { mines: 3, reveals: 5 }, '1/40'],
    ['GAM77 mines keeps 2.5%', 'mines', { mines: 24, reveals: 1 }, '1/40'],
  ])('%s', (_, id, bet, kept) => {
    expect(String(edge(id, bet, profile))).toBe(kept);
  });

  it('GAM77 mines keeps 2.5% on each of its 300 bets', () => {
    const bets = [...singleGame('mines').bets()];
    expect(bets).toHaveLength(300);
    for (const bet of bets) expect(String(edge('mines', bet, profile))).toBe('1/40');
  });

  it.each([
    ['player', 0.0124],
    ['banker', 0.0106],
    ['tie', 0.144],
  ])('GAM86 baccarat %s keeps %d, rounded as stated', (betOn, stated) => {
    const digits = betOn === 'tie' ? 3 : 4;
    expect(edge('baccarat', { betOn }, profile).toNumber().toFixed(digits)).toBe(stated.toFixed(digits));
  });

  it('GAM42 plinko keeps about 3%, 2.89% to 3.06%, with each of its nine tables', () => {
    const edges = Array.from(singleGame('plinko').bets(), (bet) => edge('plinko', bet, profile).toNumber());
    expect(edges).toHaveLength(9);
    expect(Math.min(...edges)).toBeGreaterThan(0.0289);
    expect(Math.max(...edges)).toBeLessThan(0.0306);
  });
});

describe('GAM62 keno keeps 8%, to a tenth of a percent', () => {
  const spots = Array.from({ length: 10 }, (_, index) => index + 1);
  const solved = { consistent: spots, published: [4, 6, 7, 8, 9] } as const;
  it.each(profiles.flatMap((profile) => solved[profile].map((count) => [profile, count] as const)))(
    '(profile %s) %d spots',
    (profile, count) => {
      const picks = Array.from({ length: count }, (_, index) => index + 1);
      expect(Math.abs(edge('keno', { picks }, profile).toNumber() - 0.08)).toBeLessThan(0.001);
    },
  );
});

describe('the exact chances of a bet', () => {
  it('are the same for every choice of as many keno numbers', () => {
    expect(exactReturn('keno', { picks: [80, 17, 42, 3] }, 'published')).toEqual(
      exactReturn('keno', { picks: [1, 2, 3, 4] }, 'published'),
    );
  });

  it('of slots are equal by one branch for each of the 8,000 stops and by one for each symbol', () => {
    const game = singleGame('slots');
    let total = Fraction.zero;
    let count = 0;
    for (const { outcome, probability } of enumerate((pick) =>
      game.play({}, (n) => pick(n), game.rules.published),
    )) {
      total = total.add(payoutFraction(outcome.payout).mul(probability));
      count += 1;
    }
    expect([count, String(total)]).toEqual([8000, '24/25']);
  });

  it('list each payout once, the highest first', () => {
    const listed = chances(singleGame('coin_flip'), { side: 'heads' }, 'published').map(
      ({ payout, probability }) => [ratioText(payout), String(probability)],
    );
    expect(listed).toEqual([
      ['49/25', '1/2'],
      ['0/1', '1/2'],
    ]);
  });

  // Computed once by a program of its own that deals points, not cards, and counts all 416 x 415 x ... x 411 orders.
  it.each([
    ['player', '19283843717413/19524993263685'],
    ['banker', '10732465128097/10847218479825'],
    ['tie', '619306544887/723147898655'],
  ])('baccarat %s returns %s from eight packs, to the last card', (betOn, returned) => {
    expect(String(exactReturn('baccarat', { betOn }, 'published'))).toBe(returned);
  });
});

describe('chances that are known beforehand', () => {
  const known = singleGames.filter((game) => game.knownChances !== undefined);

  it.each(known.map((game) => [game.id, game] as const))('%s: equal those of the play', (id, game) => {
    for (const profile of profiles) {
      const texts = (all: readonly { payout: Ratio; probability: Fraction }[]): string[] =>
        all.map(({ payout, probability }) => `${ratioText(payout)}: ${String(probability)}`);
      for (const bet of betsOf(game)) {
        const told = game.knownChances?.(bet, game.rules[profile]) ?? [];
        expect(texts(told), `${id} ${JSON.stringify(bet)}`).toEqual(texts(chances(game, bet, profile)));
      }
    }
  });

  it('exist where a walk of the play takes too many steps for a request', () => {
    expect(known.map(({ id }) => id)).toEqual(['baccarat']);
  });

  const walked = singleGames.filter((game) => game.knownChances === undefined);
  it.each(walked.map((game) => [game.id, game] as const))(
    '%s: its shortest and longest odds are walked in few steps',
    (_id, game) => {
      for (const bet of oddsRange(game)) {
        let steps = 0;
        const rules = game.rules.published;
        const chain = game.steps?.(bet, rules);
        const counted: Game = {
          ...game,
          play: (...how) => ((steps += 1), game.play(...how)),
          ...(chain === undefined
            ? {}
            : {
                steps: () => ({ ...chain, step: (state, pick) => ((steps += 1), chain.step(state, pick)) }),
              }),
        };
        chancesOf(counted, bet, rules);
        expect(steps).toBeGreaterThan(0);
        expect(steps).toBeLessThan(20_000);
      }
    },
  );
});
