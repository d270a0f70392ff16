/** Open readings about domains. */
import type { PolicyRow } from '../row.ts';

/** Policies of domain prices, labels, terms and lookups (gaps N). */
export const domainsPolicies = {
  'domains.prices': {
    question: 'What does a year of a domain cost?',
    gap: 'N1',
    lines: 'DOM11',
    options: {
      length: '100 USDC for labels of up to 3 characters, 40 for 4, 10 for longer ones',
      flat: '10 USDC for every name',
    },
    default: 'length',
  },
  'domains.labels': {
    question: 'Which labels may be registered?',
    gap: 'N2',
    lines: 'DOM12',
    options: {
      ldh: '1 to 63 letters, digits and inner hyphens',
      unreserved: 'those without hyphens in the third and fourth place, which xn-- and its kind have',
    },
    default: 'ldh',
  },
  'domains.dates': {
    question: 'What is a "date" of style B?',
    gap: 'N3',
    lines: 'DOM02, DOM06',
    options: { instant: 'the instant that style A shows', day: 'its UTC day alone' },
    default: 'instant',
  },
  'domains.year': {
    question: 'How long is a year?',
    gap: 'N7',
    lines: 'DOM13, DOM16',
    options: {
      calendar: 'to the same date and time of the next year; 29 February becomes 28 February',
      '365d': '365 times 24 hours',
    },
    default: 'calendar',
  },
  'domains.grace': {
    question: 'What happens to a domain at its expiry?',
    gap: 'N7',
    lines: 'DOM08',
    options: {
      none: 'it is free in that instant',
      '30d':
        'its owner may still renew it for 30 days; no other agent may register it, and every other operation is refused',
    },
    default: 'none',
  },
  'domains.renewAhead': {
    question: 'How far ahead may a domain be renewed?',
    gap: 'N7',
    lines: 'DOM13, DOM16',
    options: { 'ten-years': 'to ten years from now; 400 beyond', unlimited: 'as far as the money goes' },
    default: 'ten-years',
  },
  'domains.dnsWrite': {
    question: 'Does a DNS record take the place of others of its name and type?',
    gap: 'N5',
    lines: 'DOM04',
    options: {
      merge: 'only of one with the same value, whose ttl it updates; others stay beside it',
      replace: 'yes: a name has one record of a type, the newest',
    },
    default: 'merge',
  },
  'domains.saleConsent': {
    question: 'Does the receiver of a transfer with a price agree to it?',
    gap: 'N6',
    lines: 'DOM18, DOM19',
    options: {
      none: 'no: a domain may be sold to any agent that can pay the price',
      bid: 'yes: by a transfer of the same domain to itself that names the most it pays, void once the domain has another owner; 403 without one',
    },
    default: 'none',
  },
  'domains.outsideOwners': {
    question: 'May a domain go to an EVM address that no agent has?',
    gap: 'N6',
    lines: 'DOM17',
    options: { allowed: 'yes, as a gift: it holds no USDC here', refused: 'no: 404' },
    default: 'allowed',
  },
  'domains.unusedYears': {
    question: 'What becomes of unused years at a transfer?',
    gap: 'N9',
    lines: 'DOM10',
    options: {
      kept: 'they pass on with the domain; nothing is refunded',
      refunded: 'whole years beyond the current one lapse, and the sender gets 85% of their price back',
    },
    default: 'kept',
  },
  'domains.lookup': {
    question: 'Does GET /lookup/{domain} need a key?',
    gap: 'N8',
    lines: 'AUT20, DOM07',
    options: {
      key: 'yes, as every endpoint that is not marked none',
      open: 'no: registration data is public',
    },
    default: 'key',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
