/** Relations between fields at their edges: the last value that holds, and the next one, with what is said of it. */
import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkRelations } from '../../../src/verification/oracle/facts/relations.ts';
import { nearly, symbolsOf } from '../../../src/verification/oracle/facts/exchange-relations.ts';
import { isHeld } from '../../../src/verification/oracle/facts/reading.ts';
import { checkSwapCovered } from '../../../src/verification/oracle/models/swap-cover.ts';
import { caseOf, exchangeOf } from './said.ts';

type Policies = Readonly<Record<string, string>>;
type More = Partial<AuditedExchange>;
const dayMs = 86_400_000;
const atMs = 1_000 * dayMs;
const byDefault = { 'domains.grace': 'none', 'domains.saleConsent': 'none', 'trading.marketableLimit': 'rests', 'trading.takerFee': 'same', 'trading.hours': 'always', 'referral.split': '7-2-1', 'casino.crashTop': 'table' }; // prettier-ignore

function said(call: string, answer: Body, more: More = {}, { policies = {}, faults = [] }: { policies?: Policies; faults?: readonly object[] } = {}): string[] {
  const { file, said: all } = caseOf({ setting: { faults, changed: Object.keys(policies), policies: { ...byDefault, ...policies } } });
  checkRelations(file, exchangeOf(call, { atMs, answer, ...more }));
  return all.map((message) => message.replace(`answers-fixed: ${call}: `, ''));
} // prettier-ignore

it.each<[number, string, Policies?]>([
  [30 * dayMs + 1, 'active'],
  [30 * dayMs - 1, 'expiring'],
  [1, 'expiring'],
  [0, 'expiring'],
  [-1, 'expiring'],
  [1, 'expiring', { 'domains.grace': '30d' }],
  [0, 'expired', { 'domains.grace': '30d' }],
  [-1, 'expired', { 'domains.grace': '30d' }],
  [30 * dayMs + 1, 'active', { 'domains.grace': '30d' }],
])('a name that has %i ms left is %s', (leftMs, status, policies = {}) => {
  for (const field of ['expires', 'expires_at'])
    for (const seen of ['active', 'expiring', 'expired'])
      expect(said('domains/B/lookup', { status: seen, [field]: formatInstant(atMs + leftMs) }, {}, { policies })).toEqual(seen === status ? [] : [`status is ${seen}; expected ${status}`]);
  for (const style of ['A', 'B']) expect(said(`domains/${style}/list`, { domains: [{ status: 'x', expires: formatInstant(atMs + leftMs) }] }, {}, { policies })).toEqual([`status is x; expected ${status}`]);
  expect(said('domains/B/lookup', { status: 'x', expires: formatInstant(atMs + 30 * dayMs) }, {}, { policies })).toEqual([]);
}); // prettier-ignore

it.each<[Body, readonly string[]]>([
  [{ bid: '99970', mid: '100000', ask: '100030' }, []],
  [{ bid: '99969', mid: '100000', ask: '100031' }, ['spread in basis points is 6.2; expected 5']],
  [{ bid: '99980', mid: '100000', ask: '100020' }, []],
  [{ bid: '99981', mid: '100000', ask: '100019' }, ['spread in basis points is 3.8000000000000003; expected 5']],
  [{ bid: '99973', mid: '100000', ask: '100023' }, []],
  [{ bid: '99972', mid: '100000', ask: '100023' }, ['the middle of bid and ask is 99997.5; expected 100000']],
  [{ bid: '100001', mid: '100000', ask: '100051' }, ['the order of bid, mid and ask is false; expected true', 'the middle of bid and ask is 100026; expected 100000']],
  [{ bid: '0.5', mid: '0.9', ask: '3' }, []],
  [{ bid: '1', mid: '1', ask: '1' }, ['spread in basis points is 0; expected 5']],
])('a price of %j: %j', (answer, wanted) => expect(said('trading/B/price', answer)).toEqual(wanted)); // prettier-ignore

