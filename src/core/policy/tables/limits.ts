/** Open readings about rate limits, tiers and polite clients. */
import type { PolicyRow } from '../row.ts';

/** Policies of rate limits, tiers and clients' backoff (gaps L). */
export const limitsPolicies = {
  'limits.burst': {
    question: 'How large may a burst be: 50 in 10 s, or 3 times the minute limit?',
    gap: 'L1',
    lines: 'LIM05, LIM12',
    options: {
      table: 'the tier table: 50 (Pro 500) in any 10 s; the lower limit wins',
      x3: 'a token bucket of 3 times the minute limit, refilled at the minute rate, instead of both windows',
      x3capped: 'that bucket, and never more than 3 times the minute limit in any 10 s',
    },
    default: 'table',
  },
  'limits.algorithm': {
    question: 'Windows that count exactly, or a rate with a burst allowance?',
    gap: 'L2',
    lines: 'LIM03, LIM13',
    options: {
      windows: 'exact windows of 60 s and 10 s',
      gcra: 'GCRA: the minute rate with the 10 s peak as burst',
    },
    default: 'windows',
  },
  'limits.window': {
    question: 'What does "per minute" start from?',
    gap: 'L3',
    lines: 'LIM03, LIM04',
    options: {
      sliding: 'any 60 s',
      fixed: 'the clock minute',
      'first-request': 'the first request after the last window ended',
    },
    default: 'sliding',
  },
  'limits.day': {
    question: 'What does "per day" start from?',
    gap: 'L3',
    lines: 'LIM03, LIM04',
    options: { calendar: 'midnight UTC', rolling: 'any 24 hours' },
    default: 'calendar',
  },
  'limits.rejections': {
    question: 'Does a request answered 429 use up quota?',
    gap: 'L4',
    lines: 'LIM10, LIM11',
    options: { free: 'no, so that Retry-After is true for a client that keeps asking', consume: 'yes' },
    default: 'free',
  },
  'limits.anonymous': {
    question: 'What limits a request without a valid key?',
    gap: 'L5',
    lines: 'LIM01, LIM11',
    options: { ip: 'the Free numbers, counted per IP', none: 'nothing but the cap on registers' },
    default: 'ip',
  },
  'limits.enterpriseCaps': {
    question: 'Do endpoint caps bind the unlimited tier?',
    gap: 'L9',
    lines: 'LIM09, LIM14, LIM20',
    options: { bind: 'yes: the lower limit wins', lifted: 'only the register cap does, which no tier lifts' },
    default: 'bind',
  },
  'limits.styleB': {
    question: 'How do the style B table and the tiers combine?',
    gap: 'L10, L23',
    lines: 'LIM03, LIM04, LIM31, LIM32, LIM40, LIM41, LIM44',
    options: { lower: 'both apply, so the lower wins', row: 'the row replaces the tier for style B calls' },
    default: 'lower',
  },
  'limits.rowBurst': {
    question: 'What is the unit of "burst" in the style B table?',
    gap: 'L11',
    lines: 'LIM28',
    options: { '10s': 'peak per 10 seconds', '1s': 'peak per second' },
    default: '10s',
  },
  'limits.rowScaling': {
    question: 'Do the paid tiers raise the style B rows?',
    gap: 'L12',
    lines: 'LIM28',
    options: { fixed: 'no', tier: 'Pro multiplies a row by 10, Enterprise lifts it' },
    default: 'fixed',
  },
  'limits.registerCap': {
    question:
      'Is the registration of a domain one of "every /register endpoint" that an IP address may call 10 times a minute?',
    gap: 'L15',
    lines: 'LIM18, LIM39',
    options: {
      every: 'yes: every endpoint of that name',
      accounts: 'no: only those that register an account',
      paths: 'yes, and each style of an endpoint is counted for itself',
    },
    default: 'every',
  },
  'limits.ipSource': {
    question: 'Where does the originating IP address come from?',
    gap: 'L16',
    lines: 'LIM18',
    options: {
      connection: 'the connection',
      forwarded: 'the first entry of X-Forwarded-For, where there is one',
    },
    default: 'connection',
  },
  'limits.headers': {
    question: 'Which limit do the three headers describe when several apply?',
    gap: 'L17',
    lines: 'LIM21 to LIM23',
    options: { binding: 'the one with the smallest share left', tier: 'always the tier' },
    default: 'binding',
  },
  'limits.unlimitedHeaders': {
    question: 'What do the headers say where no limit applies?',
    gap: 'L18',
    lines: 'LIM21',
    options: { omit: 'nothing', maximum: 'the largest 32-bit integer' },
    default: 'omit',
  },
  'limits.tradingRow': {
    question: 'Does the trading row count order placement alone, or every call of the service?',
    gap: 'L24',
    lines: 'LIM33, LIM36, LIM39, LIM45',
    options: { orders: 'order placement alone; other calls use the tier', service: 'every style B call' },
    default: 'orders',
  },
  'limits.mcp': {
    question: 'What does a tool call over MCP count against?',
    gap: 'L26',
    lines: 'LIM10, MCP08',
    options: {
      call: 'what the call it stands for counts against: the tier once, and every limit of that call',
      tier: 'the tier alone, once for the HTTP request that carries it',
    },
    default: 'call',
  },
  'limits.upgrade': {
    question: 'When does a tier upgrade take effect?',
    gap: 'L25',
    lines: 'LIM46',
    options: {
      seeded: 'at a seeded instant within the bound (Pro 24 h, Enterprise 48 h)',
      bound: 'at the bound',
      immediate: 'at once',
    },
    default: 'seeded',
  },
  'client.backoff': {
    question: 'How long does a polite client wait after consecutive 429s?',
    gap: 'L21',
    lines: 'LIM48, LIM49',
    options: {
      max: 'the longer of Retry-After and a wait doubling up to 60 s',
      'retry-after': 'Retry-After alone',
    },
    default: 'max',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
