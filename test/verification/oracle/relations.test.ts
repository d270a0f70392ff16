/** Fields that follow from others of their answer: by call, an answer that holds, and what is said of each change that does not. */
import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../../src/core/base/time.ts';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkRelations } from '../../../src/verification/oracle/facts/relations.ts';

const atMs = 1_000 * 86_400_000;
const at = formatInstant(atMs);
const days = (count: number): string => formatInstant(atMs + count * 86_400_000);
const byDefault = {
  'domains.grace': 'none', 'domains.saleConsent': 'none', 'trading.marketableLimit': 'rests', 'trading.takerFee': 'same',
  'trading.hours': 'always', 'referral.split': '7-2-1',
}; // prettier-ignore

/** The names of the fields that are wrong. */
function wrongIn(call: string, answer: Body, more: object = {}, policies: Readonly<Record<string, string>> = {}): string[] {
  const [service = '', style = '', operation = ''] = call.split('/');
  const said: string[] = [];
  const setting = { startMs: 0, endMs: 2 * atMs, policies: { ...byDefault, ...policies }, changed: Object.keys(policies), faults: [], isNetworkLossy: false, hasBehaviours: false };
  const file = { setting, breaks: (property: string, message: string) => said.push(`${property} ${message}`) };
  const exchange = { number: 0, atMs, service, style, operation, method: 'POST', params: {}, query: {}, headers: {}, body: {}, status: 200, answer, answerHeaders: {}, ...more };
  checkRelations(file as unknown as Case, exchange as unknown as AuditedExchange);
  return said.map((message) => {
    const [, name] = new RegExp(`^answers-fixed ${call}: (.*) is .*; expected `, 's').exec(message) ?? [];
    return name ?? message;
  });
} // prettier-ignore

const order = {
  status: 'filled',
  type: 'market',
  amount: '2.00',
  fill_price: '1.00',
  fill_qty: '2.00',
  fee: '0.002',
  price: null,
  ts: at,
};
const openOrder = {
  ...order,
  status: 'open',
  type: 'limit',
  price: '1.00',
  fill_price: null,
  fill_qty: '0.00',
  fee: '0.00',
};
const swap = {
  status: 'completed',
  deposit_tx_hash: 'a',
  refund_tx_hash: null,
  payout_tx_hash: 'b',
  amount_out: '1',
  created_at: at,
  expires_at: formatInstant(atMs + 1_800_000),
};
const quote = {
  value_usdc: 100,
  fees: { provider: 0.25, platform: 0.5, network: 0.1, total: 0.85 },
  amount_out: 99.15,
  to_symbol: 'USDC',
  to_chain: 'base',
  to_token: '0x8335',
};
const levels = [7, 2, 1].map((percent, index) => ({ level: index + 1, percent, agents: index }));
const part = (total_bets: number, wagered: number, won: number, win_rate: number): Body => ({
  total_bets,
  wagered,
  won,
  win_rate,
  profit_loss: won - wagered,
});
const kelly = {
  amount: null,
  fraction: 0.1,
  expected_log_growth: 0,
  rounds: 5,
  bankroll: 1,
  growth_per_round: 2 ** 0.2 - 1,
  risk_of_ruin: 0.5,
  final_bankroll: { p5: 1, p25: 2, p50: 2, p75: 3, p95: 4, mean: 2 },
  game: 'dice',
};
const coin = {
  ...kelly,
  game: 'coin_flip',
  amount: null,
  fraction: 0.1,
  expected_log_growth: (Math.log(1.096) + Math.log(0.9)) / 2,
};
const factors = ['length', 'characters', 'hyphens', 'sound', 'topLevel'].map((factor) => ({
  factor,
  percent: 100,
}));
const deposit = {
  status: 'credited',
  credited_at: at,
  confirmations_required: 2,
  asset: 'USDC',
  confirmations: 2,
};
const proof = { status: 'verified', server_seed: 's', bet_id: 'bet_1' };
const trail = {
  placed_at: at,
  bet_id: 'bet_1',
  commitment: 'SHA-256(server_seed)',
  algorithm: 'HMAC-SHA256(server_seed, client_seed:nonce:cursor) and more',
  verification: proof,
};
const held = {
  market_type: 'spot',
  side: 'buy',
  qty: '2',
  mark_price: '3',
  entry_price: '1',
  value: '6',
  unrealized_pnl: '4',
};