describe('an order', () => {
  const filled = { status: 'filled', type: 'market', amount: '1.0005', fill_price: '1', fill_qty: '1', fee: '0.001001', price: null, ts: formatInstant(atMs) };
  const place = (more: Body, body: Body = {}, policies: Policies = {}) => said('trading/B/place', { ...filled, ...more }, { body }, { policies });
  it('has its fee rounded half up, and none where it is not filled', () => {
    expect([place({}), place({ amount: '1.000499', fee: '0.001' }), place({ fee: '0.001' }), place({ fee: 0 }, {}, { 'trading.takerFee': 'none' })]).toEqual([[], [], ['fee is 1000; expected 1001'], []]);
    const open = { status: 'open', type: 'limit', fill_price: null, fill_qty: '0', fee: '0', price: '2' };
    expect([place(open, { type: 'limit' }), place({ ...open, fee: '0.001' }, { type: 'limit' }), place({ ...open, fill_qty: '0.1' }, { type: 'limit' })]).toEqual([[], ['fee is 1000; expected 0'], ['fill_qty is there is true; expected false']]);
    const taken = { ...filled, type: 'limit', price: '2' };
    expect([said('trading/B/orders', { orders: [taken] }, {}, { policies: { 'trading.takerFee': 'none' } }), said('trading/B/orders', { orders: [{ ...taken, fee: '0' }] }, {}, { policies: { 'trading.takerFee': 'none' } })]).toEqual([[], ['fee is 0; expected 1001']]);
    expect(said('trading/B/place', { ...filled, fee: '0.5' }, {}, { policies: { 'trading.netting': 'close-only' } })).toEqual([]);
    for (const status of ['open', 'cancelled']) expect(said('trading/B/orders', { orders: [{ ...open, status }] })).toEqual([]);
  });
  it('of one minute is filled at once, or rests', () => {
    const open = { status: 'open', type: 'limit', fill_price: null, fill_qty: '0', fee: '0', price: '2' };
    expect([place(open), place({}, { type: 'limit' })]).toEqual([['status is open; expected filled'], ['status is filled; expected open']]);
    expect(place({}, { type: 'limit' }, { 'trading.marketableLimit': 'taker' })).toEqual([]);
    expect(place({ ts: formatInstant(atMs + 1) })).toEqual([`ts is ${formatInstant(atMs + 1)}; expected ${formatInstant(atMs)}`]);
    expect([said('trading/A/place', { entry_price: null }), said('trading/A/place', { entry_price: '1' }, { body: { type: 'limit' } })]).toEqual([['entry_price is there is false; expected true'], ['entry_price is there is true; expected false']]);
  });
  it('is not looked at after its clock was moved', () => {
    const fault = { kind: 'clock-step', service: 'trading', atMs };
    expect(said('trading/B/place', { ...filled, fee: '0.5' }, {}, { faults: [fault] })).toEqual([]);
    expect([said('trading/B/place', { ...filled, fee: '0.5' }, {}, { faults: [{ ...fault, atMs: atMs + 1 }] }), said('trading/B/place', { ...filled, fee: '0.5' }, {}, { faults: [{ ...fault, service: 'casino' }] })]).toEqual([['fee is 500000; expected 1001'], ['fee is 500000; expected 1001']]);
  });
}); // prettier-ignore

it.each<[Body, readonly string[]]>([
  [{ value_usdc: 400, fees: { provider: 1, platform: 2, total: 3 }, amount_out: 397, to_symbol: 'USDC', to_chain: 'base', to_token: 'x' }, []],
  [{ fees: { provider: 1.000001, platform: 2.000001, total: 3 } }, []],
  [{ fees: { provider: 1.000002, platform: 2, total: 3 } }, ['micros for the provider is 1000002; expected 1000000']],
  [{ fees: { provider: 0.999998, platform: 2, total: 3 } }, ['micros for the provider is 999998; expected 1000000']],
  [{ fees: { provider: 1, platform: 2.000002, total: 3 } }, ['micros for the platform is 2000002; expected 2000000']],
  [{ amount_out: 397.000002 }, []],
  [{ amount_out: 397.000003 }, ['micros of amount_out is 397000003; expected 397000000']],
  [{ amount_out: 396.9999 }, ['micros of amount_out is 396999900; expected 397000000']],
  [{ amount_out: 0 }, []],
  [{ to_symbol: 'ETH' }, ['to_symbol is USDC; expected ETH']],
  [{ to_symbol: 'ETH', to_token: 'native', amount_out: 9 }, []],
  [{ to_symbol: 'SOL', to_token: 'native', to_chain: 'base', amount_out: 9 }, ['to_symbol is ETH; expected SOL']],
])('a quote with %j: %j', (change, wanted) => {
  const right = { value_usdc: 400, fees: { provider: 1, platform: 2, total: 3 }, amount_out: 397, to_symbol: 'USDC', to_chain: 'base', to_token: 'x' };
  expect(said('wallet/primary/quote', { ...right, ...change })).toEqual(wanted);
}); // prettier-ignore

