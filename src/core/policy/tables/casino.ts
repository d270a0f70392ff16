/** Open readings about the casino and its Kelly rule. */
import type { PolicyRow } from '../row.ts';

/** Policies of payouts, the house bankroll and the Kelly rule (gaps C1 to C18, C36). */
export const casinoPolicies = {
  'casino.payouts': {
    question: 'What do games pay whose printed payouts and stated edge contradict each other?',
    gap: 'C1, C5, C11, C13, C17',
    lines: 'GAM01, GAM03, GAM09, GAM10, GAM24, GAM25, GAM29, GAM34, GAM61, GAM62, GAM81, GAM82',
    options: {
      published: 'the payouts as printed; the stated edge stands beside them',
      consistent: 'payouts that make the stated edge true',
    },
    default: 'published',
    consistent: 'consistent',
  },
  'casino.houseBankroll': {
    question: 'How much does the casino have to lose at the start?',
    gap: 'C36',
    lines: 'GAM60',
    options: 'usdc',
    default: '1000000',
  },
  'kelly.limit': {
    question: 'What is the highest bet that the Kelly rule allows?',
    gap: 'C18',
    lines: 'KEL01, KEL02',
    options: {
      odds: 'a quarter of the balance over what the top payout adds to the stake; never below the minimum bet',
      house: 'the stake at which the house risks the Kelly share of its bankroll',
      strict: "the player's own Kelly bet: nothing where the house has an edge",
      none: 'there is none: the maximum of the game alone',
    },
    default: 'odds',
  },
  'kelly.precedence': {
    question: 'Which error has a bet that exceeds both the Kelly limit and the balance?',
    gap: 'E8',
    lines: 'KEL01, ERR19',
    options: {
      limit: '400: the limit is part of the validation',
      balance: '422: a stake that cannot be paid is refused before its size is judged',
    },
    default: 'limit',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
