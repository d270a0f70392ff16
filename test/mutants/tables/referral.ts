import { mutantsOf } from '../mutant.ts';

/** Shares of referrers. */
export const referralMutants = mutantsOf('referral', [
  [
    'referral-share-of-the-whole',
    'referralRate',
    'escrow: { numerator: 3, denominator: 20 }',
    'escrow: { numerator: 1, denominator: 1 }',
  ],
  [
    'referral-trading-pays-fifteen',
    'referralRate',
    '{ numerator: 1, denominator: 5 }',
    '{ numerator: 3, denominator: 20 }',
  ],
  ['referral-rest-lost', 'splitShare', "emptyLevels === 'level-1'", "emptyLevels === 'kept'"],
  ['referral-levels-alike', 'partsOf', '[7, 2, 1]', '[4, 3, 3]'],
  [
    'referral-cycle',
    'chainFrom',
    'above = above.referrer',
    'above = chain.length < 2 ? above.referrer : nearest',
  ],
  ['referral-two-levels', 'chainFrom', 'chain.length < levelNumbers.length', 'chain.length < 2'],
  [
    'referral-paid-a-day-late',
    'Referral.#atMidnight',
    'Math.floor(nowMs / dayMs) + 1',
    'Math.floor(nowMs / dayMs) + 2',
  ],
  ['referral-paid-every-day-again', 'Purses.paidDue', 'this.#purses.update(purse, { dueMicros: 0 });', ''],
  [
    'referral-named-and-own',
    'Referral.accrue',
    'isAlone ? [named] : chainFrom(nearest)',
    'chainFrom(payer.referrer ?? nearest)',
  ],
  [
    'referral-of-every-loss',
    'NetLosses.settled',
    'isContinuous ? Math.max(losses.baseMicros, netMicros) : losses.baseMicros',
    'losses.baseMicros + Math.max(0, bet.stakeMicros - bet.payoutMicros)',
  ],
  [
    'referral-withdrawn-again',
    'Purses.emptied',
    'this.#purses.update(purse, { dueMicros: 0, waitingMicros: 0 });',
    '',
  ],
  [
    'referral-base-shared-twice',
    'NetLosses.shared',
    'this.#rows.update(losses, { sharedMicros: losses.sharedMicros + amountMicros });',
    '',
  ],
]);
