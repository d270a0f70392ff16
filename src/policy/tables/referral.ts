/** Open readings about referrals. */
import type { PolicyRow } from '../row.ts';

export const referralPolicies = {
  'referral.unknown': {
    question: 'What happens to a registration that names an unknown referrer?',
    gap: 'X7',
    lines: 'P:29, 52',
    options: { ignore: 'it goes ahead without a referrer', reject: '400 BAD_REQUEST' },
    default: 'ignore',
  },
  'referral.payout': {
    question: 'When are accrued referral earnings paid out?',
    gap: 'X6',
    lines: 'P:16, 144',
    options: {
      daily: 'every midnight UTC: the documents show "pending payouts" and no call that withdraws them here',
      immediate: 'in the instant they accrue',
      withdraw: 'only when withdrawn',
    },
    default: 'daily',
  },
  'referral.faucetRate': {
    question:
      'What share does the faucet\'s "15% of the referred agent\'s future fees" mean where a service has a rate?',
    gap: 'X4',
    lines: 'P:16',
    options: { service: "the service's own rate", flat: '15% of every fee, whatever the service' },
    default: 'service',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
