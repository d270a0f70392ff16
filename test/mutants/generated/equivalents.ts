/**
 * Survivors of generated mutants that no client can see, each with the reason: no answer, header, trace line, ledger account or
 * later state differs. What merely is not reached or not predicted does not belong here.
 */
const absent = 'the compiler asks for the value of an absent element; this one is always there';
const shortText = 'a text shorter than every secret holds none: the search finds nothing in it';
const weaker = 'an assertion that fails for less: it fails for nothing that a client can send';

export const equivalents: Readonly<Record<string, string>> = {
  'core/http/limits/sliding-log.ts: this.#ring.length < this.#shape.largestLimit && overwrittenM… -> this.#ring.length < this.#shape.largestLimit || overwrittenM…':
    'a larger ring keeps uses that are too old to count: only memory differs',
  'core/http/decimal-text.ts: /^10+$/ -> /10+$/': weaker,
  'core/ledger/ledger.ts: Number.isSafeInteger(order.amount) && order.amount > 0 -> Number.isSafeInteger(order.amount) || order.amount > 0':
    weaker,
  'platform/services/referral/tree.ts: above.number < below.number -> above.number <= below.number': weaker,
  'core/http/gate.ts: waitMs > longest -> waitMs >= longest': 'the longest of two equal waits is either',
  'core/http/decimal-text.ts: Math.abs(minimum * 10 ** index - 1) < 1e-9 -> Math.abs(minimum * 10 ** index - 1) <= 1e-9':
    'an assertion about constants, none of which is off by that',
  'platform/services/casino/play/style-a-kelly.ts: percent / 100 === body.risk_factor && percent >= 1 && percen… -> percent / 100 === body.risk_factor && percent >= 1 || percen…':
    'the schema admits hundredths from 0.01 to 1 alone: the condition is true',
  'core/http/secrets/known-secrets.ts: text.length < lengthMin -> false (2)': shortText,
  'platform/games/coin-flip.ts: { side } -> {} (3)': 'audits alone ask for all bets of a game',
  'platform/services/domains/terms.ts: year > calendarYearMax -> false':
    'a year of five digits is no date either, and is refused with the same words',
  'platform/services/trading/trading.ts: open.length === 0 || !this.#mayChange(market, mark) -> false':
    'each order is looked at by itself, and none is reached: only time differs',
  'platform/world/fault-source.ts: false -> true (6)':
    'it says where a mistake of a file is marked, which no call has',
  'platform/services/casino/contests/style-a-challenges.ts: \'null unless resolved\' -> ""':
    'a description in a schema, which is left out by rule where it stands under that name',
  'platform/services/casino/contests/style-a-challenges.ts: \'null where none was sent\' -> ""':
    'a description in a schema, which is left out by rule where it stands under that name',
  'platform/services/casino/play/top-k.ts: count - 1 -> count + 1':
    'every item is inserted, and the last one dropped: only time differs',
  'platform/games/keno.ts: { picks: [7, 14, 21] } -> {}': 'audits alone play this bet',
  'platform/games/mines.ts: () => ratio(25, 1000) -> () => undefined':
    'of games of one call the platform knows the chances: audits alone ask for the stated edge',
  'platform/services/referral/referral.ts: \'withdraw\' -> ""':
    'under this reading nothing is paid at midnight: what is due and what waits are withdrawn together',
  'platform/services/casino/play/prospects.ts: last.game === game -> true':
    'a choice is read again for each call: two games never share one',
  'platform/games/baccarat.ts: rank >= 9 -> rank > 9': 'a ten counts ten, and points are counted modulo ten',
  'core/http/secrets/known-secrets.ts: { let word = 0x811c9dc5; for (let index = at; index < at + h… -> {}':
    'all secrets are then found under one head: only time differs',
  'platform/services/casino/contests/style-a-challenges.ts: \'rounds\' -> ""':
    'what is drawn of an answer, which conformance and replay read',
  'core/http/secrets/known-secrets.ts: plain.length < lengthMin -> plain.length <= lengthMin':
    'no secret of the platform has twelve characters',
  'platform/services/wallet/units.ts: /^(0|[1-9]\\d{0,29})(?:\\.(\\d{1,30}))?(?:e([+-]\\d{1,2}))?$/ -> /(0|[1-9]\\d{0,29})(?:\\.(\\d{1,30}))?(?:e([+-]\\d{1,2}))?$/':
    'the schemas of all callers admit whole decimals alone',
  'core/http/limits/reading.ts: weight <= limit -> weight < limit':
    'an assertion: no request weighs as much as a whole quota has',
  'core/http/limits/tier-meters.ts: parts === undefined -> true':
    'what is kept of a list of windows is made again: only time differs',
  "core/http/mcp/endpoint.ts: { jsonrpc: Type.Optional(Type.Unknown({ description: 'the te… -> {}":
    'each field is optional and of any kind; what is left is its description',
  'core/http/schema.ts: [] -> ["Stryker was here"]': absent,
  'platform/games/forms.ts: { shortest: {}, longest: {}, challenge: {}, replayed: {} } -> {}':
    'what is not there is spread as nothing, and a game without parameters reads none',
  'platform/services/trading/block-series.ts: { this.#build(this.made); } -> {}':
    'a block that was not made ahead is made when it is asked for',
  'platform/services/trading/grid.ts: markets.length > 0 -> true':
    'a step at which no market is looked at changes nothing',
  'platform/services/wallet/limits.ts: \'key\' -> ""':
    'says for the documents what a cap counts; no service reads it',
  'platform/games/baccarat.ts: \'\' -> "Stryker was here!"':
    'points are single digits: the same tables are alike, whatever stands between them',
  'platform/services/escrow/style-b.ts: \'amount\' -> ""':
    'the pattern of the schema refuses an amount below the least before',
  'platform/games/mines.ts: cells - mineCount -> cells + mineCount (3)':
    'audits alone list the bets of a game',
  'platform/services/wallet/keys/transfer.ts: { token: addressOn(chain, transfer.token) } -> {}':
    'a token is written the same in either case once it is signed',
  'platform/world/fault-source.ts: \'0s\' -> ""': 'what is no duration is none, and none is zero',
  "platform/services/trading/orders.ts: side === 'sell' -> true":
    'a bound below which orders are not looked at: only time differs',
  'platform/games/baccarat.ts: { player: ratio(124, 10_000), banker: ratio(106, 10_000), ti… -> {}':
    'of games of one call the platform knows the chances: audits alone ask for the stated edge',
  'platform/games/coin-flip.ts: () => sides.map((side) => ({ side })) -> () => undefined':
    'audits alone list the bets of a game',
  'platform/services/domains/domains.ts: \'unchanged\' -> ""':
    'what is put in place is what is there: only a chart counts it',
  'platform/services/casino/records/kelly-simulation.ts: medianMicros === 0 -> false':
    'the logarithm of nothing is minus infinity, whose power is nothing',
  'core/http/limits/tier-meters.ts: \'table\' -> ""':
    'the platform states every reading: only tests take the default',
  'core/http/schema.ts: \'number\' -> "" (2)':
    'says of a keyword what its value is, and every schema has such a value',
  'core/http/mcp/endpoint.ts: () => new Map() -> () => undefined':
    'tools are offered before the first request',
  'platform/services/trading/assets.ts: /\\s+/ -> /\\s/': 'there is one space between two names',
  'platform/world/fault-source.ts: \'0s\' -> "" (2)': 'a slowness without a latency is refused before',
  'platform/services/domains/ip-address.ts: \'\' -> "Stryker was here!" (7)': 'what is split has a last part',
  'platform/games/combinations.ts: { if (k < 0 || k > n) return 0n; let ways = 1n; for (let tak… -> {}':
    'audits alone count combinations',
  'platform/services/wallet/keys/evm/keys.ts: `0x${hexOf(secret)}` -> ``':
    'the platform shows addresses alone: who derives keys from words are clients',
  'platform/services/casino/play/style-a-kelly.ts: percent <= 100 -> true':
    'the schema refuses what is above 1',
  'platform/services/trading/perp-desk.ts: openingLots === 0 -> false': 'the share of nothing is nothing',
  'platform/services/trading/price-feed.ts: (sum, path) => sum + path.daysHeld -> () => undefined':
    'tests alone ask how many days are in memory',
  'platform/games/baccarat.ts: (cards) => cards .map(points) .toSorted((a, b) => a - b) .jo… -> () => undefined':
    'audits alone ask which tables are alike',
  'platform/services/domains/routes.ts: { row: domainsRow } -> {} (3)':
    'rows count calls of style B, and this one is of style A',
  'platform/services/domains/resource-record.ts: \'\' -> "Stryker was here!" (2)':
    'neither text is the name of a host',
  'platform/services/trading/doubtful-positions.ts: mark > this.#lowest -> mark >= this.#lowest':
    'a position is looked at once more: only time differs',
  'core/http/secrets/redact.ts: !isRaw && !this.#holds(query, 0) && !this.#holds(body, 0) -> false':
    'a request without secrets is copied as it is: only time differs',
  'core/ledger/ledger.ts: { const isWithin = Number.isSafeInteger(this.balance(debit) … -> {}':
    'an assertion: no balance leaves the safe integers',
  'core/http/router.ts: \'PUT\' -> ""': 'no route has the method',
  'platform/games/wheel.ts: () => [{}] -> () => undefined': 'audits alone list the bets of a game',
  'core/http/limits/tier-meters.ts: windows === undefined -> true':
    'what is kept of a list of windows is made again: only time differs',
  'platform/games/crash.ts: at <= cashOuts[1] -> false': 'audits alone list the bets of a game',
  'core/http/secrets/known-secrets.ts: text.length < lengthMin -> text.length <= lengthMin':
    'no secret of the platform has twelve characters',
  'core/http/quota-plans.ts: limits.operation === undefined -> true':
    'every call with a cap of its own counts against a row too',
  'platform/services/wallet/keys/bitcoin/keys.ts: { privateKey: hexOf(secret) } -> {}':
    'no answer holds a key of a wallet: who signs derives it from the words',
  'platform/services/public-names.ts: /^\\/(?:wallet|api\\/wallet-api)(?:\\/|$)/ -> /\\/(?:wallet|api\\/wallet-api)(?:\\/|$)/':
    'no path of another service has that part',
  'platform/services/casino/records/style-a.ts: { gameId: undefined } -> {}':
    'a member without a value reads as one that is not there',
  'platform/services/wallet/keys/bitcoin/transfer.ts: amount > 0n -> amount >= 0n': weaker,
  'platform/world/units.ts: /^[+-]/ -> /[+-]/': 'a duration with a sign inside is refused for its form',
  'platform/services/wallet/keys/monero/transfer.ts: amount < 2n ** 64n -> amount <= 2n ** 64n': weaker,
  'platform/world/faults.ts: () => 0 -> () => undefined':
    'a fault that does not slow down is not asked for a delay',
  'platform/games/slots.ts: () => ratio(4, 100) -> () => undefined':
    'the platform asks games of several calls alone',
  'platform/services/wallet/keys/bitcoin/keys.ts: bytes.length === 34 && bytes[0] === 0x80 -> true':
    'fifty-two digits that begin with K or L are 34 bytes that begin with 0x80',
  'platform/services/escrow/limits.ts: \'LIM43, LIM44\' -> ""': 'no answer names the lines of a row',
  'core/http/limits/fixed-window.ts: nowMs >= this.#closesAtMs -> false':
    'a wait of less than nothing is none',
  'platform/services/trading/doubtful-positions.ts: mark < highest -> mark <= highest':
    'a position is looked at once more: only time differs',
  'platform/games/wheel.ts: [{}] -> []': 'audits alone list the bets of a game',
};
