/** Growth of bankrolls: landmarks of the curves, the limits of the policies beside the casino's own, and a year. */
import { describe, expect, it } from 'vitest';
import { auditedGames, exactRows, type BetRow } from '../../../src/verification/audit/exact-rows.ts';
import {
  curveOf,
  gainsOf,
  growthAt,
  inverseBet,
  ruinRate,
  type Gain,
} from '../../../src/verification/audit/kelly/growth.ts';
import { kellyAudit } from '../../../src/verification/audit/kelly/kelly-audit.ts';
import { kellyColumns, kellyRows, outcomesOfRow } from '../../../src/verification/audit/kelly/kelly-rows.ts';
import { kellyPolicies } from '../../../src/verification/audit/result-schema.ts';
import { limitOf, stakesOf, defaultYear, yearsOf } from '../../../src/verification/audit/kelly/year.ts';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { prospectsOf } from '../../../src/platform/services/casino/play/prospects.ts';
import { casinoGameNamed } from '../../../src/platform/services/casino/play/game-stakes.ts';
import { stakeLimit } from '../../../src/platform/services/casino/play/kelly.ts';
import { singleGame } from '../../platform/games/chances.ts';

const known = new Map<string, readonly BetRow[]>();

/** The rows of a game, made once. */
function rowsOf(id: string): readonly BetRow[] {
  const rows = known.get(id) ?? auditedGames(new Set([id])).flatMap((entry) => exactRows(entry, 'published'));
  known.set(id, rows);
  return rows;
}
const rowOf = (id: string, bet?: object): BetRow =>
  rowsOf(id).find((row) => bet === undefined || JSON.stringify(row.bet) === JSON.stringify(bet))!;
const gainsOfRow = (row: BetRow): Gain[] => gainsOf(outcomesOfRow(row));

describe('the growth curve', () => {
  it("of a house on a bet of two outcomes is highest where the profit at risk is the edge's share: E/(M-1)", () => {
    const row = rowOf('coin_flip');
    const { optimal, vanishes, ruin } = curveOf(inverseBet(gainsOfRow(row)));
    expect(optimal).toBeCloseTo(0.02 / 0.96, 14);
    // At even chances growth vanishes at exactly twice the optimum.
    expect(vanishes).toBeCloseTo((2 * 0.02) / 0.96, 10);
    expect(ruin).toBeCloseTo(1 / 0.96, 14);
  });

  it('does not vanish at twice the optimum for any other bet', () => {
    for (const bet of [{ win_probability: 1 }, { win_probability: 10 }, { win_probability: 90 }]) {
      const { optimal, vanishes } = curveOf(inverseBet(gainsOfRow(rowOf('custom', bet))));
      expect(Math.abs(vanishes / optimal - 2)).toBeGreaterThan(0.001);
    }
  });

  it('has no better stake for the player than none, unless the bet favours him', () => {
    for (const row of rowsOf('keno')) {
      const { optimal, growth } = curveOf(gainsOfRow(row));
      const favours = row.figures.edge.numerator < 0n;
      expect(optimal > 0).toBe(favours);
      expect(growth > 0).toBe(favours);
      expect(curveOf(inverseBet(gainsOfRow(row))).optimal > 0).toBe(!favours);
    }
  });

  it.each(['plinko', 'slots', 'hilo', 'keno', 'wheel', 'scratch_card', 'baccarat', 'blackjack', 'video_poker'])(
    '%s: in exact arithmetic the slope changes its sign at the optimum',
    (id) => {
      for (const row of rowsOf(id)) {
        const { optimal } = curveOf(inverseBet(gainsOfRow(row)));
        if (optimal === 0) continue;
        const slopeAt = (share: number): Fraction => {
          const stake = Fraction.of(BigInt(Math.round(share * 2 ** 60)), 2n ** 60n);
          let slope = Fraction.zero;
          for (const { payout, probability } of outcomesOfRow(row)) {
            const gain = Fraction.one.sub(payout);
            slope = slope.add(probability.mul(gain).div(Fraction.one.add(stake.mul(gain))));
          }
          return slope;
        };
        expect(slopeAt(optimal * (1 - 1e-7)).numerator > 0n).toBe(true);
        expect(slopeAt(optimal * (1 + 1e-7)).numerator < 0n).toBe(true);
      }
    },
  ); // prettier-ignore

  it('is zero where it is said to vanish, and falls on both sides of the optimum', () => {
    for (const id of ['wheel', 'slots', 'mines', 'dice']) {
      for (const row of rowsOf(id).slice(0, 60)) {
        const house = inverseBet(gainsOfRow(row));
        const { optimal, growth, vanishes, ruin } = curveOf(house);
        if (!Number.isFinite(optimal)) continue;
        expect(Math.abs(growthAt(house, vanishes))).toBeLessThan(growth * 1e-6);
        expect(growthAt(house, optimal * 0.9)).toBeLessThan(growth);
        expect(growthAt(house, optimal * 1.1)).toBeLessThan(growth);
        expect(vanishes).toBeGreaterThan(optimal);
        expect(vanishes).toBeLessThan(ruin);
      }
    }
  });

  it('has no bound for a house whose winners lose money', () => {
    const house = inverseBet(gainsOfRow(rowOf('custom', { win_probability: 99 })));
    expect(curveOf(house).optimal).toBe(Infinity);
    expect(ruinRate(house)).toBe(Infinity);
  });
});

