/** Open readings about escrow. */
import type { PolicyRow } from '../row.ts';

/** Policies of escrow states, disputes, fees and access (gaps S, A6, X13). */
export const escrowPolicies = {
  'escrow.expiryState': {
    question: 'Which state does an escrow reach when it expires?',
    gap: 'S1',
    lines: 'ESC29, ESC37',
    options: { expired: '`expired`, with the full refund in the same instant', refunded: '`refunded`' },
    default: 'expired',
  },
  'escrow.disputedName': {
    question: 'What is the state after a dispute called?',
    gap: 'S2',
    lines: 'ESC29, ESC38',
    options: {
      disputed: '`disputed`',
      frozen: '`frozen`',
      locked: 'still `locked`: the list of states has no other',
    },
    default: 'disputed',
  },
  'escrow.arbiter': {
    question: 'How does the 48-hour resolution window end?',
    gap: 'S3',
    lines: 'ESC39',
    options: {
      'timeout-refund': 'no ruling: at 48 hours the sender is refunded in full, without a fee',
      'timeout-release': 'no ruling: at 48 hours the receiver is paid, less the fee',
      seeded: 'a seeded arbiter rules within the window, one way or the other',
    },
    default: 'timeout-refund',
  },
  'escrow.disputers': {
    question: 'Who may open a dispute?',
    gap: 'S4',
    lines: 'ESC38',
    options: { parties: 'sender or receiver', sender: 'the sender alone' },
    default: 'parties',
  },
  'escrow.expiryWhileDisputed': {
    question: 'Does expiry run while an escrow is frozen?',
    gap: 'S5',
    lines: 'ESC37, ESC38',
    options: { paused: 'no: the window decides', runs: 'yes: at expires_at the sender is refunded' },
    default: 'paused',
  },
  'escrow.feeRounding': {
    question: 'How is 1% of an amount rounded to whole micros?',
    gap: 'S8',
    lines: 'ESC22',
    options: { 'half-up': 'to the nearest, half up', floor: 'down' },
    default: 'half-up',
  },
  'escrow.releasedAmount': {
    question: 'Is released_amount of style A gross or net?',
    gap: 'S15',
    lines: 'ESC02',
    options: { net: 'what the receiver gets', gross: 'the escrowed amount' },
    default: 'net',
  },
  'escrow.listA': {
    question: 'How many escrows does the list of style A show where it is sent no limit?',
    gap: 'X13',
    lines: 'ESC05, LIM52',
    options: { newest: 'the newest 100, the most that any list call may ask for', all: 'every one' },
    default: 'newest',
  },
  'escrow.foreignRead': {
    question: 'What does an agent that is not a party to an escrow get when it reads the escrow?',
    gap: 'A6',
    lines: 'ERR06, ERR07',
    options: { '403': 'FORBIDDEN', '404': 'NOT_FOUND' },
    default: '403',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
