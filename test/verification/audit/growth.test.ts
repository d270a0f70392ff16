/** The growth of bankrolls against closed forms and against halving: optimum, zero, ruin, limits of the policies, and a year hand by hand. */
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { commitmentOf, hmacPick } from '../../../src/core/fairness/hmac.ts';
import {
  curveOf,
  gainsOf,
  growthAt,
  inverseBet,
  ruinRate,
  type Gain,
} from '../../../src/verification/audit/kelly/growth.ts';
import type { BetRow } from '../../../src/verification/audit/exact-rows.ts';
import { limitOf, stakesOf, yearsOf, type YearSetting } from '../../../src/verification/audit/kelly/year.ts'; // prettier-ignore

const gains = (...pairs: readonly (readonly [gain: number, probability: number])[]): Gain[] =>
  pairs.map(([gain, probability]) => ({ gain, probability }));
const evenCoin = gains([1, 0.52], [-1, 0.48]);
const skewed = gains([2, 0.2], [0.5, 0.3], [-1, 0.5]);
const longShot = gains([800, 0.002], [-1, 0.998]);
const doubled = gains([3, 0.3], [1, 0.3], [-2, 0.4]);
const fairCoin = gains([1, 0.5], [-1, 0.5]);
const losing = gains([0.96, 0.5], [-1, 0.5]);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const logGrowth = (bet: readonly Gain[], share: number): number =>
  sum(bet.map(({ gain, probability }) => probability * Math.log1p(share * gain)));

/** Where a falling function passes zero. */
function rootOf(falling: (at: number) => number, low: number, high: number): number {
  let [from, to] = [low, high];
  for (let step = 0; step < 200; step += 1) {
    const middle = (from + to) / 2;
    if (falling(middle) > 0) from = middle;
    else to = middle;
  }
  return from;
}

describe('growth', () => {
  it('is the expected logarithm, and has no bound where all may be lost', () => {
    for (const bet of [evenCoin, skewed, longShot, doubled])
      for (const share of [0, 0.001, 0.1, 0.4]) expect(growthAt(bet, share)).toBeCloseTo(logGrowth(bet, share), 12);
    expect([growthAt(skewed, 1), growthAt(doubled, 0.5), growthAt(skewed, 1.5)]).toEqual([-Infinity, -Infinity, -Infinity]);
    expect(growthAt(skewed, 0.999)).toBeGreaterThan(-10);
  }); // prettier-ignore

  it.each<[string, Gain[], number]>([
    ['an even coin', evenCoin, 1],
    ['three outcomes', skewed, 1],
    ['a long shot', longShot, 1],
    ['a second stake', doubled, 0.5],
  ])('of %s is highest, vanishes and is ruinous where its slope and its logarithms say', (_, bet, ruin) => {
    const curve = curveOf(bet);
    const slope = (at: number): number => sum(bet.map(({ gain, probability }) => (probability * gain) / (1 + at * gain)));
    const optimal = rootOf(slope, 0, ruin);
    expect(curve.ruin).toBe(ruin);
    expect(curve.optimal / optimal).toBeCloseTo(1, 9);
    expect(curve.growth / logGrowth(bet, optimal)).toBeCloseTo(1, 9);
    const vanishes = rootOf((at) => logGrowth(bet, at), optimal, ruin * (1 - 1e-12));
    expect(curve.vanishes / vanishes).toBeCloseTo(1, 7);
  }); // prettier-ignore

  it('has an optimum at the edge over the odds: p - q of an even coin, and at 0 without an edge', () => {
    expect(curveOf(evenCoin).optimal).toBeCloseTo(0.04, 14);
    // Of two outcomes: 0.4 is expected, and a half of the stake is lost.
    expect(curveOf(gains([1, 0.6], [-0.5, 0.4])).optimal).toBeCloseTo(0.8, 14);
    const none = { optimal: 0, growth: 0, vanishes: 0, ruin: 1 };
    expect([curveOf(fairCoin), curveOf(losing)]).toEqual([none, none]);
    const never = { optimal: Infinity, growth: Infinity, vanishes: Infinity, ruin: Infinity };
    expect([curveOf(gains([1, 0.5], [0, 0.5])), curveOf([])]).toEqual([never, never]);
    expect(curveOf(gains([1, 0.5], [-0.25, 0.5])).ruin).toBe(4);
  });

  it('of the other side has the same chances and contrary gains', () => {
    expect(inverseBet(skewed)).toEqual(gains([-2, 0.2], [-0.5, 0.3], [1, 0.5]));
  });

  it('is that of what a stake gains: a payout less the stake, of outcomes that can occur', () => {
    const outcomes = [[3, 2, 1, 4], [0, 1, 1, 2], [-1, 1, 1, 4], [9, 1, 0, 1]] as const;
    expect(gainsOf(outcomes.map(([above, below, ways, of]) => ({ payout: Fraction.of(above, below), probability: Fraction.of(ways, of) })))).toEqual(
      gains([0.5, 0.25], [-1, 0.5], [-2, 0.25]),
    );
  }); // prettier-ignore
});

