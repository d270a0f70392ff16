/** Open readings about what holds on every service: errors, envelopes, lists. */
import type { PolicyRow } from '../row.ts';

export const platformPolicies = {
  'errors.order': {
    question: 'Which check speaks first when a request fails several?',
    gap: 'E11',
    lines: 'P:214-228',
    options: {
      'limiter-first': 'limiter, key, validation, existence, permission, state, balance',
      'auth-first': 'key, limiter, validation, existence, permission, state, balance',
    },
    default: 'limiter-first',
  },
  'errors.faucetClaimedStatus': {
    question: 'Which HTTP status carries FAUCET_CLAIMED?',
    gap: 'E1',
    lines: 'P:228',
    options: {
      '409': 'the service is up and no limiter is involved: a state conflict',
      '403': 'the agent may not claim now',
      '400': 'a request that cannot be met',
    },
    default: '409',
  },
  'errors.marketClosedStatus': {
    question: 'Which HTTP status carries MARKET_CLOSED?',
    gap: 'E1',
    lines: 'P:228',
    options: {
      '409': 'the service is up, the market is not: a state conflict',
      '503': 'the market is temporarily offline',
    },
    default: '409',
  },
  'errors.rateLimitBody': {
    question: 'Does the 429 body also carry the code of the error table?',
    gap: 'E2',
    lines: 'P:214, 224, 230',
    options: {
      superset: 'yes: every field of P:230 and code RATE_LIMIT',
      literal: 'no: the fields of P:230 alone',
    },
    default: 'superset',
  },
  'errors.unknownMethod': {
    question: 'What answers a known path with an unlisted method?',
    gap: 'E10',
    lines: 'P:214-228',
    options: {
      '404': 'NOT_FOUND: only listed codes are used',
      '405': 'status 405 with code NOT_FOUND and an Allow header',
    },
    default: '404',
  },
  'http.info': {
    question: 'Do responses carry `_info`?',
    gap: 'X10',
    lines: 'W:18, C:14',
    options: { off: 'nowhere', on: 'on every JSON object, errors included' },
    default: 'off',
  },
  'http.idempotency': {
    question: 'Does an Idempotency-Key replay the stored answer?',
    gap: 'X15',
    lines: 'P:214',
    options: { header: 'yes, for 24 hours, per key and operation', none: 'no: the header is ignored' },
    default: 'header',
  },
  'mcp.tools': {
    question: 'Which calls of faucet and escrow does MCP offer as tools?',
    gap: 'S18',
    lines: 'P:17, 197',
    options: {
      operations: 'one for each operation, in style B where both styles have it',
      styles: 'one for each operation in each style: `escrow_create_a`, `escrow_create_b`',
    },
    default: 'operations',
  },
  'lists.limitAbove': {
    question: 'What happens to a list limit above 100?',
    gap: 'X13',
    lines: 'P:246',
    options: { clamp: 'treated as 100', reject: '400 BAD_REQUEST' },
    default: 'clamp',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
