/** Open readings about the casino's account. */
import type { PolicyRow } from '../row.ts';

/** Policies of casino deposits (gap C26). */
export const casinoAccountPolicies = {
  'casino.depositCredit': {
    question: 'When is a deposit credited?',
    gap: 'C26',
    lines: 'CAS06, CAS11',
    options: {
      confirmed: 'after two blocks of its chain: ethereum 12 s apart, tron 3 s, base 2 s, solana 0.4 s',
      'at-once': 'in the instant it is sent',
    },
    default: 'confirmed',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
