/** Single fields that the documents fix: by call, an answer that holds, and what is said of each change that does not. */
import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkFieldRules } from '../../../src/verification/oracle/facts/field-rules.ts';
import { FollowedRun } from './followed-run.ts';
import { exchangeOf } from './said.ts';

type Policies = Readonly<Record<string, string>>;
const now = formatInstant(1000);
const hash = `0x${'a'.repeat(64)}`;
const notHash = (name: string): readonly [Body, string] => [
  { [name]: 'a'.repeat(42) },
  `form of ${name} is false; expected true`,
];
const rowed = (
  list: string,
  row: Body,
  [change, message]: readonly [Body, string],
): readonly [Body, string] => [{ [list]: [{ ...row, ...change }] }, message];

/** What is said of an answer, without the name of its call. */
function said(call: string, answer: Body, more: Partial<AuditedExchange> = {}, { policies = {}, faults = [], unknown = false }: { policies?: Policies; faults?: readonly object[]; unknown?: boolean } = {}): string[] {
  const byDefault = { 'referral.split': '7-2-1', 'escrow.disputedName': 'disputed', 'leaderboard.order': 'profit', 'casino.slotsMinimum': 'facade', 'stats.session': 'rolling', 'wallet.agentSend': 'chain' };
  const run = new FollowedRun({ policies: { ...byDefault, ...policies }, agents: { alice: 0, bob: 0, agent_1: 0 }, setting: { faults, changed: Object.keys(policies) } });
  if (unknown) run.unknownRegistrations.add('x');
  checkFieldRules(run.file, exchangeOf(call, { atMs: 1000, answer, ...more }));
  return run.said.map((message) => message.replace(`answers-fixed: ${call}: `, ''));
} // prettier-ignore

const games =
  'coin_flip dice simple_dice multiplier roulette custom blackjack crash plinko slots hilo keno scratch_card video_poker wheel mines baccarat'.split(
    ' ',
  );
const levels = [7, 2, 1].map((percent, index) => ({ level: index + 1, percent }));
const profit = { total_won: 3, total_wagered: 5, net_profit: '-2.00' };
const wrongProfit: readonly [Body, string] = [
  { net_profit: 2 },
  'net_profit is 2.00 USDC; expected -2.00 USDC',
];
const undecided = { settled_at: null, challenger_round: null, challenged_round: null, winner_id: null };
const sums = { total_bets: 2, won: 1, ...profit };
const summed = {
  ...sums,
  games: [
    { ...sums, total_bets: 1, won: 1, total_wagered: 2, total_won: 3, net_profit: 1 },
    { ...sums, total_bets: 1, won: 0, total_wagered: 3, total_won: 0, net_profit: -3 },
  ],
};

type Row = readonly [call: string, right: Body, wrong: readonly (readonly [change: Body, message: string])[]];

const emptied = (...names: readonly string[]): (readonly [Body, string])[] =>
  names.map((name) => [{ [name]: 'x' }, `${name} is x; expected null`]);