describe('the rate of ruin', () => {
  it.each<[string, Gain[]]>([
    ['an even coin', evenCoin],
    ['three outcomes', skewed],
    ['a long shot', longShot],
    ['a second stake', doubled],
  ])('of %s is where exp(-R gain) expects 1', (_, bet) => {
    const excess = (rate: number): number => sum(bet.map(({ gain, probability }) => probability * Math.expm1(-rate * gain)));
    // It falls below 0 from 0 on, and comes back: the root above the lowest point.
    const lowest = rootOf((rate) => sum(bet.map(({ gain, probability }) => probability * gain * Math.exp(-rate * gain))), 0, 5);
    const root = rootOf((rate) => -excess(rate), lowest, 5);
    expect(ruinRate(bet) / root).toBeCloseTo(1, 7);
  }); // prettier-ignore

  it('is log(p/q) of an even coin, 0 where ruin is certain, and without bound where nothing is lost', () => {
    expect(ruinRate(evenCoin)).toBeCloseTo(Math.log(52 / 48), 9);
    expect([ruinRate(fairCoin), ruinRate(losing), ruinRate(gains([1, 1])), ruinRate([])]).toEqual([0, 0, Infinity, Infinity]);
  }); // prettier-ignore
});

describe('the most that a policy lets a player stake', () => {
  const stakes = { topProfit: 3, houseShare: 0.02, playerShare: 0.1 };
  const bankrolls = { playerMicros: 1_000_003, houseMicros: 5_000_000, minMicros: 10, maxMicros: 90_000 };

  it.each<[Parameters<typeof limitOf>[0], object, object, number]>([
    ['odds', {}, {}, 83_333],
    ['odds', { topProfit: 1 }, {}, 90_000],
    ['odds', {}, { playerMicros: 100 }, 10],
    ['odds', { topProfit: 0 }, {}, 90_000],
    ['odds', { topProfit: 0.01 }, { maxMicros: 5 }, 10],
    ['house', {}, { houseMicros: 1_000_099 }, 20_001],
    ['house', {}, {}, 90_000],
    ['house', { houseShare: 0 }, {}, 0],
    ['house', { houseShare: Infinity }, {}, 90_000],
    ['strict', {}, { playerMicros: 12_345 }, 1_234],
    ['strict', {}, {}, 90_000],
    ['none', {}, { playerMicros: 1 }, 90_000],
  ])('%s: %j, %j: %i', (policy, changed, others, most) => {
    expect(limitOf(policy, { ...stakes, ...changed }, { ...bankrolls, ...others })).toBe(most);
  });

  it('follows from the gains: the top profit, and the optimum of each side', () => {
    expect(stakesOf(losing)).toEqual({ topProfit: 0.96, houseShare: expect.closeTo(0.02 / 0.96, 12), playerShare: 0 });
    expect(stakesOf(evenCoin)).toEqual({ topProfit: 1, houseShare: 0, playerShare: expect.closeTo(0.04, 12) });
    expect(stakesOf(gains([-0.5, 1])).topProfit).toBe(0);
  }); // prettier-ignore
});

describe('a year', () => {
  const outcomes = [
    { payout: Fraction.of(3), probability: Fraction.of(1, 5) },
    { payout: Fraction.of(1, 3), probability: Fraction.of(1, 2) },
    { payout: Fraction.of(11, 10), probability: Fraction.of(3, 10) },
  ];
  const row = { game: 'made up', outcomes, figures: {} } as unknown as BetRow;
  const setting: YearSetting = {
    seed: 'a year', paths: 3, betsPerYear: 1_030, playerMicros: 1_000_000, houseMicros: 2_000_000, minMicros: 1_000, maxMicros: 400_000,
  }; // prettier-ignore

  /** One path by the words of the fairness path: 1,024 bets a nonce, the likeliest outcome first. */
  function walked(path: number, policy: 'odds' | 'house' | 'strict' | 'none') {
    const limits = stakesOf(gainsOf(outcomes));
    let { playerMicros, houseMicros } = setting;
    const serverSeed = commitmentOf(`a year/made up/${policy}`);
    let pick = hmacPick({ serverSeed, clientSeed: 'year', nonce: path * 4096 });
    for (let bets = 0; bets < setting.betsPerYear; bets += 1) {
      const stake = Math.min(limitOf(policy, limits, { ...setting, playerMicros, houseMicros }), playerMicros);
      if (playerMicros < 1_000) return { playerMicros, houseMicros, bets, end: 'ruined' };
      if (stake < 1_000) return { playerMicros, houseMicros, bets, end: 'no bet' };
      if (2 * stake > houseMicros) return { playerMicros, houseMicros, bets, end: 'closed' };
      if (bets % 1024 === 0) pick = hmacPick({ serverSeed, clientSeed: 'year', nonce: path * 4096 + bets / 1024 });
      const unit = pick(2 ** 32) / 2 ** 32;
      const gain = unit < 0.5 ? Number(1n - 3n) / 3 : unit < 0.8 ? 0.1 : 2;
      const gained = Math.max(-playerMicros, Math.floor(stake * gain));
      [playerMicros, houseMicros] = [playerMicros + gained, houseMicros - gained];
    }
    return { playerMicros, houseMicros, bets: setting.betsPerYear, end: 'year' };
  } // prettier-ignore

  it('is that of each path, bet by bet: its lowest, middle and highest bankroll', () => {
    const spread = (values: readonly number[]) => {
      const [p5, p50, p95] = values.toSorted((left, right) => left - right);
      return { p5, p50, p95 };
    };
    const ends = new Set<string>();
    for (const year of yearsOf(row, setting)) {
      const paths = [0, 1, 2].map((path) => walked(path, year.policy));
      for (const { end } of paths) ends.add(end);
      const part = (wanted: string): number => paths.filter(({ end }) => end === wanted).length / 3;
      expect(year).toMatchObject({
        player: spread(paths.map(({ playerMicros }) => playerMicros)),
        house: spread(paths.map(({ houseMicros }) => houseMicros)),
        bets: spread(paths.map(({ bets }) => bets)).p50,
        playerRuined: part('ruined'),
        houseClosed: part('closed'),
      });
    }
    expect(ends.size).toBeGreaterThan(1);
  });
});
