/** How one share is divided over three levels of referrers (gap X5): in whole micros, never more than there is. */
import { assert } from '../../../core/base/assert.ts';
import type { Micros } from '../../../core/base/money.ts';
import type { Policies, PolicyValue } from '../../../core/policy/policies.ts';
import type { FeeService, ReferralLevel, ReferralTerms } from '../ports.ts';
import { referralRate, type Part } from './rates.ts';

/** The three levels, nearest first. */
export const levelNumbers: readonly ReferralLevel[] = [1, 2, 3];

/** The two policies that a division depends on. */
export interface SplitReading {
  readonly split: PolicyValue<'referral.split'>;
  readonly emptyLevels: PolicyValue<'referral.emptyLevels'>;
}

const third: Part = { numerator: 1, denominator: 3 };
const all: Part = { numerator: 1, denominator: 1 };
const none: Part = { numerator: 0, denominator: 1 };

/** The part of the share of each level, nearest first. */
const partsOf: Readonly<Record<SplitReading['split'], readonly Part[]>> = {
  '7-2-1': [7, 2, 1].map((numerator) => ({ numerator, denominator: 10 })),
  equal: [third, third, third],
  'level-1-only': [all],
  'full-each': [all, all, all],
};

/** `floor(micros * part)`, exact for every amount: the full product, which could be unsafe, is never formed. */
export function floorPart(micros: Micros, { numerator, denominator }: Part): Micros {
  assert(Number.isSafeInteger(micros) && micros >= 0, () => `no amount to share: ${micros}`);
  const remainder = micros % denominator;
  return ((micros - remainder) / denominator) * numerator + Math.floor((remainder * numerator) / denominator);
}

/**
 * The amounts of a chain of `depth` referrers, nearest first, each rounded down. The remainder and the parts of levels
 * without a referrer go to level 1 or stay with the payer (policy `referral.emptyLevels`).
 */
export function splitShare(share: Micros, depth: number, { split, emptyLevels }: SplitReading): Micros[] {
  const amounts = partsOf[split].slice(0, depth).map((part) => floorPart(share, part));
  const [nearest] = amounts;
  if (nearest === undefined) return [];
  const given = sum(amounts);
  if (emptyLevels === 'level-1' && given < share) amounts[0] = nearest + (share - given);
  assert(split === 'full-each' || sum(amounts) <= share, 'the levels together have no more than the share');
  return amounts;
}

/** The sum of amounts in micro-USDC; 0 for none. */
export const sum = (amounts: readonly Micros[]): Micros =>
  amounts.reduce((total, amount) => total + amount, 0);

/** The terms of the programme, as gossip and code calls show them. */
export function termsOf(policies: Policies): ReferralTerms {
  const parts = partsOf[policies['referral.split']];
  return {
    levels: levelNumbers.map((level) => ({ level, percent: percentages(parts[level - 1] ?? none) })),
    emptyLevels: policies['referral.emptyLevels'],
  };
}

const percentages = (part: Part): Record<FeeService, number> => ({
  trading: percentOf(referralRate.trading, part),
  escrow: percentOf(referralRate.escrow, part),
  domains: percentOf(referralRate.domains, part),
  casino: percentOf(referralRate.casino, part),
  wallet: percentOf(referralRate.wallet, part),
});

/** With two decimals at most. */
const percentOf = (rate: Part, part: Part): number =>
  Math.floor((rate.numerator * part.numerator * 10_000) / (rate.denominator * part.denominator)) / 100;