const table: readonly Row[] = [
  ['faucet/B/register', { currency: 'USDC' }, [[{ currency: 'ETH' }, 'currency is ETH; expected USDC']]],
  ['faucet/B/publicAgents', { total_agents: 3, agents: [{ rank: 1, activity: 5 }, { rank: 2, activity: 5 }] }, [
    [{ total_agents: 1 }, 'total_agents is 1; expected 2'], [{ total_agents: 4 }, 'total_agents is 4; expected 3'], [{ agents: [{ rank: 2, activity: 5 }] }, 'rank in agents is 2; expected 1'],
    [{ agents: [{ rank: 1, activity: 4 }, { rank: 2, activity: 5 }] }, 'order by activity is false; expected true']]],
  ['escrow/A/create', { status: 'locked' }, [[{ status: 'open' }, 'status is open; expected locked']]],
  ['escrow/A/detail', { currency: 'USDC', tx_hash: null }, [[{ currency: 'x' }, 'currency is x; expected USDC'], notHash('tx_hash'), notHash('lock_tx_hash')]],
  ['escrow/A/list', { escrows: [{ currency: 'USDC', tx_hash: hash }] }, [rowed('escrows', {}, [{ currency: 'x' }, 'currency is x; expected USDC']), rowed('escrows', { currency: 'USDC' }, notHash('tx_hash')), rowed('escrows', { currency: 'USDC' }, notHash('lock_tx_hash'))]],
  ['escrow/B/create', { status: 'locked', net: '1.98', amount: 2, fee: '0.02' }, [[{ status: 'x' }, 'status is x; expected locked'], [{ net: 2 }, 'net is 2.00 USDC; expected 1.98 USDC'], [{ net: 'x' }, 'net is undefined; expected 1.98 USDC']]],
  ['escrow/B/detail', { net: 1.98, amount: 2, fee: 0.02 }, [[{ fee: 0.03 }, 'net is 1.98 USDC; expected 1.97 USDC'], notHash('lock_tx_hash'), notHash('tx_hash')]],
  ['escrow/B/list', { escrows: [{ net: 1.98, amount: 2, fee: 0.02 }] }, [[{ escrows: [{ net: 2, amount: 2, fee: 0.02 }] }, 'net is 2.00 USDC; expected 1.98 USDC'], rowed('escrows', { net: 0 }, notHash('lock_tx_hash')), rowed('escrows', { net: 0 }, notHash('tx_hash'))]],
  ['escrow/A/dispute', { status: 'disputed' }, [[{ status: 'locked' }, 'status is locked; expected disputed']]],
  ['escrow/B/dispute', { status: 'disputed', dispute: { opened_at: now } }, [[{ status: 'locked' }, 'status is locked; expected disputed'], [{ dispute: { opened_at: formatInstant(1) } }, `opened_at is ${formatInstant(1)}; expected ${now}`]]],
  ['escrow/B/release', { status: 'released', tx_hash: hash }, [[{ status: 'x' }, 'status is x; expected released'], notHash('tx_hash')]],
  ['escrow/B/refund', { status: 'refunded', tx_hash: hash }, [[{ status: 'x' }, 'status is x; expected refunded'], notHash('tx_hash')]],
  ...['register', 'renew', 'transfer'].map((name): Row => [`domains/B/${name}`, { tx_hash: hash }, [notHash('tx_hash')]]),
  ...['trading/A/positions', 'trading/B/portfolio'].map((call): Row => [call, { positions: [{ current_price: '3', mark_price: '3' }] }, [[{ positions: [{ current_price: '3', mark_price: '4' }] }, 'current_price is 3; expected 4']]]),
  ['casino/A/balance', { currency: 'USDC' }, [[{ currency: 'x' }, 'currency is x; expected USDC']]],
  ['casino/A/withdraw', { chain: 'base', tx_hash: hash }, [[{ chain: 'ethereum' }, 'chain is ethereum; expected base'], notHash('tx_hash')]],
  ['casino/A/withdrawals', { withdrawals: [{ chain: 'base' }] }, [rowed('withdrawals', {}, [{ chain: 'x' }, 'chain is x; expected base']), rowed('withdrawals', { chain: 'base' }, notHash('tx_hash'))]],
  ['casino/A/createChallenge', { status: 'pending', ...undecided, rounds: 0, paid: 0 }, [[{ status: 'x' }, 'status is x; expected pending'], [{ rounds: 1 }, 'rounds is 1; expected 0'], [{ paid: 1 }, 'paid is 1; expected 0'], ...emptied('settled_at', 'challenger_round', 'challenged_round', 'winner_id')]],
  ['casino/A/declineChallenge', { status: 'declined', settled_at: now, rounds: 0, paid: 0 }, [[{ status: 'x' }, 'status is x; expected declined'], [{ settled_at: null }, `settled_at is null; expected ${now}`], [{ rounds: 1 }, 'rounds is 1; expected 0'], [{ paid: 1 }, 'paid is 1; expected 0'], ...emptied('challenger_round', 'challenged_round', 'winner_id')]],
  ['casino/A/acceptChallenge', { status: 'resolved', settled_at: now }, [[{ status: 'x' }, 'status is x; expected resolved'], [{ settled_at: null }, `settled_at is null; expected ${now}`]]],
  ['casino/A/challenges', { incoming: [{ status: 'pending' }], outgoing: [{ status: 'pending' }], settled: [{ status: 'resolved', rounds: 3, winner_id: 'x' }, { status: 'declined', rounds: 0 }] }, [
    ...(['incoming', 'outgoing'] as const).flatMap((list) => [rowed(list, {}, [{ status: 'x' }, 'status is x; expected pending']), ...emptied('settled_at', 'challenger_round', 'challenged_round', 'winner_id').map((each) => rowed(list, { status: 'pending' }, each))]),
    rowed('settled', { status: 'declined' }, [{ rounds: 1 }, 'rounds is 1; expected 0']), ...emptied('challenger_round', 'challenged_round', 'winner_id').map((each) => rowed('settled', { status: 'expired', rounds: 0 }, each))]],
  ['casino/A/createTournament', { status: 'upcoming', prize: '4.00', prize_pool: 4, entrants: 0, entered: false }, [[{ status: 'x' }, 'status is x; expected upcoming'], [{ prize: 5 }, 'prize is 5.00 USDC; expected 4.00 USDC'], [{ entrants: 1 }, 'entrants is 1; expected 0'], [{ entered: true }, 'entered is true; expected false']]],
  ['casino/A/enterTournament', { entered: true, status: 'upcoming', leaderboard: [profit] }, [[{ entered: false }, 'entered is false; expected true'], [{ status: 'active' }, 'status is active; expected upcoming'], rowed('leaderboard', profit, wrongProfit)]],
  ['casino/A/tournament', { leaderboard: [profit] }, [rowed('leaderboard', profit, wrongProfit)]],
  ['casino/A/leaderboard', { overall_leaderboard: [{ rank: 1, ...profit }], supported_games: games, updated_at: now }, [rowed('overall_leaderboard', { rank: 1, ...profit }, wrongProfit), rowed('overall_leaderboard', { rank: 2, ...profit }, [{}, 'rank in overall_leaderboard is 2; expected 1']), [{ updated_at: 'x' }, `updated_at is x; expected ${now}`],
    [{ supported_games: games.slice(1) }, `supported_games is ${games.slice(1).toSorted().join()}; expected ${games.toSorted().join()}`], [{ supported_games: 'x' }, `supported_games is ; expected ${games.toSorted().join()}`]]],
  ['casino/A/games', { games: games.map((id) => ({ id: id.replace('_', '-') })) }, [[{ games: [] }, `games is ; expected ${games.toSorted().join()}`]]],
  ['casino/A/kellyLimits', { limits: games.map((game) => ({ game, min_bet: 0.01 })) }, [[{ limits: games.map((game) => ({ game, min_bet: game === 'keno' ? 0.1 : 0.01 })) }, 'min_bet is 0.1; expected 0.01'], [{ limits: [] }, `limits is ; expected ${games.toSorted().join()}`]]],
  ['casino/A/session', { ...summed, to: now, from: formatInstant(1000 - 86_400_000) }, [[{ to: formatInstant(1001), from: formatInstant(1001 - 86_400_000) }, `to is ${formatInstant(1001)}; expected ${now}`], [{ from: now }, `from is ${now}; expected ${formatInstant(1000 - 86_400_000)}`], [{ total_bets: 3 }, 'total_bets is 3.00 USDC; expected 2.00 USDC'], wrongProfit]],
  ['casino/A/stats', summed, [[{ won: 2 }, 'won is 2.00 USDC; expected 1.00 USDC']]],
  ['casino/A/gossip', { you_are_an_ai_agent: true, current_registered_agents: 3, multi_level_referral: { levels } }, [[{ you_are_an_ai_agent: false }, 'you_are_an_ai_agent is false; expected true'], [{ current_registered_agents: 2 }, 'current_registered_agents is 2; expected 3'], [{ multi_level_referral: { levels: levels.slice(0, 2) } }, 'levels of levels is 2; expected 3']]],
  ['casino/A/referralCode', { commission: levels }, [[{ commission: [levels[0], levels[1], { level: 4, percent: 1 }] }, 'level is 4; expected 3'], [{ commission: [levels[0], levels[1], { level: 3, percent: 2 }] }, 'percent is 2; expected 1']]],
  ['casino/B/stats', { won: 3, wagered: 5, profit_loss: -2 }, [[{ profit_loss: 2 }, 'profit_loss is 2.00 USDC; expected -2.00 USDC']]],
  ['casino/short/launch', { status: 'running', growth_per_second: 0.06, started_at: now }, [[{ status: 'x' }, 'status is x; expected running'], [{ growth_per_second: 0.07 }, 'growth_per_second is 0.07; expected 0.06'], [{ started_at: 'x' }, `started_at is x; expected ${now}`]]],
  ['casino/short/profitLeaders', { leaderboard: [{ rank: 1, pnl: 5 }, { rank: 2, pnl: 4 }], updated_at: now }, [[{ leaderboard: [{ rank: 1, pnl: 3 }, { rank: 2, pnl: 4 }] }, 'order by pnl is false; expected true'], [{ updated_at: 'x' }, `updated_at is x; expected ${now}`]]],
  ...['wallet/A/balance', 'wallet/B/balance'].map((call): Row => [call, { chains: { base: { symbol: 'ETH', native: 0, usdc: 2, usdc_equivalent: 2 }, tron: { symbol: 'TRX', native: 1, usdc_equivalent: 9 } } }, [[{ chains: { base: { symbol: 'TRX' } } }, 'symbol of base is TRX; expected ETH'], [{ chains: { base: { native: 0, usdc: 2, usdc_equivalent: 3 } } }, 'usdc_equivalent on base is 3; expected 2']]]),
  ['casino/A/seeds', { seeds: [{ status: 'active', server_seed: null }, { status: 'revealed', server_seed: 'x' }] }, [[{ seeds: [{ status: 'active', server_seed: 'x' }] }, 'a seed is shown is true; expected false'], [{ seeds: [{ status: 'revealed', server_seed: null }] }, 'a seed is shown is false; expected true']]],
  ...['wallet/A/send', 'wallet/B/send'].map((call): Row => [call, { status: 'pending', tx_hash: hash }, [[{ status: 'confirmed' }, 'status is confirmed; expected pending'], notHash('tx_hash')]]),
  ['wallet/primary/gossip', { live_agents: 3, referral_programme: { levels } }, [[{ live_agents: 4 }, 'live_agents is 4; expected 3'], [{ referral_programme: { levels: levels.slice(0, 2) } }, 'levels of levels is 2; expected 3']]],
  ['wallet/primary/health', { time: now, status: 'ok', version: '1.0.0' }, [[{ time: 'x' }, `time is x; expected ${now}`], [{ status: 'x' }, 'status is x; expected ok'], [{ version: '1.0.1' }, 'version is 1.0.1; expected 1.0.0']]],
  ['wallet/primary/referralCode', { commission: levels }, [[{ commission: levels.slice(0, 2) }, 'levels of commission is 2; expected 3']]],
  ['wallet/primary/openSwap', { status: 'awaiting_deposit', created_at: now }, [[{ status: 'x' }, 'status is x; expected awaiting_deposit'], [{ created_at: 'x' }, `created_at is x; expected ${now}`], ...emptied('amount_out', 'deposit_tx_hash', 'payout_tx_hash', 'refund_tx_hash')]],
  ['wallet/primary/quote', { fees: { total: 6, network: 1, provider: 2, platform: '3.00' } }, [[{ fees: { total: 5, network: 1, provider: 2, platform: 3 } }, 'total is 5.00 USDC; expected 6.00 USDC']]],
]; // prettier-ignore

