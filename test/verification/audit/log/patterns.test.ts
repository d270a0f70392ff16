/** Which bets a pattern needs: those of one game that the rules have, with enough draws, and always the same outcome of a draw. */
import { describe, expect, it } from 'vitest';
import { hmacPick } from '../../../../src/core/fairness/hmac.ts';
import { ratio } from '../../../../src/platform/games/ratio.ts';
import type { CheckedBet } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import { kindOf, patternOf } from '../../../../src/verification/audit/log/payouts/patterns.ts';
import { drawnBets } from './drawn-bets.ts';

const betOf = (due: number, paid: number, shown: object, drawn: object): CheckedBet =>
  ({
    bet: { stakeMicros: 100, payoutMicros: paid, result: shown, params: {} },
    honest: { payout: ratio(1), detail: drawn },
    dueMicros: due,
  }) as unknown as CheckedBet;
const unknown = (checked: CheckedBet): CheckedBet => ({ ...checked, honest: undefined });

const strip = betOf(5, 0, { reels: ['a', 'c'] }, { reels: ['a', 'b'] });
const curve = betOf(5, 0, { crash_point: 2 }, { crash_point: 3 });

describe('a pattern', () => {
  it('is said in words', () => {
    expect(patternOf('slots', [strip, strip], [])).toEqual({
      code: 'loaded-strip',
      about: 'shows other symbols than those of the stops it drew: the strips are not the published ones',
    });
    expect(patternOf('crash', [curve, curve], [])).toEqual({
      code: 'curve-loaded',
      about: 'crashes curves that should have gone on',
    });
  });

  it('is none of bets that the rules do not have, nor of one bet', () => {
    expect(patternOf('slots', [strip], [])).toBeUndefined();
    for (const wrong of [[strip, unknown(strip)], [unknown(strip), strip], [unknown(strip), unknown(strip)]])
      expect(patternOf('slots', wrong, [])).toBeUndefined();
  });

  it('is none of curves where a bet lost by the rules too', () => {
    expect(patternOf('crash', [curve, betOf(0, 0, { crash_point: 2 }, { crash_point: 3 })], [])).toBeUndefined();
  });
}); // prettier-ignore

describe('other weights of a wheel', () => {
  /** One bet for each number that is drawn, and those that draw it again. */
  const spins = drawnBets('wheel', { seed: 'weights', count: 90 });
  const drawnIn = ({ bet }: CheckedBet): number => hmacPick(bet)(100);
  const isFirst = (spin: CheckedBet, at: number): boolean =>
    spins.findIndex((other) => drawnIn(other) === drawnIn(spin)) === at;
  const once = spins.filter(isFirst);
  const again = spins.filter((spin, at) => !isFirst(spin, at));
  const paying = (spin: CheckedBet, multiple: number): CheckedBet =>
    ({ ...spin, bet: { ...spin.bet, payoutMicros: multiple * spin.bet.stakeMicros } }); // prettier-ignore
  const loaded = (spin: CheckedBet): CheckedBet => paying(spin, drawnIn(spin) < 30 ? 2 : 0);

  it('are named from 21 numbers on', () => {
    expect(patternOf('wheel', once.slice(0, 20).map(loaded), [])).toBeUndefined();
    expect(patternOf('wheel', once.slice(0, 21).map(loaded), [])).toEqual({
      code: 'weights-changed',
      about: 'gives some outcomes a larger share of its draws than published',
    });
    expect(patternOf('wheel', once.slice(0, 11).map(loaded), once.slice(11, 21).map(loaded))?.code).toBe('weights-changed');
    expect(patternOf('dice', once.slice(0, 21).map(loaded), [])).toBeUndefined();
  }); // prettier-ignore

  it('are none where a number has two outcomes', () => {
    const repeated = again.find((spin) => drawnIn(spin) >= 30)!;
    const all = once.map(loaded);
    expect(patternOf('wheel', [...all, loaded(repeated)], [])?.code).toBe('weights-changed');
    expect(patternOf('wheel', [paying(repeated, 2), ...all], [])).toBeUndefined();
    expect(patternOf('wheel', [...all, paying(repeated, 2)], [])).toBeUndefined();
  });
});

it('the same amount is not less', () => {
  expect(kindOf(betOf(5, 5, {}, {})).code).toBe('payout-over');
  expect(kindOf(betOf(5, 4, {}, {})).code).toBe('payout-short');
});
