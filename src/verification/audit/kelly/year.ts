/**
 * What each reading of the Kelly rule (gap C18) does to two bankrolls in a year of virtual time: a player who stakes
 * the most he is let, four times a day, and the house he bets against. Paths are drawn from the exact chances by the
 * words of the fairness path, so that the same seed always has the same year.
 */
import { assert, present } from '../../../core/base/assert.ts';
import type { Micros } from '../../../core/base/money.ts';
import { HmacLanes } from '../../../core/fairness/hmac-lanes.ts';
import { commitmentOf } from '../../../core/fairness/hmac.ts';
import type { BetRow } from '../exact-rows.ts';
import { curveOf, gainsOf, growthAt, inverseBet, type Gain } from './growth.ts';
import { outcomesOfRow } from './kelly-rows.ts';
import { kellyPolicies, type KellyPolicy } from '../result-schema.ts';

/** One year of one player and the house. Amounts are micro-USDC; `minMicros` and `maxMicros` bound each stake. */
export interface YearSetting {
  readonly seed: string;
  readonly paths: number;
  readonly betsPerYear: number;
  readonly playerMicros: Micros;
  readonly houseMicros: Micros;
  readonly minMicros: Micros;
  readonly maxMicros: Micros;
}

/** Four bets a day for 365 days, by a player with 1,000 USDC against a house with 1,000,000 USDC. */
export const defaultYear: Omit<YearSetting, 'seed' | 'maxMicros'> = {
  paths: 41,
  betsPerYear: 365 * 4,
  playerMicros: 1_000_000_000,
  houseMicros: 1_000_000_000_000,
  minMicros: 10_000,
};

/** Bankrolls at the end of the year: the 5th, 50th and 95th percentile over the paths. */
export interface Spread {
  readonly p5: Micros;
  readonly p50: Micros;
  readonly p95: Micros;
}

/** The year under one policy. Growth is a natural logarithm per bet; shares are from 0 to 1. */
export interface Year {
  readonly policy: KellyPolicy;
  /** The first stake, and what it makes both bankrolls grow by in expectation of the logarithm; null if ruinous. */
  readonly firstStakeMicros: Micros;
  readonly playerGrowth: number | null;
  readonly houseGrowth: number | null;
  readonly player: Spread;
  readonly house: Spread;
  /** Share of paths on which the player can no longer cover the smallest stake. */
  readonly playerRuined: number;
  /** Share of paths on which the house can no longer cover the worst case of the bet (gap C36). */
  readonly houseClosed: number;
  /** Bets that were placed on the median path. */
  readonly bets: number;
}

/** What a policy needs to know of a bet. */
export interface Stakes {
  /** The top profit of one stake. */
  readonly topProfit: number;
  readonly houseShare: number;
  readonly playerShare: number;
}

/** The default risk factor of a player. */
const riskFactor = 0.25;

/** Shares are of the bankroll of the side that they are named after; `topProfit` is per stake of 1. */
export function stakesOf(gains: readonly Gain[]): Stakes {
  return {
    topProfit: gains.reduce((top, { gain }) => Math.max(top, gain), 0),
    houseShare: curveOf(inverseBet(gains)).optimal,
    playerShare: curveOf(gains).optimal,
  };
}

type Bankrolls = Pick<YearSetting, 'playerMicros' | 'houseMicros' | 'minMicros' | 'maxMicros'>;

/** The most that may be staked; it may be less than the smallest stake, which is no bet then. */
export function limitOf(policy: KellyPolicy, stakes: Stakes, bankrolls: Bankrolls): Micros {
  const { playerMicros, houseMicros, minMicros, maxMicros } = bankrolls;
  const upTo = (micros: number): Micros => Math.floor(Math.min(maxMicros, micros));
  switch (policy) {
    case 'odds':
      return stakes.topProfit <= 0
        ? maxMicros
        : Math.max(minMicros, upTo((playerMicros * riskFactor) / stakes.topProfit));
    case 'house':
      return upTo(stakes.houseShare * houseMicros);
    case 'strict':
      return upTo(stakes.playerShare * playerMicros);
    case 'none':
      return maxMicros;
  }
}