it('the native asset of each chain has its symbol, and any other token is USDC', () => {
  const chains = { ethereum: 'ETH', base: 'ETH', solana: 'SOL', bitcoin: 'BTC', tron: 'TRX', monero: 'XMR' };
  for (const [chain, symbol] of Object.entries(chains)) {
    expect([symbolsOf(chain, 'native'), symbolsOf(chain, `0x${'e'.repeat(40)}`), symbolsOf(chain, 'x')]).toEqual([symbol, symbol, 'USDC']);
    const signed = (more: Body) => said('wallet/primary/sendSigned', { chain, asset: symbol, token: null, simulated: chain === 'monero', ...more });
    expect([signed({}), signed({ token: 'x' }), signed({ asset: 'USDC', token: 'x' }), signed({ simulated: chain !== 'monero' })]).toEqual([[], ['token is x; expected null'], [], [`simulated is ${chain !== 'monero'}; expected ${chain === 'monero'}`]]);
  }
  expect(nearly('x', { seen: 3, wanted: 1, by: 2 })).toEqual(['x', 3, 3]);
  expect([nearly('x', { seen: 3.1, wanted: 1, by: 2 }), nearly('x', { seen: -1, wanted: 1, by: 2 })]).toEqual([['x', 3.1, 1], ['x', -1, -1]]);
}); // prettier-ignore

it.each<[string, Body, readonly string[]]>([
  ['processing', { deposit_tx_hash: 'a' }, []],
  ['processing', { deposit_tx_hash: 'a', payout_tx_hash: 'b', amount_out: '1', refund_tx_hash: 'c' }, []],
  ['processing', {}, ['deposit_tx_hash is there is false; expected true']],
  ['completed', { deposit_tx_hash: 'a', payout_tx_hash: 'b', amount_out: '1' }, []],
  ['completed', { deposit_tx_hash: 'a', payout_tx_hash: 'b' }, ['amount_out is there is false; expected true']],
  ['expired', { refund_tx_hash: 'c' }, []],
  ['expired', { payout_tx_hash: 'b' }, ['payout_tx_hash is there is true; expected false']],
  ['expired', { amount_out: '1' }, ['amount_out is there is true; expected false']],
  ['awaiting_deposit', {}, []],
  ['awaiting_deposit', { deposit_tx_hash: 'a' }, ['deposit_tx_hash is there is true; expected false']],
  ['awaiting_deposit', { amount_out: '1' }, ['amount_out is there is true; expected false']],
  ['failed', { expires_at: 'x' }, []],
  ['refunded', { expires_at: 'x' }, []],
  ['lost', {}, ['a state of an order is false; expected true']],
])('an order that is %s with %j: %j', (status, change, wanted) => {
  for (const call of ['wallet/primary/swapStatus', 'wallet/primary/openSwap'])
    expect(said(call, { status, created_at: formatInstant(0), expires_at: formatInstant(1_800_000), ...change })).toEqual(wanted);
}); // prettier-ignore

describe('a simulation', () => {
  const right = { amount: null, fraction: 0.1, expected_log_growth: 0, rounds: 5, bankroll: 1, growth_per_round: 0, risk_of_ruin: 0, final_bankroll: { p5: 0, p25: 1, p50: 1, p75: 1, p95: 9, mean: 0 }, game: 'dice' };
  it.each<[Body, readonly string[]]>([
    [{ risk_of_ruin: 1 }, []],
    [{ risk_of_ruin: 1.000001 }, ['a chance of ruin is false; expected true']],
    [{ growth_per_round: 1e-9 }, []],
    [{ growth_per_round: 2e-9 }, ['growth_per_round is 2e-9; expected 0']],
    [{ final_bankroll: { ...right.final_bankroll, mean: -0.000001 } }, ['a mean of at least nothing is false; expected true']],
    [{ final_bankroll: { ...right.final_bankroll, p75: 0.9 } }, ['percentiles in order is false; expected true']],
    [{ final_bankroll: { ...right.final_bankroll, p95: 0.9 } }, ['percentiles in order is false; expected true']],
    [{ final_bankroll: { ...right.final_bankroll, p5: -1 } }, ['percentiles in order is false; expected true']],
    [{ fraction: null }, ['fraction is there is false; expected true']],
    [{ amount: 1 }, ['amount is there is true; expected false']],
    [{ expected_log_growth: null }, []],
    [{ rounds: 0 }, ['rounds is true; expected false', 'growth_per_round is 0; expected NaN']],
  ])('with %j: %j', (change, wanted) => expect(said('casino/A/simulateKelly', { ...right, ...change })).toEqual(wanted));
}); // prettier-ignore

