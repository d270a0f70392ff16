/**
 * States that generated scenarios seldom come to, and what is refused or shown in them: names that have expired, escrows in
 * dispute, keys without a balance, amounts below what a policy allows, hands and tournaments that cannot be paid.
 */
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';

type Operation = NonNullable<ScenarioSource['operations']>[number];

const by = (agent: string, call: string, body?: object, more: object = {}): Operation => ({
  do: call,
  by: agent,
  ...(body === undefined ? {} : { body }),
  ...more,
});

const join = (agent: string): Operation[] => [
  { by: agent, do: 'POST /faucet/register', body: { agent_id: agent }, as: agent },
  by(agent, 'POST /_sim/deposit', { api_key: `\${${agent}:/api_key}`, amount: 1_000 }),
];
/** After the deposits have arrived. */
const people = [
  ...join('alice'),
  ...join('bob'),
  by('alice', 'GET /api/wallet-api/balance', undefined, { at: '10s' }),
];

interface State {
  readonly name: string;
  readonly lasts: string;
  readonly policies?: Record<string, string>;
  readonly operations: readonly Operation[];
}

const domains = '/api/domains-api';
const name = { domain: 'long-name.agent' };
const record = { ...name, type: 'A', name: 'www', value: '10.0.0.7' };
const expiring: readonly Operation[] = [
  by('alice', `POST ${domains}/register`, { ...name, years: 1 }),
  by('alice', 'POST /domains/api/v1/dns', record),
  by('alice', 'POST /domains/api/v1/dns', record, { at: '366d' }),
  by('alice', `POST ${domains}/transfer`, { ...name, to: 'bob' }),
  by('bob', `POST ${domains}/transfer`, { ...name, to: 'bob', price: 10 }),
  by('bob', `POST ${domains}/register`, name),
  by('bob', `POST ${domains}/renew`, { ...name, years: 1 }),
  by('bob', `GET /domains/api/v1/check`, undefined, { query: name }),
  by('bob', `GET ${domains}/lookup/long-name.agent`),
  by('alice', `GET ${domains}/domains`),
  by('alice', `POST ${domains}/renew`, { ...name, years: 2 }),
  by('alice', `POST ${domains}/transfer`, { ...name, to: 'bob' }),
  by('bob', `GET ${domains}/domains`),
];

const escrow = '/escrow/escrow';
const disputed: readonly Operation[] = [
  { ...by('alice', `POST ${escrow}`, { receiver: 'bob', amount: '5.00' }), as: 'one' },
  { ...by('alice', `POST ${escrow}`, { receiver: 'bob', amount: '7.00' }), as: 'two' },
  by('alice', `POST ${escrow}/\${one:/escrow_id}/dispute`, { reason: 'late' }),
  by('bob', `POST ${escrow}/\${one:/escrow_id}/dispute`, { reason: 'late' }),
  by('alice', `POST ${escrow}/\${one:/escrow_id}/release`),
  by('bob', `POST ${escrow}/\${one:/escrow_id}/refund`),
  by('carol', `GET ${escrow}/\${one:/escrow_id}`),
  by('bob', `GET ${escrow}/\${one:/escrow_id}`),
  ...['locked', 'disputed', 'frozen', 'released'].map((status) =>
    by('alice', 'GET /escrow/escrows', undefined, { query: { status } }),
  ),
  by('bob', `POST ${escrow}/\${two:/escrow_id}/refund`),
  by('bob', `POST ${escrow}/\${two:/escrow_id}/dispute`, { reason: 'late' }),
  by('alice', `GET ${escrow}/\${one:/escrow_id}`, undefined, { at: '72h' }),
  by('alice', 'GET /escrow/escrows'),
];

const evm = `0x${'c'.repeat(40)}`;
const key = '1'.repeat(64);
const address = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A';
const usdcOfBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const bitcoin = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const signed = (more: object): Operation =>
  by('alice', 'POST /wallet/v1/wallet/send', {
    chain: 'base', to: evm, amount: '0.5', private_key: key, ...more,
  }); // prettier-ignore