/** A call, an answer that holds, and changes with the names of what is wrong then. */
type Row = readonly [
  call: string,
  answer: Body,
  changes: readonly (readonly [change: Body, names: string])[],
];

const table: readonly Row[] = [
  ['domains/B/lookup', { status: 'active', expires: days(31) }, [[{ expires: days(29) }, 'status'], [{ status: 'expiring' }, 'status'], [{ expires: days(30), status: 'x' }, '']]],
  ['domains/A/list', { domains: [{ status: 'expiring', expires_at: days(5) }] }, [[{ domains: [{ status: 'active', expires_at: days(5) }] }, 'status'], [{ domains: [] }, '']]],
  ['domains/B/transfer', { status: 'transferred', tx_hash: 'a', price: null }, [[{ status: 'bid' }, 'status'], [{ price: 0 }, 'price, a price is there'], [{ price: 2 }, 'a price is there']]],
  ['domains/A/valuation', { valuation_usdc: 120, factors }, [[{ factors: factors.slice(1) }, 'factors'], [{ valuation_usdc: 121 }, 'a whole base'], [{ factors: factors.map((row) => ({ ...row, percent: 0 })) }, 'factors above zero, hyphens take nothing from a name without them, characters take nothing from letters']]],
  ['trading/B/price', { bid: '99975', mid: '100000', ask: '100025' }, [[{ bid: '100026' }, 'the order of bid, mid and ask, spread in basis points, the middle of bid and ask'], [{ ask: '100036' }, 'spread in basis points, the middle of bid and ask'], [{ bid: '99981', ask: '100019' }, 'spread in basis points'], [{ bid: '99978', ask: '100030' }, 'the middle of bid and ask'], [{ bid: '0.1', mid: '0.5', ask: '0.9' }, '']]],
  ['trading/B/cancel', { ...openOrder, status: 'cancelled' }, [[{ fill_price: '1.00' }, 'fill_price is there'], [{ fill_qty: '1' }, 'fill_qty is there'], [{ fee: '0.01' }, 'fee'], [{ status: 'gone' }, 'a status of an order'], [{ price: null }, 'a limit has a price']]],
  ['trading/B/orders', { orders: [order, openOrder] }, [[{ orders: [{ ...order, fee: '0.001' }] }, 'fee'], [{ orders: [{ ...order, fill_price: null }] }, 'fill_price is there']]],
  ['casino/short/verifyBet', proof, [[{ status: 'unrevealed' }, 'status'], [{ server_seed: null }, 'status'], [{ status: 'unrevealed', server_seed: null }, '']]],
  ['casino/B/verifyRound', { status: 'unrevealed' }, [[{ status: 'verified' }, 'status'], [{ server_seed: 's' }, 'status']]],
  ['casino/A/verifyBet', trail, [[{ commitment: 'MD5' }, 'commitment'], [{ algorithm: 'SHA' }, 'algorithm names the construction'], [{ bet_id: 'bet_2' }, 'bet_id of the verification'], [{ verification: { ...proof, status: 'unrevealed' } }, 'status']]],
  ['casino/A/simulateKelly', kelly, [[{ rounds: 0 }, 'rounds, growth_per_round'], [{ risk_of_ruin: 1.1 }, 'a chance of ruin'], [{ risk_of_ruin: -0.1 }, 'a chance of ruin'], [{ final_bankroll: { ...kelly.final_bankroll, p25: 0 } }, 'percentiles in order'], [{ final_bankroll: { ...kelly.final_bankroll, mean: -1 } }, 'a mean of at least nothing'], [{ growth_per_round: -1 }, 'growth_per_round'], [{ growth_per_round: 1 }, 'growth_per_round'], [{ growth_per_round: -1, final_bankroll: { ...kelly.final_bankroll, p5: 0, p25: 0, p50: 0 } }, '']]],
  ['casino/A/simulateKelly', coin, [[{ expected_log_growth: 0 }, 'expected_log_growth of a coin'], [{ expected_log_growth: (Math.log(1.099) + Math.log(0.9)) / 2 }, ''], [{ amount: 1, expected_log_growth: 0 }, 'amount is there'], [{ fraction: null, expected_log_growth: 0 }, 'fraction is there'], [{ fraction: 1, expected_log_growth: 0 }, '']]],
  ['wallet/primary/swapStatus', swap, [[{ deposit_tx_hash: null }, 'deposit_tx_hash is there'], [{ payout_tx_hash: null }, 'payout_tx_hash is there'], [{ amount_out: null }, 'amount_out is there'], [{ expires_at: at }, 'expires_at'], [{ status: 'lost' }, 'a state of an order'], [{ status: 'failed' }, ''], [{ status: 'refunded' }, '']]],
  ['wallet/primary/openSwap', { ...swap, status: 'awaiting_deposit', deposit_tx_hash: null, payout_tx_hash: null, amount_out: null }, [[{ deposit_tx_hash: 'a' }, 'deposit_tx_hash is there'], [{ payout_tx_hash: 'a' }, 'payout_tx_hash is there'], [{ refund_tx_hash: 'a' }, ''], [{ status: 'expired' }, '']]],
  ['wallet/primary/quote', quote, [[{ fees: { ...quote.fees, provider: 0.3 } }, 'micros for the provider'], [{ fees: { ...quote.fees, platform: 0.6 } }, 'micros for the platform'], [{ amount_out: 99 }, 'micros of amount_out'], [{ to_symbol: 'ETH' }, 'to_symbol'], [{ to_symbol: 'ETH', to_token: 'native' }, ''], [{ amount_out: 0 }, '']]],
  ['wallet/primary/sendSigned', { asset: 'ETH', chain: 'base', token: null, simulated: false }, [[{ token: '0x1' }, 'token'], [{ asset: 'SOL' }, 'asset'], [{ asset: 'USDC', token: '0x1' }, ''], [{ simulated: true }, 'simulated'], [{ chain: 'monero', asset: 'XMR' }, 'simulated']]],
  ['wallet/B/transaction', { status: 'pending', settled_at: null, asset: 'USDC', token: '0x1', chain: 'base' }, [[{ settled_at: at }, 'settled_at'], [{ status: 'failed' }, 'settled_at'], [{ asset: 'ETH' }, 'token'], [{ asset: 'ETH', token: null }, '']]],
  ['wallet/primary/chainTransactions', { transactions: [{ status: 'pending', settled_at: null, asset: 'USDC', chain: 'base' }] }, [[{ transactions: [{ status: 'confirmed', settled_at: null, asset: 'USDC' }] }, 'settled_at'], [{ transactions: [{ status: 'pending', settled_at: at, asset: 'USDC' }] }, 'settled_at'], [{ transactions: [{ status: 'failed', settled_at: at, asset: 'BTC', chain: 'base' }] }, 'asset']]],
  ['wallet/primary/withdrawReferral', { status: 'initiated' }, [[{ status: 'done' }, 'status']]],
  ['trading/A/markets', { markets: [{ symbol: 'ETH-PERP', status: 'open' }] }, [[{ markets: [{ symbol: 'ETH-PERP', status: 'closed' }] }, 'status']]],
  ['trading/B/portfolio', { positions: [held, { market_type: 'perp' }] }, [[{ positions: [{ ...held, side: 'sell' }] }, 'side of an asset'], [{ positions: [{ ...held, value: '6.1' }] }, 'value of an asset'], [{ positions: [{ ...held, unrealized_pnl: '3.9' }] }, 'unrealized_pnl of an asset']]],
  ['casino/A/referralStats', { levels, total_referred: 3 }, [[{ total_referred: 2 }, 'total_referred'], [{ levels: levels.toReversed() }, 'level, percent, level, percent'], [{ levels: levels.slice(0, 2), total_referred: 1 }, 'levels']]],
  ['wallet/primary/referralStats', { levels }, [[{ levels: levels.map((row) => ({ ...row, percent: 3 })) }, 'percent, percent, percent'], [{ levels: [] }, 'levels']]],
  ['casino/B/stats', { total_bets: 5, wagered: 3, won: 2, win_rate: 0.4, by_game: { dice: part(3, 2, 1, 2 / 3), slots: part(2, 1, 1, 0) } }, [[{ total_bets: 6 }, 'bets of all games, won bets, by win_rate'], [{ wagered: 4 }, 'wagered of all games'], [{ won: 1 }, 'won of all games'], [{ win_rate: 0.6 }, 'won bets, by win_rate'], [{ by_game: { dice: { ...part(5, 3, 2, 0.4), profit_loss: 1 } } }, 'profit_loss of dice']]],
  ['casino/A/depositHistory', { deposits: [deposit] }, [[{ deposits: [{ ...deposit, credited_at: null }] }, 'status'], [{ deposits: [{ ...deposit, asset: 'ETH' }] }, 'asset'], [{ deposits: [{ ...deposit, confirmations_required: 3 }] }, 'confirmations_required'], [{ deposits: [{ ...deposit, confirmations: 1 }] }, 'confirmations'], [{ deposits: [{ ...deposit, status: 'pending', credited_at: null }] }, 'confirmations'], [{ deposits: [{ ...deposit, status: 'pending', credited_at: null, confirmations: 1 }] }, '']]],
  ['casino/A/createTournament', { leaderboard: [] }, [[{ leaderboard: [{}] }, 'rows of leaderboard']]],
  ['casino/A/tournament', { leaderboard: [{ rank: 1 }, { rank: 1 }, { rank: 3 }, { rank: null }] }, [[{ leaderboard: [{ rank: 2 }] }, 'rank'], [{ leaderboard: [{ rank: 1 }, { rank: 3 }] }, 'rank']]],
  ['casino/A/enterTournament', { leaderboard: [{ rank: null }] }, [[{ leaderboard: [{ rank: 5 }] }, 'rank']]],
  ['casino/A/challenges', { page: 1, incoming: [{ rounds: 0, paid: 0 }], outgoing: [] }, [[{ page: 2 }, 'page'], [{ incoming: [{ rounds: 1, paid: 0 }] }, 'rounds'], [{ outgoing: [{ rounds: 0, paid: 2 }] }, 'paid']]],
  ['casino/A/bankrollCurve', { history: [{ at: days(-2), bankroll: 1 }, { at: days(-1), bankroll: 0 }] }, [[{ history: [{ at, bankroll: -1 }] }, 'a bankroll'], [{ history: [{ at, bankroll: '1' }] }, 'a bankroll'], [{ history: [{ at, bankroll: 1 }, { at: days(-1), bankroll: 1 }] }, 'order of instants']]],
  ['casino/A/register', { agent_id: 'agent_12' }, [[{ agent_id: 'agent_' }, 'form of agent_id'], [{ agent_id: 'xagent_1' }, 'form of agent_id'], [{ agent_id: 'agent_1x' }, 'form of agent_id']]],
  ['wallet/primary/register', { agent_id: 'agent_1' }, [[{ agent_id: 'alice' }, 'form of agent_id']]],
  ['faucet/A/register', { created_at: at }, [[{ created_at: days(1) }, 'created_at']]],
  ['escrow/B/create', { status: 'anything' }, [[{ status: 'else' }, '']]],
]; // prettier-ignore