describe('the risk of ruin', () => {
  it('of an even coin is the textbook (q/p)^n', () => {
    const house = [{ gain: 1, probability: 0.51 }, { gain: -1, probability: 0.49 }]; // prettier-ignore
    expect(Math.exp(-ruinRate(house) * 10)).toBeCloseTo((0.49 / 0.51) ** 10, 8);
  });

  it('is certain without an edge', () => {
    expect(ruinRate(gainsOfRow(rowOf('coin_flip')))).toBe(0);
  });

  it('is a bound that 2,000 simulated houses of 20 stakes keep', () => {
    const house = inverseBet(gainsOfRow(rowOf('wheel')));
    let state = 12_345;
    const unit = (): number => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) / 2 ** 32;
    };
    let ruined = 0;
    for (let run = 0; run < 2000; run += 1) {
      let bankroll = 20;
      for (let bet = 0; bet < 2000 && bankroll > 0; bet += 1) {
        let rest = unit();
        bankroll += house.find(({ probability }) => (rest -= probability) < 0)?.gain ?? 0;
      }
      if (bankroll <= 0) ruined += 1;
    }
    const bound = Math.exp(-ruinRate(house) * 20);
    expect(ruined / 2000).toBeLessThan(bound);
    expect(ruined / 2000).toBeGreaterThan(bound / 3);
  });
});

describe('the rows of every bet', () => {
  it('have a value for each column, and name their bet', () => {
    const rows = [...rowsOf('dice'), ...rowsOf('plinko')];
    const table = kellyRows(rows);
    expect(table).toHaveLength(rows.length);
    for (const [index, row] of table.entries()) {
      expect(row).toHaveLength(kellyColumns.length);
      expect(row[0]).toBe(index);
    }
  });
});

describe('the limits of policy kelly.limit', () => {
  it('are those of the casino itself, for every policy, bet and bankroll', () => {
    const bets = [
      ['coin_flip', { side: 'heads' }], ['custom', { win_probability: 99 }], ['keno', { picks: [1, 2, 3] }],
      ['keno', { picks: [1, 2, 3, 4, 5] }], ['slots', {}], ['mines', { mines: 12, reveals: 13 }],
      ['crash', { cash_out_at: 100 }], ['plinko', { rows: 16, risk: 'high' }],
    ] as const; // prettier-ignore
    for (const [id, params] of bets) {
      const game = singleGame(id);
      const choice = game.parseBet(params) as object;
      const prospects = prospectsOf(game, choice, game.rules.published);
      const stakes = stakesOf(prospects.gains);
      const bounds = casinoGameNamed(id)!.stakes;
      for (const playerMicros of [9_999, 1_000_000, 1_234_567_891, 10 ** 12]) {
        for (const houseMicros of [10 ** 9, 10 ** 12]) {
          for (const policy of kellyPolicies) {
            const own = stakeLimit(
              { prospects, stakes: bounds, playerMicros, houseMicros, riskPercent: 25 },
              policy,
            );
            const ours = limitOf(policy, stakes, { playerMicros, houseMicros, ...bounds });
            // Rounded differently where the edge of a micro is met.
            expect(Math.abs(ours - own), `${id} ${policy} ${playerMicros}`).toBeLessThanOrEqual(1);
          }
        }
      }
    }
  });
});

describe('a year', () => {
  const setting = { ...defaultYear, seed: 'a', maxMicros: 10 ** 10 };

  it('is the same for the same seed, and conserves money', () => {
    const row = rowOf('roulette', { bet_type: 'red' });
    expect(yearsOf(row, setting)).toEqual(yearsOf(row, setting));
    expect(yearsOf(row, setting)).not.toEqual(yearsOf(row, { ...setting, seed: 'b' }));
    for (const year of yearsOf(row, { ...setting, paths: 1 })) {
      expect(year.player.p50 + year.house.p50).toBe(setting.playerMicros + setting.houseMicros);
    }
  });

  it('under `strict` refuses bets without an edge, and under `none` ruins a player who stakes everything', () => {
    const [odds, house, strict, none] = yearsOf(rowOf('coin_flip'), setting);
    expect(strict).toMatchObject({ firstStakeMicros: 0, playerRuined: 0, bets: 0, playerGrowth: 0 });
    expect(none).toMatchObject({
      firstStakeMicros: setting.playerMicros,
      playerRuined: 1,
      playerGrowth: null,
    });
    expect(house?.playerRuined).toBe(1);
    expect(odds?.playerGrowth).toBeLessThan(0);
  });

  it('under `house` never puts the house at risk of closing; under `none` it may', () => {
    const whale = { ...setting, playerMicros: 10 ** 12 };
    for (const picks of [2, 3, 6]) {
      const [, house, , none] = yearsOf(rowOf('keno', { picks }), whale);
      expect(house?.houseClosed).toBe(0);
      expect(none?.houseClosed).toBeGreaterThan(0);
    }
  });

  it('is shown for the sample bet of each game and for each bet that favours the player', () => {
    const { years, curves } = kellyAudit([...rowsOf('keno'), ...rowsOf('wheel')], '1');
    expect(curves.map(({ game, bet }) => `${game} ${JSON.stringify(bet)}`)).toEqual([
      'keno {"picks":3}', 'keno {"picks":5}', 'keno {"picks":10}', 'wheel {}',
    ]); // prettier-ignore
    expect(years).toHaveLength(4 * 2 * 4);
  });
});
