/** Open readings about the faucet. */
import type { PolicyRow } from '../row.ts';

/** Policies of the faucet's pool and of claims (gaps F, A2, E4, L14). */
export const faucetPolicies = {
  'faucet.pool': {
    question: 'How much does the faucet pool hold at the start?',
    gap: 'F5, X19',
    lines: 'FAU07',
    options: 'usdc',
    default: '1000000',
  },
  'faucet.crossStyle': {
    question: 'May an agent that style B funded at registration take the one-time style A claim?',
    gap: 'F1',
    lines: 'FAU15 to FAU17',
    options: { blocked: 'no: FAUCET_CLAIMED, it is funded already', independent: 'yes, once' },
    default: 'blocked',
  },
  'faucet.claimDay': {
    question: 'Is a daily claim due after 24 hours or on the next day?',
    gap: 'L14, F3',
    lines: 'LIM42, FAU19 to FAU21',
    options: {
      rolling: '24 hours after the last one, to the millisecond',
      calendar: 'from the next midnight UTC',
    },
    default: 'rolling',
  },
  'faucet.firstNextClaim': {
    question: 'When is the first daily claim due after a funded registration?',
    gap: 'F4',
    lines: 'FAU05',
    options: { 'after-a-day': '24 hours later: registration was the first claim', 'at-once': 'at once' },
    default: 'after-a-day',
  },
  'faucet.firstClaim': {
    question: 'Which call is the "first faucet claim" that needs no key?',
    gap: 'A2',
    lines: 'AUT08, AUT17, FAU06',
    options: {
      registration: 'the registration, which pays 10.00; POST /claim always needs the key',
      keyless: 'also the first POST /claim, which then names the agent_id in its body',
    },
    default: 'registration',
  },
  'faucet.repeatClaim': {
    question: 'Is an early claim FAUCET_CLAIMED or a rate limit?',
    gap: 'E4',
    lines: 'LIM42, FAU22',
    options: {
      'faucet-claimed': 'FAUCET_CLAIMED: the domain rule speaks',
      'rate-limit': '429 with the full body',
    },
    default: 'faucet-claimed',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