const signing: readonly Operation[] = [
  by('alice', 'POST /_sim/chain/fund', { chain: 'base', address, amount: '1', asset: 'native' }),
  by('alice', 'POST /_sim/chain/fund', { chain: 'base', address, amount: '3', asset: 'usdc' }),
  signed({ token: evm }),
  signed({ token: 'none' }),
  signed({ token: usdcOfBase }),
  signed({ token: usdcOfBase, amount: '2.6' }),
  signed({ token: usdcOfBase, amount: '9007199255' }),
  signed({ token: usdcOfBase, amount: '9007199254740' }),
  signed({ token: usdcOfBase, amount: '0.0000001' }),
  signed({ chain: 'bitcoin', to: bitcoin, token: evm }),
  signed({ amount: '0' }),
  signed({ to: address }),
  signed({}),
  signed({}),
  by('bob', `GET /wallet/v1/wallet/balance/${address}`, undefined, { at: '1h', query: { chain: 'base' } }),
];

const send = (amount: number | string, more: object = {}): Operation =>
  by('alice', 'POST /api/wallet-api/send', { to: 'bob', amount, chain: 'base', ...more });

const swap = {
  from_chain: 'ethereum', to_chain: 'base', from_token: 'native', to_token: usdcOfBase, amount: 1, to_address: evm,
}; // prettier-ignore
const casino = '/casino/api/v1';
const cup = {
  name: 'cup', game: 'coin_flip', entry_fee: 1, prize_pool: 1, max_agents: 4, starts_at: '2026-01-01T01:00:00Z', ends_at: '2026-01-01T03:00:00Z',
}; // prettier-ignore
const flip = (agent: string, amount: number): Operation =>
  by(agent, `POST ${casino}/games/coin-flip`, { side: 'heads', amount });
const bet = (amount: number, at: string): Operation =>
  by('bob', `POST ${casino}/tournaments/\${cup:/tournament_id}/play`, { amount, side: 'heads' }, { at });

const playing: readonly Operation[] = [
  { ...by('alice', `POST ${casino}/tournaments/create`, cup), as: 'cup' },
  ...['alice', 'bob'].map((agent) => by(agent, `POST ${casino}/tournaments/\${cup:/tournament_id}/enter`)),
  bet(1, '30m'),
  bet(1_000, '2h'),
  bet(10_000, '2h1m'),
  bet(10_000, '2h2m'),
  bet(0.01, '4h'),
  by('bob', 'POST /escrow/escrow', { receiver: 'alice', amount: '1007.00' }),
  by('bob', `POST ${casino}/games/blackjack`, { action: 'hit', amount: 2 }, { at: '4h1m' }),
  by('bob', `POST ${casino}/games/blackjack`, { action: 'double' }),
  by('bob', `POST ${casino}/games/blackjack`, { action: 'stand' }),
];

const limit = (side: string, price: string, more: object = {}): Operation =>
  by('alice', 'POST /api/trading-api/order', {
    pair: 'BTC-USDC',
    side,
    amount: 5,
    type: 'limit',
    price,
    ...more,
  });

const trading: readonly Operation[] = [
  by('alice', 'POST /api/trading-api/order', { pair: 'BTC-USDC', side: 'buy', amount: 50 }),
  by('alice', 'POST /api/trading-api/order', { pair: 'BTC-USDC', side: 'buy', amount: 50, leverage: 2 }),
  by('alice', 'POST /api/trading-api/order', { pair: 'BTC-USDC', side: 'buy', amount: 50, price: '1' }),
  by('alice', 'POST /api/trading-api/order', { pair: 'BTC-USDC', side: 'buy', amount: 50, market_type: 'perp', leverage: 10 }),
  ...['1000', '60000', '86000', '90000', '94000', '98000', '130000'].flatMap((price) => [
    limit('buy', price),
    limit('sell', price),
    limit('buy', price, { market_type: 'perp', leverage: 10 }),
    limit('sell', price, { market_type: 'perp', leverage: 5 }),
  ]),
  ...['1h', '12h', '23h', '25h', '49h'].flatMap((at) => [
    by('alice', 'GET /api/trading-api/orders', undefined, { at }),
    by('alice', 'GET /api/trading-api/portfolio'),
    by('alice', 'GET /trading/api/v1/positions'),
  ]),
]; // prettier-ignore

