/** How ten percent are divided over the three levels of referrers, by the reading of the run (gap X5). */
import type { Case } from '../case.ts';

/** Percent by level; a third each is shown in one of several roundings, and is left open. */
const shares: Readonly<Record<string, readonly number[]>> = {
  '7-2-1': [7, 2, 1],
  'level-1-only': [10, 0, 0],
  'full-each': [10, 10, 10],
};

/** Empty where a third each is divided. */
export const sharesOf = ({ setting }: Case): readonly number[] =>
  shares[setting.policies['referral.split'] ?? ''] ?? [];
