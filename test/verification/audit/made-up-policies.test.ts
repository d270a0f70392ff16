/** What is said of clever players whose games a test makes up: free deals, rebates on hands, rounding, and a guess that waits. */
import { describe, expect, it, vi } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import type { Profile } from '../../../src/core/base/profile.ts';
import type * as hiloGame from '../../../src/platform/games/hilo.ts';
import { ratio } from '../../../src/platform/games/ratio.ts';
import { games } from '../../../src/platform/games/registry.ts';
import { videoPoker } from '../../../src/platform/games/video-poker.ts';
import { bestPolicies, informedHilo } from '../../../src/verification/audit/best-policies.ts';
import type { BetRow } from '../../../src/verification/audit/exact-rows.ts';
import { figuresOf } from '../../../src/verification/audit/exact/figures.ts';

const outcomesOf = (...parts: readonly (readonly [payout: number, above: number, below: number])[]) =>
  parts.map(([payout, above, below]) => ({
    payout: Fraction.of(payout),
    probability: Fraction.of(above, below),
  }));

const asked = vi.hoisted(() => [] as unknown[]);

vi.mock('../../../src/verification/audit/exact/video-poker-deals.ts', () => ({
  dealPolicies: (rules: unknown) => {
    asked.push(rules);
    return {
      every: outcomesOf([2, 1, 2], [0, 1, 2]),
      best: outcomesOf([50, 1, 1]),
      good: outcomesOf([8, 1, 4], [0, 3, 4]),
      goodShare: Fraction.of(1, 4),
      dealsForBest: Fraction.of(12_345),
    };
  },
}));

/** Two profiles more: with the first a guess that waits gains nothing, with the second it loses. */
vi.mock('../../../src/platform/games/hilo.ts', async (original) => {
  const real = await original<typeof hiloGame>();
  const times = (above: number, below: number) => Array.from({ length: 12 }, () => ratio(above, below));
  const rules = { ...real.hilo.rules, fair: times(13, 10), poor: times(1, 1) };
  return { ...real, hilo: { ...real.hilo, rules } };
});

function rowOf(game: string, bet: object, outcomes: ReturnType<typeof outcomesOf>, roundingLoss = Fraction.zero): BetRow {
  const figures = { ...figuresOf(outcomes), roundingLoss };
  return { game, bet, strategy: 'single', stated: {}, claim: {}, published: undefined, figures, outcomes, closedForm: undefined } as unknown as BetRow;
} // prettier-ignore

/** Keeps 2% of a stake, and less than nothing where a tenth of each loss comes back. */
const close = outcomesOf([2, 49, 100], [0, 51, 100]);
/** Keeps a half. */
const dear = outcomesOf([1, 1, 2], [0, 1, 2]);
const sentencesOf = (rows: readonly BetRow[], profile: Profile = 'published'): string[] =>
  bestPolicies(rows, profile).findings.map(({ sentence }) => sentence);

describe('free deals', () => {
  const { rows, findings } = bestPolicies([rowOf('video_poker', {}, dear)], 'published');

  it('are drawn to where one is the best, or worth more than the stake', () => {
    const again = bestPolicies([rowOf('video_poker', {}, dear)], 'consistent');
    expect(asked.at(-1)).toEqual(videoPoker.rules.consistent);
    expect(again.rows.slice(0, 2).map(({ bet, figures }) => [bet, String(figures.returned)])).toEqual([
      [{ policy: 'bet on the best deal alone' }, '50/1'],
      [{ policy: 'bet on every deal worth more than the stake' }, '2/1'],
    ]);
    expect(again.rows.map(({ game, strategy }) => `${game} ${strategy}`)).toEqual(Array(3).fill('video_poker best'));
    expect(rows).toHaveLength(3);
  }); // prettier-ignore

  it('cost what their share of the requests of a day comes to', () => {
    const again = bestPolicies([rowOf('video_poker', {}, dear)], 'published').findings;
    expect(again).toEqual(findings);
    const [{ game, sentence, change, loss }] = again as [(typeof again)[0]];
    expect([game, change]).toEqual(['video_poker', 'Take the stake at the deal, and keep one open hand for each agent.']);
    expect(sentence).toMatch(
      /^video_poker: deals are free and the bet comes after them \(\w+\): a player who discards deals until the best one comes returns 50x, once in 12,345 deals; one who bets on every deal worth more than the stake, 25% of them, returns 200% \(2\/1\)\.$/,
    );
    // Of five requests one is a bet, which gains a stake of 10,000 USDC.
    expect([loss?.worstCase, loss?.expectedPerDay].map(String)).toEqual(['70000/1', '20000000/1']);
    expect(loss?.arithmetic).toMatch(/2,000 bets a day \(10,000 requests of [\w, ]+, deals among them\)/);
  }); // prettier-ignore
});