it.each<[Body, readonly string[]]>([
  [{}, []],
  [{ total_bets: 4 }, ['bets of all games is 3; expected 4', 'won bets, by win_rate is 2; expected 1.5']],
  [{ win_rate: 0.503 }, []],
  [{ win_rate: 0.504 }, ['won bets, by win_rate is 1.512; expected 1.5']],
  [{ wagered: 5.000001 }, ['wagered of all games is 5000000; expected 5000001']],
  [{ won: 3.999999 }, ['won of all games is 4000000; expected 3999999']],
  [{ by_game: { dice: { total_bets: 3, wagered: 5, won: 4, win_rate: 0.5, profit_loss: 1 } } }, ['profit_loss of dice is 1000000; expected -1000000']],
])('sums by game with %j: %j', (change, wanted) => {
  const right = { total_bets: 3, wagered: 5, won: 4, win_rate: 0.5, by_game: { dice: { total_bets: 3, wagered: 5, won: 4, win_rate: 0.5, profit_loss: -1 } } };
  expect(said('casino/B/stats', { ...right, ...change })).toEqual(wanted);
}); // prettier-ignore

it.each<[Body, readonly string[]]>([
  [{}, []],
  [{ value: '6.000065' }, []],
  [{ value: '6.00008' }, ['value of an asset is 6.00008; expected 6']],
  [{ unrealized_pnl: '3.999935' }, []],
  [{ unrealized_pnl: '3.99992' }, ['unrealized_pnl of an asset is 3.99992; expected 4']],
  [{ side: 'sell' }, ['side of an asset is sell; expected buy']],
  [{ market_type: 'perp', side: 'sell', value: '9' }, []],
])('a holding with %j: %j', (change, wanted) => {
  const right = { market_type: 'spot', side: 'buy', qty: '2', mark_price: '3', entry_price: '1', value: '6', unrealized_pnl: '4' };
  expect(said('trading/B/portfolio', { positions: [{ ...right, ...change }] })).toEqual(wanted);
}); // prettier-ignore

describe('a valuation', () => {
  const factors = (percents: readonly number[]) => ['length', 'characters', 'hyphens', 'sound', 'topLevel'].map((factor, index) => ({ factor, percent: percents[index] }));
  const whole = [100, 100, 100, 100, 100];
  const valued = (valuation: number, percents: readonly number[], domain: string) => said('domains/A/valuation', { valuation_usdc: valuation, factors: factors(percents) }, { query: { domain } });
  it('is a whole base times its factors', () => {
    expect([valued(120, whole, 'ab.bot'), valued(90, [100, 100, 75, 100, 100], 'a-b.bot'), valued(60, [100, 50, 100, 100, 100], ' a2.bot ')]).toEqual([[], [], []]);
    expect(valued(120.0009, whole, 'ab.bot')).toEqual([]);
    expect(valued(120.002, whole, 'ab.bot')).toEqual(['a whole base is 120.002; expected 120']);
    expect(valued(121, whole, 'ab.bot')).toEqual(['a whole base is 121; expected 120']);
    expect(valued(120, whole, 'a-b.bot')).toEqual(['hyphens take nothing from a name without them is true; expected false']);
    expect(valued(120, whole, 'a2.bot')).toEqual(['characters take nothing from letters is true; expected false']);
    expect(valued(60, [100, 50, 100, 100, 100], 'ab.b2t-x')).toEqual(['characters take nothing from letters is false; expected true']);
    expect(valued(0, [0, 100, 100, 100, 100], 'ab.bot')[0]).toBe('factors above zero is false; expected true');
  });
}); // prettier-ignore