describe.each(table)('%s: %j', (call, answer, changes) => {
  it('holds', () => expect(wrongIn(call, answer)).toEqual([]));

  it.each(changes)('with %j is wrong in: %s', (change, names) => {
    expect(wrongIn(call, { ...answer, ...change }).join(', ')).toBe(names);
  });
});

it('an order is filled at once if it is one at the market, and rests if it has a limit', () => {
  for (const [type, resting] of [['market', false], ['limit', true]] as const) {
    const body = { type };
    const [right, other] = resting ? [openOrder, order] : [order, openOrder];
    expect(wrongIn('trading/B/place', right, { body })).toEqual([]);
    expect(wrongIn('trading/B/place', other, { body })).toEqual(['status']);
    expect(wrongIn('trading/B/place', { ...right, ts: days(1) }, { body })).toEqual(['ts']);
    expect(wrongIn('trading/A/place', { entry_price: resting ? null : '1' }, { body })).toEqual([]);
    expect(wrongIn('trading/A/place', { entry_price: resting ? '1' : null }, { body })).toEqual(['entry_price is there']);
  }
}); // prettier-ignore

it('what was asked for says what is there', () => {
  const sold = { status: 'transferred', tx_hash: 'a', price: '2.00' };
  expect(wrongIn('domains/B/transfer', sold, { body: { price: 2 } })).toEqual([]);
  expect(wrongIn('domains/B/transfer', { ...sold, price: null }, { body: { price: 2 } })).toEqual(['a price is there']);
  const staked = { ...kelly, amount: 1, fraction: null, expected_log_growth: null };
  expect(wrongIn('casino/A/simulateKelly', staked, { body: { amount: 1 } })).toEqual([]);
  for (const name of ['fraction', 'expected_log_growth'])
    expect(wrongIn('casino/A/simulateKelly', { ...staked, [name]: 0.1 }, { body: { amount: 1 } })).toEqual([`${name} is there`]);
  const hyphened = factors.map((row) => ({ ...row, percent: row.factor === 'hyphens' ? 75 : 100 }));
  const asked = (domain: string) => wrongIn('domains/A/valuation', { valuation_usdc: 90, factors: hyphened }, { query: { domain } });
  expect([asked('a-b.bot'), asked('ab.bot-x')]).toEqual([[], ['hyphens take nothing from a name without them']]);
  expect(asked('a-2.bot')).toEqual(['characters take nothing from letters']);
}); // prettier-ignore

