import { bugsOf } from './bug.ts';

const referral = 'platform/services/referral/referral';
const split = 'platform/services/referral/split';

/** Shares of referrers. */
export const referralBugs = bugsOf('referral', [
  ['referral-share-of-the-whole', 'platform/services/referral/rates', 'escrow: { numerator: 3, denominator: 20 },', 'escrow: { numerator: 1, denominator: 1 },'],
  ['referral-trading-pays-fifteen', 'platform/services/referral/rates', 'trading: { numerator: 1, denominator: 5 },', 'trading: { numerator: 3, denominator: 20 },'],
  ['referral-rest-lost', split, "if (emptyLevels === 'level-1' && given < share)", "if (emptyLevels === 'kept' && given < share)"],
  ['referral-levels-alike', split, "'7-2-1': [7, 2, 1].map(", "'7-2-1': [4, 3, 3].map("],
  ['referral-cycle', 'platform/services/referral/tree', 'above = above.referrer)', 'above = chain.length < 2 ? above.referrer : nearest)'],
  ['referral-two-levels', 'platform/services/referral/tree', 'chain.length < levelNumbers.length;', 'chain.length < 2;'],
  ['referral-paid-a-day-late', referral, '(Math.floor(nowMs / dayMs) + 1) * dayMs, () => {', '(Math.floor(nowMs / dayMs) + 2) * dayMs, () => {'],
  ['referral-paid-every-day-again', 'platform/services/referral/purses', 'this.#purses.update(purse, { dueMicros: 0 });', ''],
  ['referral-named-and-own', referral, 'const chain = isAlone ? [named] : chainFrom(nearest);', 'const chain = chainFrom(payer.referrer ?? nearest);'],
  ['referral-of-every-loss', 'platform/services/referral/net-losses', 'const baseMicros = isContinuous ? Math.max(losses.baseMicros, netMicros) : losses.baseMicros;', 'const baseMicros = losses.baseMicros + Math.max(0, bet.stakeMicros - bet.payoutMicros);'],
  ['referral-withdrawn-again', 'platform/services/referral/purses', 'this.#purses.update(purse, { dueMicros: 0, waitingMicros: 0 });', ''],
  ['referral-base-shared-twice', 'platform/services/referral/net-losses', 'this.#rows.update(losses, { sharedMicros: losses.sharedMicros + amountMicros });', ''],
]); // prettier-ignore
