/** How a year ends where every bet comes out alike: ruined, closed, without a bet, or at its end; each to the micro. */
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import type { BetRow } from '../../../src/verification/audit/exact-rows.ts';
import { growthAt } from '../../../src/verification/audit/kelly/growth.ts';
import { outcomesOfRow } from '../../../src/verification/audit/kelly/kelly-rows.ts';
import {
  defaultYear,
  limitOf,
  yearsOf,
  type YearSetting,
} from '../../../src/verification/audit/kelly/year.ts';

const base: YearSetting = {
  seed: 's', paths: 2, betsPerYear: 3, playerMicros: 10, houseMicros: 20, minMicros: 10, maxMicros: 10,
}; // prettier-ignore

/** A bet that always pays so much, under a policy. */
function yearOf(policy: string, payout: number, changed: Partial<YearSetting> = {}) {
  const outcomes = [{ payout: Fraction.of(payout), probability: Fraction.one }];
  const row = { game: 'certain', outcomes, figures: {} } as unknown as BetRow;
  const year = yearsOf(row, { ...base, ...changed }).find((one) => one.policy === policy)!;
  const { player, house, bets, playerRuined, houseClosed, firstStakeMicros } = year;
  return [player.p50, house.p50, bets, playerRuined, houseClosed, firstStakeMicros];
}

describe('a year in which every bet', () => {
  it.each<[string, string, number, Partial<YearSetting>, readonly number[]]>([
    ['is lost, with one stake', 'none', 0, {}, [0, 30, 1, 1, 0, 10]],
    ['is lost, with one stake less a micro', 'none', 0, { playerMicros: 9 }, [9, 20, 0, 1, 0, 0]],
    ['is lost, with four stakes', 'none', 0, { playerMicros: 40 }, [10, 50, 3, 0, 0, 10]],
    ['is lost, to a house that stakes all', 'house', 0, {}, [0, 30, 1, 1, 0, 10]],
    ['is lost, by a player who asks for an edge', 'strict', 0, {}, [10, 20, 0, 0, 0, 0]],
    ['wins twice the stake, as much as the house has', 'none', 3, {}, [30, 0, 1, 0, 1, 10]],
    ['wins twice the stake, a micro more than it has', 'none', 3, { houseMicros: 19 }, [10, 19, 0, 0, 1, 10]],
    ['wins twice the stake, of a house with enough', 'none', 3, { houseMicros: 60 }, [70, 0, 3, 0, 0, 10]],
    ['gives the stake back', 'none', 1, {}, [10, 20, 3, 0, 0, 10]],
    ['is of a stake above what there is', 'none', 1, { maxMicros: 50 }, [10, 20, 3, 0, 0, 10]],
  ])('%s (%s)', (_, policy, payout, changed, expected) => {
    expect(yearOf(policy, payout, changed)).toEqual(expected);
  });
});

it('growth is that of the first stake, over the bankroll of each side', () => {
  const outcomes = [[2, 1, 3], [0, 2, 3]].map(([payout, above, below]) => ({ payout: Fraction.of(payout!), probability: Fraction.of(above!, below) }));
  const row = { game: 'made up', outcomes, figures: {} } as unknown as BetRow;
  const [, , , none] = yearsOf(row, { ...base, playerMicros: 100, houseMicros: 1_000 });
  const gains = [{ gain: 1, probability: 1 / 3 }, { gain: -1, probability: 2 / 3 }];
  expect(none?.playerGrowth).toBeCloseTo(growthAt(gains, 0.1), 6);
  expect(none?.houseGrowth).toBeCloseTo(growthAt(gains.map(({ gain, probability }) => ({ gain: -gain, probability })), 0.01), 6);
  const [, , , all] = yearsOf(row, base);
  expect(all?.playerGrowth).toBeNull();
}); // prettier-ignore

it('the year is four bets a day, with 1,000 USDC against 1,000,000', () => {
  expect(defaultYear).toEqual({
    paths: 41, betsPerYear: 1460, playerMicros: 1_000_000_000, houseMicros: 1_000_000_000_000, minMicros: 10_000,
  });
  expect(() => yearsOf({ game: 'x', outcomes: [], figures: {} } as unknown as BetRow, { ...base, paths: 0 })).toThrow('there is a path');
}); // prettier-ignore

it('a bet without a profit is limited by the highest stake alone', () => {
  const stakes = { topProfit: 0, houseShare: 1, playerShare: 0 };
  expect(limitOf('odds', stakes, { ...base, maxMicros: 5 })).toBe(5);
});

it('all is lost beyond the share that is ruinous', () => {
  const bet = [{ gain: 3, probability: 0.5 }, { gain: -2, probability: 0.5 }]; // prettier-ignore
  expect([growthAt(bet, 0.5), growthAt(bet, 0.7)]).toEqual([-Infinity, -Infinity]);
});

it('a row without outcomes wins its highest payout or nothing', () => {
  const figures = { hitRate: Fraction.of(1, 4), maxPayout: Fraction.of(3) };
  const shown = outcomesOfRow({ outcomes: undefined, figures } as unknown as BetRow);
  expect(shown.map(({ payout, probability }) => `${String(payout)} ${String(probability)}`)).toEqual(['3/1 1/4', '0/1 3/4']);
}); // prettier-ignore
