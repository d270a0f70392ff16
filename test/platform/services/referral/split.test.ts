/** The division of a share over three levels, by a table of the shares and by conservation. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { feeRate, isFeeShared } from '../../../../src/platform/services/referral/rates.ts';
import {
  floorPart,
  levelNumbers,
  splitShare,
  termsOf,
} from '../../../../src/platform/services/referral/split.ts';
import { policiesWith } from '../../world/new-world.ts';

/** Thirtieths of a share for each level, nearest first. */
const thirtieths = {
  '7-2-1': [21n, 6n, 3n],
  equal: [10n, 10n, 10n],
  'level-1-only': [30n],
  'full-each': [30n, 30n, 30n],
} as const;
const splits = Object.keys(thirtieths) as (keyof typeof thirtieths)[];
const micros = fc.integer({ min: 0, max: 2 ** 50 });

it.each(splits)('%s: each level has its part, and the nearest the rest where it is not kept', (split) => {
  const isDivided = fc.property(micros, fc.integer({ min: 0, max: 3 }), (share, depth) => {
    const parts = thirtieths[split].slice(0, depth).map((part) => Number((BigInt(share) * part) / 30n));
    expect(splitShare(share, depth, { split, emptyLevels: 'kept' })).toEqual(parts);
    const [nearest, ...others] = splitShare(share, depth, { split, emptyLevels: 'level-1' });
    if (depth === 0) expect(nearest).toBeUndefined();
    else if (split === 'full-each') expect([nearest, ...others]).toEqual(parts);
    else {
      expect(others).toEqual(parts.slice(1));
      expect(others.reduce((sum, part) => sum + part, nearest ?? 0)).toBe(share);
    }
  });
  fc.assert(isDivided);
});

it('a part of an amount is rounded down, and there is none of what is no amount', () => {
  const half = { numerator: 1, denominator: 2 };
  expect([0, 1, 2, 3, Number.MAX_SAFE_INTEGER].map((amount) => floorPart(amount, half))).toEqual([0, 0, 1, 1, 2 ** 52 - 1]);
  for (const wrong of [-1, 0.5, 2 ** 53, NaN])
    expect(() => floorPart(wrong, half)).toThrow(`no amount to share: ${wrong}`);
}); // prettier-ignore

it('the terms are percent of a fee for each level and service', () => {
  const levels = (split: string) => termsOf(policiesWith({ 'referral.split': split })).levels;
  const percent = (trading: number, escrow: number, casino: number) =>
    ({ trading, escrow, domains: escrow, casino, wallet: casino });
  expect(levels('7-2-1')).toEqual([
    { level: 1, percent: percent(14, 10.5, 7) },
    { level: 2, percent: percent(4, 3, 2) },
    { level: 3, percent: percent(2, 1.5, 1) },
  ]);
  expect(levels('equal').map((row) => row.percent)).toEqual([0, 0, 0].map(() => percent(6.66, 5, 3.33)));
  expect(levels('full-each').map((row) => row.percent)).toEqual([0, 0, 0].map(() => percent(20, 15, 10)));
  expect(levels('level-1-only').map((row) => row.percent)).toEqual([percent(20, 15, 10), percent(0, 0, 0), percent(0, 0, 0)]);
  expect(levelNumbers).toEqual([1, 2, 3]);
}); // prettier-ignore

it('the fees of the casino are shared where a policy says so, those of the others always', () => {
  const shared = (overrides: Record<string, string>) =>
    (['trading', 'casino'] as const).map((service) => isFeeShared(service, policiesWith(overrides)));
  const netLosses = { 'referral.casinoBase': 'net-losses', 'referral.faucetRate': 'service' };
  expect(shared(netLosses)).toEqual([true, false]);
  expect(shared({ ...netLosses, 'referral.casinoBase': 'fees' })).toEqual([true, true]);
  expect(shared({ ...netLosses, 'referral.faucetRate': 'flat' })).toEqual([true, true]);
  const flat = policiesWith({ 'referral.faucetRate': 'flat' });
  expect([feeRate('trading', false, flat), feeRate('trading', true, flat)]).toEqual([
    { numerator: 3, denominator: 20 },
    { numerator: 1, denominator: 5 },
  ]);
});