/** A year of one bet under each policy. */
export function yearsOf(row: BetRow, setting: YearSetting): Year[] {
  const gains = gainsOf(outcomesOfRow(row));
  const stakes = stakesOf(gains);
  return kellyPolicies.map((policy) => {
    const draw = drawsOf(gains, commitmentOf(`${setting.seed}/${row.game}/${policy}`));
    const ends = Array.from({ length: setting.paths }, (_, path) =>
      walk({ policy, stakes, setting }, () => draw(path)),
    );
    return summed(policy, { ends, gains, stakes, setting });
  });
}

interface End {
  readonly playerMicros: Micros;
  readonly houseMicros: Micros;
  readonly bets: number;
  readonly end: 'year' | 'ruined' | 'closed' | 'no bet';
}

function walk(
  { policy, stakes, setting }: { policy: KellyPolicy; stakes: Stakes; setting: YearSetting },
  draw: () => number,
): End {
  const { minMicros, betsPerYear } = setting;
  const bankrolls = { ...setting };
  let bets = 0;
  let end: End['end'] = 'year';
  for (; bets < betsPerYear; bets += 1) {
    const { playerMicros } = bankrolls;
    const stake = Math.min(limitOf(policy, stakes, bankrolls), playerMicros);
    if (playerMicros < minMicros) end = 'ruined';
    else if (stake < minMicros) end = 'no bet';
    else if (stake * stakes.topProfit > bankrolls.houseMicros) end = 'closed';
    if (end !== 'year') break;
    // A payout is rounded down: the player gains no part of a micro.
    const gained = Math.max(-playerMicros, Math.floor(stake * draw()));
    bankrolls.playerMicros += gained;
    bankrolls.houseMicros -= gained;
  }
  const { playerMicros, houseMicros } = bankrolls;
  return { playerMicros, houseMicros, bets, end };
}

const wordsPerRound = 1024;
const wordCount = 2 ** 32;

/** Gains by their chances; each path reads its rounds from a separate stream of words. */
function drawsOf(gains: readonly Gain[], serverSeed: string): (path: number) => number {
  const likely = gains.toSorted((left, right) => right.probability - left.probability);
  const lanes = new HmacLanes({ serverSeed, clientSeed: 'year' });
  let [current, used] = [-1, 0];
  return (path) => {
    if (current !== path || used % wordsPerRound === 0) {
      if (current !== path) used = 0;
      current = path;
      lanes.select(path * 4096 + used / wordsPerRound);
    }
    used += 1;
    let rest = lanes.pick(wordCount) / wordCount;
    for (const { gain, probability } of likely) {
      rest -= probability;
      if (rest < 0) return gain;
    }
    return present(likely.at(-1), 'a bet has an outcome').gain;
  };
}

function summed(
  policy: KellyPolicy,
  {
    ends,
    gains,
    stakes,
    setting,
  }: { ends: readonly End[]; gains: readonly Gain[]; stakes: Stakes; setting: YearSetting },
): Year {
  const { playerMicros, houseMicros } = setting;
  const first = Math.min(playerMicros, limitOf(policy, stakes, setting));
  const firstStakeMicros = first < setting.minMicros ? 0 : first;
  const share = (end: End['end']): number => ends.filter((one) => one.end === end).length / ends.length;
  return {
    policy,
    firstStakeMicros,
    playerGrowth: finite(growthAt(gains, firstStakeMicros / playerMicros)),
    houseGrowth: finite(growthAt(inverseBet(gains), firstStakeMicros / houseMicros)),
    player: spreadOf(ends.map((end) => end.playerMicros)),
    house: spreadOf(ends.map((end) => end.houseMicros)),
    playerRuined: share('ruined'),
    houseClosed: share('closed'),
    bets: spreadOf(ends.map(({ bets }) => bets)).p50,
  };
}

const finite = (value: number): number | null =>
  Number.isFinite(value) ? Number(value.toPrecision(6)) : null;

/** By nearest rank. */
function spreadOf(values: readonly number[]): Spread {
  assert(values.length > 0, 'there is a path');
  const sorted = values.toSorted((left, right) => left - right);
  const at = (percent: number): number => sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? 0;
  return { p5: at(5), p50: at(50), p95: at(95) };
}