describe.each(table)('%s', (call, right, wrong) => {
  it('holds as it is', () => expect(said(call, right)).toEqual([]));

  it.each(wrong)('does not with %j', (change, message) => {
    expect(said(call, { ...right, ...change })).toContain(message);
    expect(said('x/A/y', { ...right, ...change })).toEqual([]);
  });
});

describe('a hash', () => {
  const form = (value: unknown): number => said('domains/B/renew', { tx_hash: value }).length;
  it('has 43 to 88 letters and digits', () => {
    const right = ['a'.repeat(43), 'Z9'.repeat(44), `0x${'a'.repeat(43)}`, `0x${'a'.repeat(88)}`, null, undefined];
    const wrong = ['a'.repeat(42), 'a'.repeat(91), `0x${'a'.repeat(89)}`, `0x${'a'.repeat(40)}`, `${'a'.repeat(50)}_`, ` ${'a'.repeat(50)}`, 7];
    expect([right.map(form), wrong.map(form)]).toEqual([right.map(() => 0), wrong.map(() => 1)]);
  });
}); // prettier-ignore

describe('other readings', () => {
  it('have other names, shares, bounds and spans', () => {
    expect(said('escrow/A/dispute', { status: 'frozen' }, {}, { policies: { 'escrow.disputedName': 'frozen' } })).toEqual([]);
    const split = (percents: readonly number[], name: string) => said('casino/A/referralCode', { commission: percents.map((percent, index) => ({ level: index + 1, percent })) }, {}, { policies: { 'referral.split': name } }).length;
    expect([split([10, 0, 0], 'level-1-only'), split([10, 10, 10], 'full-each'), split([3, 3, 3], 'equal'), split([7, 2, 1], 'level-1-only'), split([10, 0, 0], 'full-each')]).toEqual([0, 0, 0, 3, 2]);
    const order = (policies: Policies) => said('casino/A/leaderboard', { overall_leaderboard: [{ rank: 1, total_wagered: 9, total_won: 0, net_profit: -9 }, { rank: 2, total_wagered: 5, total_won: 4, net_profit: -1 }], supported_games: games, updated_at: now }, {}, { policies });
    expect([order({ 'leaderboard.order': 'wagered' }), order({})]).toEqual([[], ['order by net_profit is false; expected true']]);
    const least = (amount: number, policies: Policies) => said('casino/A/kellyLimits', { limits: games.map((game) => ({ game, min_bet: game === 'slots' ? amount : 0.01 })) }, {}, { policies });
    expect([least(0.1, { 'casino.slotsMinimum': '0.10' }), least(0.01, {}), least(0.1, {}).length, least(0.01, { 'casino.slotsMinimum': '0.10' }).length]).toEqual([[], [], 1, 1]);
    const day = 86_400_000;
    const session = (from: number) => said('casino/A/session', { ...summed, to: formatInstant(day + 5), from: formatInstant(from) }, { atMs: day + 5 }, { policies: { 'stats.session': 'calendar' } });
    expect([session(day), session(5)]).toEqual([[], [`from is ${formatInstant(5)}; expected ${formatInstant(day)}`]]);
  });

  it('send at once to an agent, where it is no asset of a chain', () => {
    const send = (status: string, body: Body, policies: Policies = { 'wallet.agentSend': 'instant' }) => said('wallet/B/send', { status }, { body }, { policies });
    const wrong = (seen: string, wanted: string) => [`status is ${seen}; expected ${wanted}`];
    expect([send('confirmed', { to: 'bob' }), send('pending', { to: 'bob' }), send('pending', { to: 'bob', token: 'native' }), send('confirmed', { to: 'bob', token: 'native' })]).toEqual([[], wrong('pending', 'confirmed'), [], []]);
    expect([send('pending', { to: 'zed' }), send('confirmed', { to: 'zed' }), send('failed', { to: 'zed' }), send('confirmed', { to: 'bob' }, {}), send('confirmed', {}, {})]).toEqual([[], [], wrong('failed', 'pending'), wrong('confirmed', 'pending'), wrong('confirmed', 'pending')]);
  });

  it('leave open what may not be known', () => {
    expect(said('casino/A/gossip', { you_are_an_ai_agent: true, current_registered_agents: 9, multi_level_referral: { levels } }, {}, { unknown: true })).toEqual([]);
    expect(said('faucet/B/publicAgents', { total_agents: 99 }, {}, { unknown: true })).toEqual([]);
    expect(said('casino/A/enterTournament', { entered: true, status: 'active' }, {}, { policies: { 'tournaments.entries': 'until-end' } })).toEqual([]);
    const clock = (kind: string, endMs: number, time: string) => said('wallet/primary/health', { time, status: 'ok', version: '1.0.0' }, {}, { faults: [{ kind, service: 'wallet', atMs: 0, endMs, byMs: kind === 'clock-step' ? 500 : 0 }] });
    expect([clock('clock-hold', 1000, 'x'), clock('clock-hold', 999, 'x').length, clock('clock-step', 0, formatInstant(1500)), clock('clock-step', 0, now).length]).toEqual([[], 1, [], 1]);
  });
}); // prettier-ignore

it.each<[Body, Body | undefined, number | undefined]>([
  [{ market_type: 'spot', leverage: '1.00' }, { leverage: 5 }, undefined],
  [{ market_type: 'spot', leverage: '5.00' }, { leverage: 5 }, 1],
  [{ market_type: 'perp', leverage: '5.00' }, { leverage: 5 }, undefined],
  [{ market_type: 'perp', leverage: '5.00' }, {}, 1],
  [{ market_type: 'perp', leverage: '1.00' }, undefined, undefined],
])('an order with %j after %j has its leverage', (answer, body, wanted) => {
  const message = wanted === undefined ? [] : [`leverage is ${Number(answer['leverage'])}; expected ${wanted}`];
  expect(said('trading/B/place', answer, { body })).toEqual(message);
}); // prettier-ignore