it('a bet is asked for by its id', () => {
  expect(wrongIn('casino/short/verifyBet', proof, { params: { id: 'bet_1' } })).toEqual([]);
  expect(wrongIn('casino/short/verifyBet', proof, { params: { id: 'bet_2' } })).toEqual(['bet_id']);
});

it('other readings have other answers', () => {
  const expired = { status: 'expired', expires: days(-1) };
  expect(wrongIn('domains/B/lookup', expired, {}, { 'domains.grace': '30d' })).toEqual([]);
  expect(wrongIn('domains/B/lookup', { ...expired, status: 'active' }, {}, { 'domains.grace': '30d' })).toEqual(['status']);
  const bid = { status: 'bid', tx_hash: null, price: null };
  expect(wrongIn('domains/B/transfer', bid, {}, { 'domains.saleConsent': 'bid' })).toEqual([]);
  expect(wrongIn('domains/B/transfer', { ...bid, tx_hash: 'a' }, {}, { 'domains.saleConsent': 'bid' })).toEqual(['status']);
  expect(wrongIn('trading/B/cancel', { ...order, fee: '0.00' }, {}, { 'trading.takerFee': 'none' })).toEqual([]);
  const taken = { body: { type: 'limit' } };
  expect(wrongIn('trading/A/place', { entry_price: '1' }, taken, { 'trading.marketableLimit': 'taker' })).toEqual([]);
  const shares = { 'level-1-only': [10, 0, 0], 'full-each': [10, 10, 10] };
  for (const [split, percents] of Object.entries(shares)) {
    const rows = percents.map((percent, index) => ({ level: index + 1, percent }));
    expect(wrongIn('wallet/primary/referralStats', { levels: rows }, {}, { 'referral.split': split })).toEqual([]);
  }
}); // prettier-ignore

