import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { hmacPick } from '../../../src/core/fairness/hmac.ts';
import { enumerateSteps } from '../../../src/core/fairness/steps.ts';
import { crash, crashHundredths } from '../../../src/platform/games/crash.ts';
import { curve } from '../../../src/platform/games/crash-point.ts';
import { multiplier } from '../../../src/platform/games/multiplier.ts';
import { ratioText } from '../../../src/platform/games/ratio.ts';
import { expectSame } from '../../expect-same.ts';

describe('the crash point', () => {
  it('reaches k/100 with probability exactly 0.995 / (k/100), for every k from 100 to 102,400', () => {
    const chain = {
      ...curve(Infinity, (reached) => reached),
      alike: ({ low, high }: { low: number; high: number }) => `${low}-${high}`,
    };
    const points = enumerateSteps(chain).toSorted((left, right) => right.outcome - left.outcome);
    expect(points).toHaveLength(1 + 102_300 + 1);
    let reached = Fraction.zero;
    let wrong = 0;
    for (const { outcome, probability } of points.slice(0, -1)) {
      reached = reached.add(probability);
      if (reached.compare(Fraction.of(199, 2 * outcome)) !== 0) wrong += 1;
    }
    expect(wrong).toBe(0);
    expect([points[0]?.outcome, points.at(-2)?.outcome, points.at(-1)?.outcome]).toEqual([102_400, 100, 0]);
    expect(String(points.at(-1)?.probability)).toBe('1/200');
  });

  const seedsOf = (nonce: number) => ({ serverSeed: 'seed', clientSeed: 'client', nonce });

  it('GAM14 multiplier wins exactly when the crash point shown is above the target', () => {
    for (let nonce = 0; nonce < 2000; nonce += 1) {
      const bet = { targetHundredths: 101 + (nonce % 300) };
      const { payout, detail } = multiplier.play(bet, hmacPick(seedsOf(nonce)), undefined);
      const isAbove = Number(detail['crash_point']) > Number(detail['target_multiplier']);
      expectSame(ratioText(payout) !== '0/1', isAbove, bet);
    }
  });

  it('crash pays exactly if the curve reaches the cash-out, and draws the same curve for any bet', () => {
    for (let nonce = 0; nonce < 2000; nonce += 1) {
      const bet = { cashOutHundredths: 101 + (nonce % 300) };
      const { payout, detail } = crash.play(bet, hmacPick(seedsOf(nonce)), undefined);
      const point = crashHundredths(hmacPick(seedsOf(nonce)));
      expectSame(ratioText(payout) !== '0/1', point >= bet.cashOutHundredths, bet);
      expectSame(detail['crash_point'], point / 100, bet);
    }
  });

  it.each([
    [{ cashOutHundredths: 150 }, 150, '3/2'],
    [{ cashOutHundredths: 151 }, 150, '0/1'],
  ])('crash %j on a curve that ends at %d hundredths pays %s', (bet, reached, payout) => {
    const chain = crash.steps!(bet, undefined);
    expect(ratioText(chain.outcome({ low: reached, high: reached + 1 }).payout)).toBe(payout);
  });
});