describe('a rebate', () => {
  const hand = rowOf('blackjack', {}, close);
  const coin = rowOf('coin_flip', { side: 'heads' }, close);
  const better = rowOf('custom', { win_probability: 50 }, outcomesOf([2, 99, 200], [0, 101, 200]));
  const poker = rowOf('video_poker', {}, close);
  const bound = 'the figure is a lower bound: the hands are played as without the rebate.';
  const rebateIn = (rows: readonly BetRow[]): string =>
    sentencesOf(rows).find((text) => text.startsWith('referral')) ?? '';

  it('on hands is bounded from below, by the play without it', () => {
    expect(rebateIn([hand])).toContain('round, most of all that of blackjack: it gives the player at least 3.1% of every stake (31/1000). Of blackjack the figure');
    expect(rebateIn([hand, poker])).toContain(` Of blackjack and video_poker ${bound}`);
    expect(rebateIn([coin, hand])).toContain('most of all that of coin_flip (side heads): it gives the player 3.1% of every stake (31/1000). Of blackjack the');
    expect(rebateIn([coin, hand, better])).toContain('most of all that of custom (win_probability 50): it gives the player 4.05% of');
    expect(rebateIn([better, hand])).toContain('most of all that of custom');
    expect(rebateIn([coin])).toMatch(/of every stake \(31\/1000\)\.$/);
    const policies = bestPolicies([coin, hand], 'published').rows.map(({ bet }) => bet['policy']);
    expect(policies).toEqual(['a fresh referred account for each bet', 'a fresh referred account for each bet, played as without (a lower bound)']);
  }); // prettier-ignore

  it('is collected by as many accounts as one address may open in a day', () => {
    const { findings } = bestPolicies([coin], 'published');
    expect(findings[0]?.loss?.arithmetic).toMatch(
      /; 14,400 bets a day \(new accounts of one address, \w+\) with/,
    );
  });

  it('is of a known game', () => {
    expect(() => bestPolicies([rowOf('chess', {}, close)], 'published')).toThrow('a game');
  });
});

it('gifts are counted where all games are looked at, and no fewer', () => {
  const rows = games.map(({ game }) => rowOf(game.id, game.id === 'baccarat' ? { bet_on: 'tie' } : {}, dear));
  const gifts = (of: readonly BetRow[]) =>
    bestPolicies(of, 'published').findings.filter(({ sentence }) => sentence.startsWith('faucet'));
  expect([gifts(rows).length, gifts(rows.slice(1)).length]).toEqual([2, 0]);
  expect(new Set(gifts(rows).map(({ change }) => change))).toEqual(
    new Set(['Let gifts be staked and not withdrawn, or limit gifts to one address a day.']),
  );
});

it('rounding is named with the game alone where it has one bet', () => {
  const lost = rowOf('wheel', {}, dear, Fraction.of(1, 100_000));
  expect(sentencesOf([lost])[0]).toContain('costs the smallest stake 0.001% at most (wheel) and never');
});

describe('a guess that waits', () => {
  it.each([
    // Over all first cards the better side wins in 120 of 169 cases, and 13 give the stake back.
    ['fair', 'leave the house 0% of every stake (edge 0/1).'],
    ['poor', 'leave the house 21.3018% of every stake (edge 36/169).'],
    ['published', 'give the player 3.7751% of every stake (edge -319/8450).'],
  ])('with %s payouts would %s', (profile, said) => {
    expect(sentencesOf([rowOf('hilo', {}, dear)], profile as Profile)[0]).toContain(`the best guess would ${said}`);
  }); // prettier-ignore

  it('needs a payout for each number of cards that win', () => {
    expect(() => informedHilo([])).toThrow('a payout');
  });
});