it('a bet names what it was placed on, and where it ends', () => {
  const launch = (cashOut: number, body: object, policies = {}) =>
    wrongIn('casino/short/launch', { cash_out_at: cashOut }, { body }, policies);
  expect([launch(100, {}), launch(2, { cash_out_at: 2 }), launch(1024, {}, { 'casino.crashTop': 'curve' })]).toEqual([[], [], []]);
  expect([launch(99, {}), launch(100, { cash_out_at: 2 })]).toEqual([['cash_out_at'], ['cash_out_at']]);
  const roulette = (bet: unknown, type: string) =>
    wrongIn('casino/B/bet', { game: 'roulette', result: { bet_type: type } }, { body: { params: { bet } } });
  expect([roulette('red', 'red'), roulette(0, 'number')]).toEqual([[], []]);
  expect([roulette('red', 'black'), roulette(7, 'odd')]).toEqual([['bet_type'], ['bet_type']]);
  const chips = (value: unknown, policies = {}) => wrongIn('casino/A/playTournament', { chips: value }, {}, policies);
  expect([chips(null), chips(5, { 'tournaments.stakes': 'chips' })]).toEqual([[], []]);
  expect([chips(5), chips(null, { 'tournaments.stakes': 'chips' })]).toEqual([['chips are there'], ['chips are there']]);
}); // prettier-ignore