it('a policy leaves some facts open', () => {
  const held = (fact: string, policies: Policies, changed = Object.keys(policies)) => isHeld(caseOf({ setting: { changed, policies } }).file, fact);
  const open: readonly (readonly [string, string, string, string])[] = [
    ['lists.limitAbove', 'reject', 'request of a limit above 100', 'request of a limit above 1000'], ['domains.dates', 'day', 'form expires', 'form expires_at'], ['domains.dates', 'day', 'form registered', 'form at'], ['domains.dates', 'day', 'field domains/B/list status', 'field domains/A/list status'],
    ['casino.hiloGuess', 'informed', 'request casino/hilo', 'request casino/dice'], ['casino.depositCredit', 'at-once', 'field casino/A/depositHistory confirmations', 'field casino/A/depositHistory status'], ['casino.houseBankroll', '5', 'field casino/B/games: games dice status', 'field casino/B/games: games dice name'],
    ['casino.videoPokerDeal', 'staked', 'request casino/A/deal', 'request casino/A/deals'], ['domains.labels', 'unreserved', 'request domains/A/check', 'request wallet/domains/x'], ['casino.slotsMinimum', '0.10', 'request casino/slots', 'request casino/slotsx'], ['casino.slotsMinimum', '0.10', 'request casino/A/createChallenge', 'request casino/B/createChallenge'],
    ['kelly.limit', 'house', 'request casino/dice', 'request wallet/dice'], ['kelly.limit', 'strict', 'request casino/dice', 'field casino/dice'], ['referral.split', 'equal', 'field casino/A/gossip percent', 'field faucet/A/gossip percent'], ['referral.split', 'equal', 'field wallet/primary/gossip percent', 'field wallet/primary/gossip level'],
    ['tournaments.entries', 'until-end', 'field casino/A/enterTournament status', 'field casino/A/tournament status'], ['trading.marketPrice', 'reject', 'request trading/B/place', 'request trading/A/place'], ['trading.orderMin', '5', 'request trading/B/place', 'request casino/trading/'], ['trading.orderMax', '5', 'request trading/B/place', 'field trading/B/place'],
    ['trading.marketableLimit', 'taker', 'field trading/B/place fee', 'field trading/A/place fee'], ['trading.netting', 'close-only', 'field trading/B/place fee', 'field trading/B/place feex'], ['wallet.sendFee', 'inside', 'request wallet/A/send', 'request wallet/primary/send'], ['wallet.sendMin', '5', 'request wallet/B/send', 'request wallet/B/sendSigned'], ['wallet.slippage', 'fraction', 'request wallet/A/swap', 'request wallet/B/swap'],
  ];
  for (const [policy, option, fact, other] of open) expect([held(fact, { [policy]: option }), held(other, { [policy]: option }), held(fact, { [policy]: 'other' }, []), held(fact, { 'other.policy': option })], `${policy} ${fact}`).toEqual([false, true, true, true]);
}); // prettier-ignore

it.each<[Body, object, number]>([
  [{ from_token: 'native', amount: 3 }, {}, 1],
  [{ from_token: 'native', amount: 3.01 }, {}, 0],
  [{ from_token: 'x', amount: 3000 }, {}, 1],
  [{ from_token: 'x', amount: 3000.01 }, {}, 0],
  [{ from_token: 'x', amount: 1 }, { seen: 1_000_000_000_000 }, 0],
  [{ from_token: 'x', amount: 1 }, { seen: 1_000_000_000_001 }, 1],
  [{ from_token: 'x', amount: 1 }, { seen: 0, opening: '1000000' }, 0],
  [{ from_token: 'x', amount: 1 }, { seen: 0, opening: '1000000.000001' }, 1],
  [{ from_token: 'x', amount: 1 }, { seen: 5, opening: '9000000' }, 0],
  [{ from_token: 'x', amount: 1 }, { headers: { 'idempotency-key': 'k' } }, 0],
  [{ from_token: 'x', amount: 1 }, { code: 'NOT_FOUND' }, 0],
])('a swap of %j is covered: %j', (part, given, count) => {
  const { seen = 2e12, opening = '0', headers = {}, code = 'CONFLICT' } = given as { seen?: number; opening?: string; headers?: Readonly<Record<string, string>>; code?: string };
  for (const where of [{ body: part }, { query: part as Readonly<Record<string, string>> }]) {
    const { file, said: all } = caseOf({ setting: { policies: { 'wallet.liquidity': opening } }, houses: { seen: () => seen } });
    checkSwapCovered(file, exchangeOf('wallet/primary/quote', { status: 409, answer: { code }, headers, ...where }));
    expect(all).toEqual(count === 0 ? [] : [`swap-terms: wallet/primary/quote of ${String(part['amount'])} is refused though that is there`]);
  }
}); // prettier-ignore
