/** Open readings about referrals. */
import type { PolicyRow } from '../row.ts';

/** Policies of referrers, payouts and withdrawal (gaps X4 to X7, C32). */
export const referralPolicies = {
  'referral.unknown': {
    question: 'What happens to a registration that names an unknown referrer?',
    gap: 'X7',
    lines: 'FAU10, ESC18',
    options: { ignore: 'it goes ahead without a referrer', reject: '400 BAD_REQUEST' },
    default: 'ignore',
  },
  'referral.payout': {
    question: 'When are accrued referral earnings paid out?',
    gap: 'X6',
    lines: 'REF11, REF17',
    options: {
      daily:
        'every midnight UTC what own agents\' trading, escrow and domain fees earned (the faucet shows "pending payouts" and no call that withdraws them); levels 2 and 3 and all of casino and wallet when withdrawn',
      'daily-all': 'every midnight UTC, whatever they were earned on',
      immediate: 'in the instant they accrue',
      withdraw: 'only when withdrawn',
    },
    default: 'daily',
  },
  'referral.split': {
    question: 'How is a share divided over the three levels of referrers?',
    gap: 'X5',
    lines: 'REF09, REF12',
    options: {
      '7-2-1': 'of ten parts of the rate the nearest level has seven, the second two, the third one',
      equal: 'a third each',
      'level-1-only': 'the nearest level has it all',
      'full-each': 'each level has the whole rate: 10% each, not in total',
    },
    default: '7-2-1',
  },
  'referral.emptyLevels': {
    question: 'Who receives the share of a level without a referrer, and the remainder of a division?',
    gap: 'X5',
    lines: 'REF09',
    options: {
      'level-1':
        'the nearest referrer: the published share is paid in full, and a referrer without a referrer earns exactly the published percentage',
      kept: 'the account that pays the share: the nearest level never receives more than its own share',
    },
    default: 'level-1',
  },
  'referral.named': {
    question: 'Whom does the fee of an escrow pay whose create call names a referrer?',
    gap: 'X4',
    lines: 'REF07, ESC18',
    options: {
      alone: 'that referrer alone, the whole 15%; no referrer above it, and not the referrer of the sender',
      upline: 'that referrer as level 1, and those above it as levels 2 and 3',
    },
    default: 'alone',
  },
  'referral.faucetRate': {
    question:
      'What share does the faucet\'s "15% of the referred agent\'s future fees" mean where a service has a rate?',
    gap: 'X4',
    lines: 'REF06',
    options: { service: "the service's own rate", flat: '15% of every fee, whatever the service' },
    default: 'service',
  },
  'referral.casinoBase': {
    question: "Is the casino's 10% a share of its fees or of the net losses of referred agents?",
    gap: 'X4',
    lines: 'REF04, REF08',
    options: {
      'net-losses': 'of net losses alone, paid by the house',
      fees: 'of the withdrawal fee alone',
      both: 'of both',
    },
    default: 'net-losses',
  },
  'referral.netLosses': {
    question: 'Over what time are losses and winnings of a player set against each other?',
    gap: 'C32',
    lines: 'REF08',
    options: {
      lifetime:
        'its lifetime: each new high of stakes less payouts counts in the instant it is reached, and is never taken back',
      daily: 'a UTC day: a day that ends in winnings counts as 0 and is forgotten',
      'daily-carry': 'a UTC day: winnings of one day are set against the days that follow',
    },
    default: 'lifetime',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
