/** Open readings about what holds on every service: errors, envelopes, lists. */
import type { PolicyRow } from '../row.ts';

/** Policies of all services: error order and statuses, envelopes, lists, idempotency (gaps E1 to E11, X10 to X15). */
export const platformPolicies = {
  'errors.order': {
    question: 'Which check speaks first when a request fails several?',
    gap: 'E11',
    lines: 'ERR02, ERR12',
    options: {
      'limiter-first': 'limiter, key, validation, existence, permission, state, balance',
      'auth-first': 'key, limiter, validation, existence, permission, state, balance',
    },
    default: 'limiter-first',
  },
  'errors.faucetClaimedStatus': {
    statusOf: 'FAUCET_CLAIMED',
    question: 'Which HTTP status carries FAUCET_CLAIMED?',
    gap: 'E1',
    lines: 'ERR17',
    options: {
      '409': 'the service is up and no limiter is involved: a state conflict',
      '403': 'the agent may not claim now',
      '400': 'a request that cannot be met',
    },
    default: '409',
  },
  'errors.marketClosedStatus': {
    statusOf: 'MARKET_CLOSED',
    question: 'Which HTTP status carries MARKET_CLOSED?',
    gap: 'E1',
    lines: 'ERR16',
    options: {
      '409': 'the service is up, the market is not: a state conflict',
      '503': 'the market is temporarily offline',
    },
    default: '409',
  },
  'errors.rateLimitBody': {
    question: 'Does the 429 body also carry the code of the error table?',
    gap: 'E2',
    lines: 'ERR01, ERR12, LIM25, LIM26',
    options: {
      superset: 'yes: every field of LIM25 and code RATE_LIMIT',
      literal: 'no: the fields of LIM25 alone',
    },
    default: 'superset',
  },
  'errors.unknownMethod': {
    question: 'What answers a known path with an unlisted method?',
    gap: 'E10',
    lines: 'ERR04, ERR05',
    options: {
      '404': 'NOT_FOUND: only listed codes are used',
      '405': 'status 405 with code NOT_FOUND and an Allow header',
    },
    default: '404',
  },
  'http.info': {
    question: 'Do responses carry `_info`?',
    gap: 'X10',
    lines: 'VER13, VER15',
    options: { off: 'nowhere', on: 'on every JSON object, errors included' },
    default: 'off',
  },
  'http.idempotency': {
    question: 'Does an Idempotency-Key replay the stored answer?',
    gap: 'X15',
    lines: 'ERR14',
    options: { header: 'yes, for 24 hours, per key and operation', none: 'no: the header is ignored' },
    default: 'header',
  },
  'mcp.tools': {
    question: 'Which calls of faucet and escrow does MCP offer as tools?',
    gap: 'S18',
    lines: 'MCP03',
    options: {
      operations: 'one for each operation, in style B where both styles have it',
      styles: 'one for each operation in each style: `escrow_create_a`, `escrow_create_b`',
    },
    default: 'operations',
  },
  'lists.limitAbove': {
    question: 'What happens to a list limit above 100?',
    gap: 'X13',
    lines: 'LIM52',
    options: { clamp: 'treated as 100', reject: '400 BAD_REQUEST' },
    default: 'clamp',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
