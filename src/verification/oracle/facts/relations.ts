/** Fields that follow from others of their answer, or that the gap register fixes: a row a call, beside the single fields. */
import { formatInstant, parseInstant } from '../../../core/base/time.ts';
import { callOf, isClockTrue, objects, reads, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { isMarketClosed } from '../models/planned-faults.ts';
import {
  byGame,
  credited,
  curve,
  deposited,
  audited,
  asked,
  askedRound,
  launched,
  placedOn,
  played,
  pageAsked,
} from './casino-relations.ts';
import {
  fills,
  nearly,
  quoted,
  swapState,
  tokenOfAsset,
  type Pair,
  type Relation,
} from './exchange-relations.ts';
import { isHeld } from './reading.ts';
import { sharesOf } from './referral-shares.ts';
import { simulated } from './simulation-relations.ts';

const dayMs = 86_400_000;

/** In its last 30 days a name is expiring, before them active. */
const activeName = (row: Body, { atMs }: AuditedExchange, file: Case): Pair[] => {
  const expiresMs = parseInstant(String(row['expires'] ?? row['expires_at'])) ?? 0;
  const leftMs = expiresMs - atMs;
  if (leftMs === 30 * dayMs) return [];
  if (leftMs <= 0 && reads(file, 'domains.grace', '30d')) return [['status', row['status'], 'expired']];
  return [['status', row['status'], leftMs > 30 * dayMs ? 'active' : 'expiring']];
};

const rows = (list: string, relation: Relation): Relation =>
  function* (answer, exchange, file) {
    for (const row of objects(answer, list)) yield* relation(row, exchange, file);
  };

/** Who has not played yet has no rank; equal results share one. */
const ranks = (list: string): Relation =>
  function* (answer) {
    let before: unknown;
    for (const [index, { rank }] of objects(answer, list).entries()) {
      const isOpen = rank === null || (index > 0 && rank === before);
      yield ['rank', isOpen ? index + 1 : rank, index + 1];
      before = rank;
    }
  };

/** A seed that is shown makes the bet verified (gap C21); an audit trail has the verification within. */
const shownSeed: Relation = (answer) => {
  const { status, server_seed: seed } = (answer['verification'] ?? answer) as Body;
  return [['status', status, (seed ?? null) === null ? 'unrevealed' : 'verified']];
};

/** A transaction of monero cannot be made without a node (gap W24). */
const simulatedChain: Relation = ({ chain, simulated: isSimulated }) => [
  ['simulated', isSimulated, chain === 'monero'],
];

const levels: Relation = function* (answer, _exchange, file) {
  for (const [index, row] of objects(answer, 'levels').entries()) {
    yield ['level', row['level'], index + 1];
    if (row['percent'] !== undefined) yield ['percent', row['percent'], sharesOf(file)[index]];
  }
};

/** Every one of the three is shown (CAS09). */
const threeLevels: Relation = (answer) => [['levels', objects(answer, 'levels').length, 3]];

/** Bid and ask lie on either side of the middle, about 5 basis points apart (gap T7). */
const spread: Relation = (answer) => {
  const [bid, mid, ask] = ['bid', 'mid', 'ask'].map((name) => Number(answer[name]));
  if (bid === undefined || mid === undefined || ask === undefined || mid < 1) return [];
  return [
    ['the order of bid, mid and ask', bid <= mid && mid <= ask, true],
    nearly('spread in basis points', { seen: ((ask - bid) / mid) * 10_000, wanted: 5, by: 1 }),
    nearly('the middle of bid and ask', { seen: (bid + ask) / 2, wanted: mid, by: mid / 50_000 }),
  ];
};

const noRows =
  (...lists: string[]): Relation =>
  (answer) =>
    lists.map((list): Pair => [`rows of ${list}`, objects(answer, list).length, 0]);

const untouched: Relation = (row) => [
  ['rounds', row['rounds'], 0],
  ['paid', Number(row['paid']), 0],
];

const settledOrPending: Relation = (row) => [
  ['settled_at', row['settled_at'] === null, row['status'] === 'pending'],
];

const madeUpId: Relation = (answer) => [
  ['form of agent_id', /^agent_\d+$/.test(String(answer['agent_id'])), true],
];

const now =
  (field: string): Relation =>
  (answer, { atMs }) => [[field, answer[field], formatInstant(atMs)]];

/** A market order is filled at once, a limit order rests until the next minute at least, unless it may take (TRD32, gap T5). */
const filled: Relation = (answer, { body }, file) => {
  const isLimit = body?.['type'] === 'limit';
  if (isLimit && !reads(file, 'trading.marketableLimit', 'rests')) return [];
  return [['status', answer['status'], isLimit ? 'open' : 'filled']];
};

/** The same in style A, which shows the price of a fill. */
const entered: Relation = (answer, { body }, file) => {
  const isLimit = body?.['type'] === 'limit';
  if (isLimit && !reads(file, 'trading.marketableLimit', 'rests')) return [];
  return [['entry_price is there', answer['entry_price'] !== null, !isLimit]];
};

/** A bid of the receiver moves nothing yet (policy `domains.saleConsent`). */
const transferred: Relation = (answer, { body }, file) => [
  [
    'status',
    answer['status'],
    reads(file, 'domains.saleConsent', 'bid') && answer['tx_hash'] === null ? 'bid' : 'transferred',
  ],
  ['price', answer['price'] === null || Number(answer['price']) > 0, true],
  ['a price is there', answer['price'] !== null, (body?.['price'] ?? null) !== null],
];

/** A value is a base times its factors, whose names are always the same (gap N5). */
const valued: Relation = (answer, { query }) => {
  const factors = objects(answer, 'factors');
  const label = String(query['domain']).trim().split('.')[0] ?? '';
  const isWhole = (name: string): boolean =>
    factors.find((row) => row['factor'] === name)?.['percent'] === 100;
  const percents = factors.map((row) => Number(row['percent']));
  const product = percents.reduce((whole, percent) => (whole * percent) / 100, 1);
  const base = Number(answer['valuation_usdc']) / product;
  return [
    ['factors', factors.map((row) => row['factor']).join(), 'length,characters,hyphens,sound,topLevel'],
    ['factors above zero', percents.every((percent) => percent > 0), true],
    ['hyphens take nothing from a name without them', isWhole('hyphens'), !label.includes('-')],
    ['characters take nothing from letters', isWhole('characters'), !/\d/.test(label)],
    nearly('a whole base', { seen: base, wanted: Math.round(base / 10) * 10, by: 0.001 }),
  ];
};

/** All referred agents of three levels (gap REF16). */
const referredTotal: Relation = (answer) => {
  const counts = objects(answer, 'levels').map((row) => Number(row['agents']));
  return [['total_referred', answer['total_referred'], counts.reduce((sum, count) => sum + count, 0)]];
};

/** An asset that is held is worth what the market says, and has gained what it cost less (TRD10). */
const spotWorth: Relation = (row) => {
  if (row['market_type'] !== 'spot') return [];
  const [qty, mark, entry, value, gain] = ['qty', 'mark_price', 'entry_price', 'value', 'unrealized_pnl'].map(
    (name) => Number(row[name]),
  );
  const worth = Number(qty) * Number(mark);
  const cost = Number(qty) * Number(entry);
  // A quantity has eight decimals at least, of which the last is cut.
  const by = 5e-6 + worth / 100_000 + Number(entry) * 1e-8;
  return [
    ['side of an asset', row['side'], 'buy'],
    nearly('value of an asset', { seen: Number(value), wanted: worth, by }),
    nearly('unrealized_pnl of an asset', { seen: Number(gain), wanted: worth - cost, by }),
  ];
};

/** What is closed takes no orders (TRD34). */
const marketStates: Relation = (row, { atMs }, file) => [
  ['status', row['status'], isMarketClosed(file, String(row['symbol']), atMs) ? 'closed' : 'open'],
];

const relations: Readonly<Record<string, readonly Relation[]>> = {
  'domains/A/list': [rows('domains', activeName)],
  'domains/B/list': [rows('domains', activeName)],
  'domains/B/lookup': [activeName],
  'domains/B/transfer': [transferred],
  'domains/A/valuation': [valued],
  'trading/B/price': [spread],
  'trading/A/place': [entered],
  'trading/B/place': [filled, now('ts'), fills],
  'trading/B/cancel': [fills],
  'trading/B/orders': [rows('orders', fills)],
  'casino/A/verifyBet': [shownSeed, audited, asked],
  'casino/A/simulateKelly': [simulated],
  'wallet/primary/swapStatus': [swapState],
  'wallet/primary/openSwap': [swapState],
  'wallet/primary/quote': [quoted],
  'wallet/primary/sendSigned': [tokenOfAsset, simulatedChain],
  'wallet/B/transaction': [tokenOfAsset, settledOrPending],
  'trading/A/markets': [rows('markets', marketStates)],
  'casino/B/verifyRound': [shownSeed, askedRound],
  'casino/short/verifyBet': [shownSeed, asked],
  'trading/B/portfolio': [rows('positions', spotWorth)],
  'casino/A/referralStats': [levels, threeLevels, referredTotal],
  'wallet/primary/referralStats': [levels, threeLevels],
  'casino/B/stats': [byGame],
  'casino/A/depositHistory': [rows('deposits', credited), rows('deposits', deposited)],
  'casino/short/launch': [launched],
  'casino/B/bet': [placedOn],
  'casino/A/playTournament': [played],
  'casino/A/createTournament': [noRows('leaderboard')],
  'casino/A/tournament': [ranks('leaderboard')],
  'casino/A/enterTournament': [ranks('leaderboard')],
  'casino/A/challenges': [pageAsked, rows('incoming', untouched), rows('outgoing', untouched)],
  'casino/A/bankrollCurve': [curve],
  'casino/A/register': [madeUpId],
  'wallet/primary/register': [madeUpId],
  'faucet/A/register': [now('created_at')],
  'wallet/primary/chainTransactions': [rows('transactions', settledOrPending), rows('transactions', tokenOfAsset)],
  'wallet/primary/withdrawReferral': [(answer) => [['status', answer['status'], 'initiated']]],
}; // prettier-ignore

/** Checks `answers-fixed`. Give it successful exchanges that are no repeats. */
export function checkRelations(file: Case, exchange: AuditedExchange): void {
  if (!isClockTrue(file, exchange)) return;
  const call = callOf(exchange);
  for (const relation of relations[call] ?? [])
    for (const [name, seen, wanted] of relation(exchange.answer, exchange, file))
      if (seen !== wanted && isHeld(file, `field ${call} ${name}`))
        file.breaks('answers-fixed', `${call}: ${name} is ${String(seen)}; expected ${String(wanted)}`);
} // prettier-ignore
