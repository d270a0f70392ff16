/** Which bets the Kelly part of an audit draws curves and years of, how far the curves go, and in which words years are shown. */
import { describe, expect, it, vi } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { formatUsdc } from '../../../src/core/base/money.ts';
import type { BetRow } from '../../../src/verification/audit/exact-rows.ts';
import { gainsOf, growthAt, inverseBet } from '../../../src/verification/audit/kelly/growth.ts';
import { kellyAudit } from '../../../src/verification/audit/kelly/kelly-audit.ts';
import { kellyColumns, kellyRows } from '../../../src/verification/audit/kelly/kelly-rows.ts';
import type * as year from '../../../src/verification/audit/kelly/year.ts';
import { defaultYear, yearsOf } from '../../../src/verification/audit/kelly/year.ts';

vi.mock('../../../src/verification/audit/kelly/year.ts', async (original) => {
  const real = await original<typeof year>();
  return { ...real, defaultYear: { ...real.defaultYear, paths: 3, betsPerYear: 4 } };
});

/** A bet that pays so much in some of a hundred cases. */
function rowOf(game: string, bet: object, [in100, payout]: readonly [number, number], strategy = 'single'): BetRow {
  const probability = Fraction.of(in100, 100);
  const outcomes = [
    { payout: Fraction.of(payout), probability },
    { payout: Fraction.zero, probability: Fraction.one.sub(probability) },
  ];
  const edge = Fraction.one.sub(Fraction.of(payout).mul(probability));
  return { game, bet, strategy, outcomes, figures: { edge } } as unknown as BetRow;
} // prettier-ignore

const sample = rowOf('coin_flip', { side: 'heads' }, [49, 2]);
const slots = rowOf('slots', {}, [1, 2]);
const hand = rowOf('blackjack', {}, [50, 2]);
const favourable = rowOf('keno', { picks: 7 }, [51, 2]);
const gift = rowOf('dice', { made: 'up' }, [90, 2]);
const shown = [sample, favourable, slots, gift, hand];
const rows = [
  sample,
  rowOf('coin_flip', { side: 'tails' }, [49, 2]),
  favourable,
  rowOf('keno', { picks: 8 }, [60, 2], 'best'),
  slots,
  rowOf('roulette', { bet_type: 'even' }, [50, 2]),
  gift,
  hand,
  rowOf('video_poker', {}, [99, 2], 'best'),
];
const nameOf = ({ game, bet }: Pick<BetRow, 'game' | 'bet'>): string => `${game} ${JSON.stringify(bet)}`;

describe('the Kelly part of an audit', () => {
  const audit = kellyAudit(rows, 'seed');
  const curveNamed = (row: BetRow) => audit.curves.find((curve) => nameOf(curve) === nameOf(row))!;

  it('draws the sample bet of each game, and every bet that favours the player, but no policies', () => {
    const again = kellyAudit(rows, 'seed');
    expect(again).toEqual(audit);
    expect(again.curves.map(nameOf)).toEqual(shown.map(nameOf));
    expect([again.columns, again.bets]).toEqual([kellyColumns, kellyRows(rows)]);
    expect([again.paths, again.betsPerYear]).toEqual([3, 4]);
  });

  it.each<[string, BetRow, number, number]>([
    // An even bet vanishes near twice the optimum, which is the edge.
    ['1.25 times where it vanishes, and a quarter', sample, 0.05, 0.25],
    ['a fiftieth of ruin, and four times the optimum', favourable, 0.02, 0.08],
    ['a fiftieth of ruin, and no more than a quarter', gift, 0.02, 0.25],
    ['a fiftieth of ruin, and a quarter', hand, 0.02, 0.25],
    ['the last point before ruin, and a quarter', slots, 39 / 40, 0.25],
  ])('draws 40 steps up to %s', (_, row, houseEnd, playerEnd) => {
    const drawn = kellyAudit([row], 'seed').curves[0]!;
    expect(drawn).toEqual(curveNamed(row));
    const player = gainsOf(row.outcomes!);
    for (const [points, gains, end] of [[drawn.house, inverseBet(player), houseEnd], [drawn.player, player, playerEnd]] as const) {
      expect(points.length).toBe(row === slots && points === drawn.house ? 40 : 41);
      expect(points.at(-1)![0]).toBeCloseTo(end, 4);
      for (const [at, [share, growth]] of points.entries()) {
        expect(share).toBeCloseTo((points.at(-1)![0] * at) / (points.length - 1), 5);
        expect(growth).toBeCloseTo(growthAt(gains, share), 5);
      }
    }
  }); // prettier-ignore

  it('shows years against a small and a large bankroll, with stakes up to the limit of the game', () => {
    const bankrolls = [1_000_000_000, 1_000_000_000_000];
    const expected = shown.flatMap((row) =>
      bankrolls.flatMap((playerMicros) => {
        const maxMicros = (row === slots ? 1_000 : 10_000) * 1_000_000;
        return yearsOf(row, { ...defaultYear, seed: 'seed', playerMicros, maxMicros }).map((one) => ({
          game: row.game,
          bet: row.bet,
          bankroll: formatUsdc(playerMicros),
          houseBankroll: formatUsdc(1_000_000_000_000),
          firstStake: formatUsdc(one.firstStakeMicros),
          policy: one.policy,
          bets: one.bets,
          player: { p5: formatUsdc(one.player.p5), p50: formatUsdc(one.player.p50), p95: formatUsdc(one.player.p95) },
          house: { p5: formatUsdc(one.house.p5), p50: formatUsdc(one.house.p50), p95: formatUsdc(one.house.p95) },
        }));
      }),
    );
    expect(kellyAudit(rows, 'seed').years).toMatchObject(expected);
    expect(expected.some(({ firstStake }) => firstStake === formatUsdc(1_000_000_000))).toBe(true);
    expect(kellyAudit(rows, 'another').years).not.toEqual(audit.years);
  }); // prettier-ignore
});