const unlimited = {
  'limits.rowScaling': 'tier',
  'limits.enterpriseCaps': 'lifted',
  'wallet.failures': 'none',
};

const rows: readonly State[] = [
  { name: 'a name after its expiry', lasts: '367d', operations: expiring },
  { name: 'a name in its days of grace', lasts: '367d', policies: { 'domains.grace': '30d' }, operations: expiring },
  { name: 'a name whose unused years are refunded', lasts: '367d', policies: { 'domains.grace': '30d', 'domains.unusedYears': 'refunded' }, operations: expiring },
  { name: 'escrows in dispute', lasts: '80h', operations: disputed },
  { name: 'escrows that are frozen', lasts: '80h', policies: { 'escrow.disputedName': 'frozen' }, operations: disputed },
  { name: 'keys without a balance', lasts: '2h', operations: signing },
  { name: 'tokens where there are none', lasts: '2h', policies: { 'wallet.tokenElsewhere': 'ignored' }, operations: signing },
  { name: 'sends of little', lasts: '2h', policies: { 'wallet.sendMin': '0.50', 'wallet.sendFee': 'inside' }, operations: [send('0.49'), send('0.50'), send(0.5), send('0.000001')] },
  { name: 'sends that do not cover the fee', lasts: '2h', policies: { 'wallet.sendFee': 'inside' }, operations: [send('0.000001'), send('0.01'), send('0.02'), send('0.5', { to: evm })] },
  { name: 'wallets with gas', lasts: '2h', policies: { 'wallet.genesis': 'gas' }, operations: [
    { ...by('alice', 'POST /wallet/v1/wallet/create'), as: 'made' },
    ...['ethereum', 'base', 'bitcoin', 'solana', 'tron'].map((chain) => by('bob', `GET /wallet/v1/wallet/balance/\${made:/addresses/${chain}}`, undefined, { query: { chain } })),
  ] },
  { name: 'swaps of others', lasts: '2h', policies: { 'wallet.visibility': 'parties' }, operations: [
    { ...by('alice', 'POST /wallet/v1/wallet/swap', swap), as: 'swap' },
    ...['alice', 'bob', 'carol'].map((agent) => by(agent, 'GET /wallet/v1/wallet/swap/status/${swap:/order_id}')),
    by('bob', 'GET /wallet/v1/wallet/swap/status/none'),
  ] },
  { name: 'leaders by what they staked', lasts: '2h', policies: { 'leaderboard.order': 'wagered' }, operations: [flip('alice', 1), flip('bob', 3), flip('alice', 1), by('bob', `GET ${casino}/stats/leaderboard`), by('bob', `GET ${casino}/leaderboard`)] },
  { name: 'play that cannot be paid', lasts: '5h', policies: { 'kelly.limit': 'none', 'casino.blackjackFirstCall': 'deals' }, operations: playing },
  { name: 'play with chips', lasts: '5h', policies: { 'tournaments.stakes': 'chips', 'kelly.limit': 'none', 'casino.blackjackFirstCall': 'deals' }, operations: playing },
  { name: 'orders until their price comes', lasts: '50h', operations: trading },
  { name: 'orders of a day', lasts: '50h', policies: { 'trading.orderLife': 'day', 'trading.limitFill': 'quote', 'trading.marketPrice': 'reject' }, operations: trading },
  { name: 'orders without reservations', lasts: '50h', policies: { 'trading.reservation': 'none', 'trading.spotLeverage': 'ignore' }, operations: trading },
]; // prettier-ignore

export const stateScenarios: readonly ScenarioSource[] = rows.map(
  ({ name: seed, lasts, policies = {}, operations }) => ({
    name: 'states',
    seed,
    start: '2026-01-01T00:00:00Z',
    for: lasts,
    policies: { ...unlimited, ...policies },
    operations: [...people, ...operations],
  }),
);
