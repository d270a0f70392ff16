/**
 * Every reading of something the documents contradict or leave open, once: the question, the options and what each
 * means, the default, and where the question comes from (the gap register's row; document lines as P:line).
 * Services read the resolved value and hold no reading of their own. Add a row only together with the code it steers.
 */

/** A policy with a fixed set of options. */
export interface ChoicePolicy {
  question: string;
  gap: string;
  lines: string;
  options: Readonly<Record<string, string>>;
  default: string;
  /** Set where the `consistent` profile reads the documents differently. */
  consistent?: string;
}

/** A policy whose value is an amount of USDC, as decimal text. */
export interface AmountPolicy {
  question: string;
  gap: string;
  lines: string;
  options: 'usdc';
  default: string;
}

export type PolicyRow = ChoicePolicy | AmountPolicy;

export const policyTable = {
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
  'lists.limitAbove': {
    question: 'What happens to a list limit above 100?',
    gap: 'X13',
    lines: 'P:246',
    options: { clamp: 'treated as 100', reject: '400 BAD_REQUEST' },
    default: 'clamp',
  },
  'limits.burst': {
    question: 'How large may a burst be: 50 in 10 s, or 3 times the minute limit?',
    gap: 'L1',
    lines: 'P:238, 244',
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
    lines: 'P:236, 244',
    options: {
      windows: 'exact windows of 60 s and 10 s',
      gcra: 'GCRA: the minute rate with the 10 s peak as burst',
    },
    default: 'windows',
  },
  'limits.window': {
    question: 'What does "per minute" start from?',
    gap: 'L3',
    lines: 'P:236',
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
    lines: 'P:236',
    options: { calendar: 'midnight UTC', rolling: 'any 24 hours' },
    default: 'calendar',
  },
  'limits.rejections': {
    question: 'Does a request answered 429 use up quota?',
    gap: 'L4',
    lines: 'P:243',
    options: { free: 'no, so that Retry-After is true for a client that keeps asking', consume: 'yes' },
    default: 'free',
  },
  'limits.anonymous': {
    question: 'What limits a request without a valid key?',
    gap: 'L5',
    lines: 'P:234, 243',
    options: { ip: 'the Free numbers, counted per IP', none: 'nothing but the cap on registers' },
    default: 'ip',
  },
  'limits.enterpriseCaps': {
    question: 'Do endpoint caps bind the unlimited tier?',
    gap: 'L9',
    lines: 'P:240, 245',
    options: { bind: 'yes: the lower limit wins', lifted: 'only the register cap does, which no tier lifts' },
    default: 'bind',
  },
  'limits.styleB': {
    question: 'How do the style B table and the tiers combine?',
    gap: 'L10, L23',
    lines: 'P:238, 247',
    options: { lower: 'both apply, so the lower wins', row: 'the row replaces the tier for style B calls' },
    default: 'lower',
  },
  'limits.rowBurst': {
    question: 'What is the unit of "burst" in the style B table?',
    gap: 'L11',
    lines: 'P:247',
    options: { '10s': 'peak per 10 seconds', '1s': 'peak per second' },
    default: '10s',
  },
  'limits.rowScaling': {
    question: 'Do the paid tiers raise the style B rows?',
    gap: 'L12',
    lines: 'P:247',
    options: { fixed: 'no', tier: 'Pro multiplies a row by 10, Enterprise lifts it' },
    default: 'fixed',
  },
  'limits.registerCap': {
    question:
      'Is the registration of a domain one of "every /register endpoint" that an IP address may call 10 times a minute?',
    gap: 'L15',
    lines: 'P:245, 247',
    options: {
      every: 'yes: every endpoint of that name',
      accounts: 'no: only those that register an account',
    },
    default: 'every',
  },
  'limits.ipSource': {
    question: 'Where does the originating IP address come from?',
    gap: 'L16',
    lines: 'P:245',
    options: {
      connection: 'the connection',
      forwarded: 'the first entry of X-Forwarded-For, where there is one',
    },
    default: 'connection',
  },
  'limits.headers': {
    question: 'Which limit do the three headers describe when several apply?',
    gap: 'L17',
    lines: 'P:246',
    options: { binding: 'the one with the smallest share left', tier: 'always the tier' },
    default: 'binding',
  },
  'limits.unlimitedHeaders': {
    question: 'What do the headers say where no limit applies?',
    gap: 'L18',
    lines: 'P:246',
    options: { omit: 'nothing', maximum: 'the largest 32-bit integer' },
    default: 'omit',
  },
  'limits.tradingRow': {
    question: 'Does the trading row count order placement alone, or every call of the service?',
    gap: 'L24',
    lines: 'P:247',
    options: { orders: 'order placement alone; other calls use the tier', service: 'every style B call' },
    default: 'orders',
  },
  'limits.upgrade': {
    question: 'When does a tier upgrade take effect?',
    gap: 'L25',
    lines: 'P:248',
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
    lines: 'P:249',
    options: {
      max: 'the longer of Retry-After and a wait doubling up to 60 s',
      'retry-after': 'Retry-After alone',
    },
    default: 'max',
  },
  'faucet.pool': {
    question: 'How much does the faucet pool hold at the start?',
    gap: 'F5, X19',
    lines: 'P:36, 142',
    options: 'usdc',
    default: '1000000',
  },
  'faucet.crossStyle': {
    question: 'May an agent that style B funded at registration take the one-time style A claim?',
    gap: 'F1',
    lines: 'P:250',
    options: { blocked: 'no: FAUCET_CLAIMED, it is funded already', independent: 'yes, once' },
    default: 'blocked',
  },
  'faucet.claimDay': {
    question: 'Is a daily claim due after 24 hours or on the next day?',
    gap: 'L14, F3',
    lines: 'P:113, 247',
    options: {
      rolling: '24 hours after the last one, to the millisecond',
      calendar: 'from the next midnight UTC',
    },
    default: 'rolling',
  },
  'faucet.firstNextClaim': {
    question: 'When is the first daily claim due after a funded registration?',
    gap: 'F4',
    lines: 'P:140',
    options: { 'after-a-day': '24 hours later: registration was the first claim', 'at-once': 'at once' },
    default: 'after-a-day',
  },
  'faucet.firstClaim': {
    question: 'Which call is the "first faucet claim" that needs no key?',
    gap: 'A2',
    lines: 'P:203, 141',
    options: {
      registration: 'the registration, which pays 10.00; POST /claim always needs the key',
      keyless: 'also the first POST /claim, which then names the agent_id in its body',
    },
    default: 'registration',
  },
  'faucet.repeatClaim': {
    question: 'Is an early claim FAUCET_CLAIMED or a rate limit?',
    gap: 'E4',
    lines: 'P:113, 247',
    options: {
      'faucet-claimed': 'FAUCET_CLAIMED: the domain rule speaks',
      'rate-limit': '429 with the full body',
    },
    default: 'faucet-claimed',
  },
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
  'escrow.expiryState': {
    question: 'Which state does an escrow reach when it expires?',
    gap: 'S1',
    lines: 'P:95, 103',
    options: { expired: '`expired`, with the full refund in the same instant', refunded: '`refunded`' },
    default: 'expired',
  },
  'escrow.disputedName': {
    question: 'What is the state after a dispute called?',
    gap: 'S2',
    lines: 'P:104, 106',
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
    lines: 'P:106',
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
    lines: 'P:104',
    options: { parties: 'sender or receiver', sender: 'the sender alone' },
    default: 'parties',
  },
  'escrow.expiryWhileDisputed': {
    question: 'Does expiry run while an escrow is frozen?',
    gap: 'S5',
    lines: 'P:103-104',
    options: { paused: 'no: the window decides', runs: 'yes: at expires_at the sender is refunded' },
    default: 'paused',
  },
  'escrow.feeRounding': {
    question: 'How is 1% of an amount rounded to whole micros?',
    gap: 'S8',
    lines: 'P:55',
    options: { 'half-up': 'to the nearest, half up', floor: 'down' },
    default: 'half-up',
  },
  'escrow.releasedAmount': {
    question: 'Is released_amount of style A gross or net?',
    gap: 'S15',
    lines: 'P:42',
    options: { net: 'what the receiver gets', gross: 'the escrowed amount' },
    default: 'net',
  },
  'escrow.foreignRead': {
    question: 'What does somebody who is no party to an escrow get when reading it?',
    gap: 'A6',
    lines: 'P:219-221',
    options: { '403': 'FORBIDDEN', '404': 'NOT_FOUND' },
    default: '403',
  },
  'domains.prices': {
    question: 'What does a year of a domain cost?',
    gap: 'N1',
    lines: 'P:85',
    options: {
      length: '100 USDC for labels of up to 3 characters, 40 for 4, 10 for longer ones',
      flat: '10 USDC for every name',
    },
    default: 'length',
  },
  'domains.labels': {
    question: 'Which labels may be registered?',
    gap: 'N2',
    lines: 'P:85-87',
    options: {
      ldh: '1 to 63 letters, digits and inner hyphens',
      unreserved: 'those without hyphens in the third and fourth place, which xn-- and its kind have',
    },
    default: 'ldh',
  },
  'domains.dates': {
    question: 'What is a "date" of style B?',
    gap: 'N3',
    lines: 'P:85, 87',
    options: { instant: 'the instant that style A shows', day: 'its UTC day alone' },
    default: 'instant',
  },
  'domains.year': {
    question: 'How long is a year?',
    gap: 'N7',
    lines: 'P:85-87',
    options: {
      calendar: 'to the same date and time of the next year; 29 February becomes 28 February',
      '365d': '365 times 24 hours',
    },
    default: 'calendar',
  },
  'domains.grace': {
    question: 'What happens to a domain at its expiry?',
    gap: 'N7',
    lines: 'P:192-193',
    options: {
      none: 'it is free in that instant',
      '30d':
        'its owner may still renew it for 30 days; nobody else may register it, and nothing else may be done with it',
    },
    default: 'none',
  },
  'domains.renewAhead': {
    question: 'How far ahead may a domain be renewed?',
    gap: 'N7',
    lines: 'P:87, 250',
    options: { 'ten-years': 'to ten years from now; 400 beyond', unlimited: 'as far as the money goes' },
    default: 'ten-years',
  },
  'domains.dnsWrite': {
    question: 'Does a DNS record take the place of others of its name and type?',
    gap: 'N5',
    lines: 'P:189',
    options: {
      merge: 'only of one with the same value, whose ttl it updates; others stay beside it',
      replace: 'yes: a name has one record of a type, the newest',
    },
    default: 'merge',
  },
  'domains.saleConsent': {
    question: 'Does the receiver of a transfer with a price agree to it?',
    gap: 'N6',
    lines: 'P:87, 195',
    options: {
      none: 'no: whoever holds the price may be sold to',
      bid: 'yes: by a transfer of the same domain to itself that names the most it pays; 403 without one',
    },
    default: 'none',
  },
  'domains.outsideOwners': {
    question: 'May a domain go to an EVM address that no agent has?',
    gap: 'N6',
    lines: 'P:87',
    options: { allowed: 'yes, as a gift: it holds no USDC here', refused: 'no: 404' },
    default: 'allowed',
  },
  'domains.unusedYears': {
    question: 'What becomes of unused years at a transfer?',
    gap: 'N9',
    lines: 'P:195',
    options: {
      kept: 'they pass on with the domain; nothing is refunded',
      refunded: 'whole years beyond the current one lapse, and the sender gets 85% of their price back',
    },
    default: 'kept',
  },
  'domains.lookup': {
    question: 'Does GET /lookup/{domain} need a key?',
    gap: 'N8',
    lines: 'P:129, 192',
    options: {
      key: 'yes, as every endpoint that is not marked none',
      open: 'no: registration data is public',
    },
    default: 'key',
  },
  'trading.sizeA': {
    question: 'What is the size of a style A order counted in?',
    gap: 'T1',
    lines: 'P:65, 73',
    options: { base: 'the asset', quote: 'USDC, as the amount in style B' },
    default: 'base',
  },
  'trading.sidesA': {
    question: 'Which sides does style A accept?',
    gap: 'T2',
    lines: 'P:180',
    options: { 'long-short': 'long and short', any: 'buy and sell as well' },
    default: 'long-short',
  },
  'trading.leverageA': {
    question: 'Does the bound on leverage, 1 to 10, hold in style A too?',
    gap: 'T3',
    lines: 'P:65, 77, 250',
    options: { bounded: 'yes', wide: 'no: up to 100' },
    default: 'bounded',
  },
  'trading.spotLeverage': {
    question: 'What happens to a spot order with a leverage above 1?',
    gap: 'T3',
    lines: 'P:77',
    options: { reject: '400 BAD_REQUEST', ignore: 'it is traded without leverage' },
    default: 'reject',
  },
  'trading.takerFee': {
    question: 'What does a market order pay, where only a maker fee is published?',
    gap: 'T4',
    lines: 'P:13',
    options: { same: '0.1%, as a limit order', none: 'nothing' },
    default: 'same',
  },
  'trading.limitFill': {
    question: 'Which price has to reach the limit of a resting order?',
    gap: 'T5',
    lines: 'P:125',
    options: { mid: 'the mid', quote: 'the side it trades against: the ask for a buy, the bid for a sale' },
    default: 'mid',
  },
  'trading.marketableLimit': {
    question: 'What happens to a limit order that the market would take at once?',
    gap: 'T5',
    lines: 'P:125',
    options: {
      rests: 'it rests until the next minute and is filled at its limit',
      taker: 'it is filled at once, at the market',
    },
    default: 'rests',
  },
  'trading.orderLife': {
    question: 'How long does a limit order rest?',
    gap: 'T6',
    lines: 'P:117',
    options: { cancelled: 'until it is filled or cancelled', day: 'for 24 hours; then it is cancelled' },
    default: 'cancelled',
  },
  'trading.hours': {
    question: 'When are the markets open?',
    gap: 'T7',
    lines: 'P:117, 228',
    options: { always: 'always, but for the fault plan', weekdays: 'from Monday to Friday, UTC' },
    default: 'always',
  },
  'trading.volatility': {
    question: 'Do large moves of the simulated prices come in clusters?',
    gap: 'T7',
    lines: 'P:174',
    options: { clustered: 'yes: GARCH(1,1)', constant: 'no: every minute has the same variance' },
    default: 'clustered',
  },
  'trading.fundingEvery': {
    question: 'How often is funding settled?',
    gap: 'T8',
    lines: 'P:79',
    options: { '8h': 'at 00:00, 08:00 and 16:00 UTC', '1h': 'every hour, an eighth of the rate' },
    default: '8h',
  },
  'trading.fundingRest': {
    question: 'Who evens out what longs and shorts of a market differ by when funding is settled?',
    gap: 'T8',
    lines: 'P:79',
    options: {
      venue: 'the venue, both ways, so that each settlement adds up to 0',
      account: 'the venue pays what is missing, and what is left over stays in the funding account',
    },
    default: 'venue',
  },
  'trading.liquidation': {
    question: 'When is a position closed by force?',
    gap: 'T9',
    lines: 'P:81',
    options: {
      maintenance: 'when margin and gain are down to 0.5% of its worth at the mark price',
      bankruptcy: 'when nothing is left of its margin',
    },
    default: 'maintenance',
  },
  'trading.liquidationRest': {
    question: 'Who gets what is left of the margin after a liquidation?',
    gap: 'T9',
    lines: 'P:81',
    options: { returned: 'the agent', kept: 'the venue' },
    default: 'returned',
  },
  'trading.venue': {
    question: 'How much does the venue, the counterparty of every trade, begin with?',
    gap: 'T9, X19',
    lines: 'P:81',
    options: 'usdc',
    default: '10000000',
  },
  'trading.venueShort': {
    question: 'What happens when the venue cannot pay a profit or a sale?',
    gap: 'T9, C36',
    lines: 'P:81',
    options: {
      capped:
        'a profit is paid as far as it can be, a sale is MARKET_CLOSED; the venue never goes below zero',
      issuer: 'the issuer pays in what is missing',
    },
    default: 'capped',
  },
  'trading.portfolio': {
    question: 'Does GET /portfolio show spot holdings among the open positions?',
    gap: 'T9',
    lines: 'P:175-176',
    options: { all: 'yes', perps: 'no: perpetual positions alone' },
    default: 'all',
  },
  'trading.orderMin': {
    question: 'What is the least worth of an order?',
    gap: 'T10',
    lines: 'P:73',
    options: 'usdc',
    default: '1',
  },
  'trading.orderMax': {
    question: 'What is the greatest worth of an order?',
    gap: 'T10',
    lines: 'P:73',
    options: 'usdc',
    default: '1000000',
  },
  'trading.reservation': {
    question: 'Are funds held back for an open limit order?',
    gap: 'T11',
    lines: 'P:123',
    options: {
      full: 'yes: amount (or margin) and fee, or the asset; given back in full at cancel',
      none: 'no: an order that is not covered when its price comes is cancelled',
    },
    default: 'full',
  },
  'trading.foreignOrder': {
    question: "What answers a cancel of somebody else's order?",
    gap: 'T12, A6',
    lines: 'P:176-177',
    options: { '404': 'NOT_FOUND', '403': 'FORBIDDEN' },
    default: '404',
  },
  'trading.marketPrice': {
    question: 'What happens to a price that comes with a market order?',
    gap: 'T13',
    lines: 'P:75',
    options: { ignored: 'nothing', reject: '400 BAD_REQUEST' },
    default: 'ignored',
  },
  'trading.netting': {
    question: 'What does an opposite order do that is larger than the position?',
    gap: 'T14',
    lines: 'P:178',
    options: {
      flip: 'it closes the position and opens one on the other side with the rest',
      'close-only': 'it closes the position; the rest is not traded',
    },
    default: 'flip',
  },
  'trading.fundingShown': {
    question: 'Does GET /price show a funding rate for a pair that has a spot market and a perpetual?',
    gap: 'T15',
    lines: 'P:79, 175',
    options: {
      'with-perp': 'yes: wherever there is a perpetual',
      'perp-only': 'no: only where there is no spot market',
    },
    default: 'with-perp',
  },
  'trading.unknownMarket': {
    question: 'What answers an order on a market that does not exist?',
    gap: 'T16',
    lines: 'P:122',
    options: { '404': 'NOT_FOUND', closed: 'MARKET_CLOSED: it takes no orders' },
    default: '404',
  },
  'trading.marketCount': {
    question: 'Do the 275+ markets of the venue count perpetuals alone?',
    gap: 'T17',
    lines: 'P:13, 172',
    options: {
      perpetuals: 'yes: 280 perpetuals, and 40 spot pairs beside them',
      'all-markets': 'no: 240 perpetuals and 40 spot pairs make 280 markets',
    },
    default: 'perpetuals',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
