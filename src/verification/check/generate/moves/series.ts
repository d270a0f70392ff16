/** CallSeries by one agent that end in every read of what they have made: whole accounts, all games, contests, orders, full quotas. */
import { dayMs, secondMs, type DurationMs } from '../../../../core/base/time.ts';
import { endpoints } from '../../../oracle/models/endpoints.ts';
import type { Draw } from '../draw.ts';
import { outside, withOwner } from '../move.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import { historyOf, historySince } from './batches.ts';
import { anyBet } from './single-bets.ts';

/** What a series is about: who makes its calls. */
export type CallSeries = (model: ModelState, draw: Draw, person: string) => readonly SeriesCall[];

/** How much time passes between two calls of a series, and once. */
export interface SeriesPause {
  readonly stepMs: DurationMs;
  readonly jumpMs: DurationMs;
  /** Before which of its calls the jump is; below 0 it is counted from the end. */
  readonly jumpAt: number;
  /** How many calls share an instant; 1 by default. */
  readonly together?: number;
}

/** A call, or how it is made once those before it are. */
export type SeriesCall = OperationDraft | ((model: ModelState) => OperationDraft);

const casino = '/casino/api/v1';
const gets = (...paths: string[]): OperationDraft[] => paths.map((path) => ({ do: `GET ${path}` }));

/** Everything that an account can be asked for. */
export const account: CallSeries = (model, draw, person) => [
  ...gets(
    '/faucet/status', '/faucet/api/v1/faucet/status', `/faucet/api/v1/agents/${person}`, '/faucet/agents', '/faucet/referrals',
    '/escrow/escrows', '/escrow/api/v1/escrow/list', '/api/trading-api/orders', '/api/trading-api/portfolio',
    '/trading/api/v1/positions', '/api/domains-api/domains', '/domains/api/v1/domains', '/api/wallet-api/balance',
    '/wallet/api/v1/balance', '/wallet/api/v1/transactions', '/api/wallet-api/transactions', '/wallet/v1/referral/stats',
    `${casino}/auth/referral/stats`, `${casino}/auth/balance`, `${casino}/auth/ledger`, `${casino}/auth/deposits`,
    `${casino}/auth/withdrawals`, `${casino}/stats/me`, `${casino}/stats/session`, '/api/casino-api/stats',
    '/api/casino-api/history', `${casino}/stats/leaderboard`, `${casino}/leaderboard`, `${casino}/kelly/limits`,
    `${casino}/kelly/history`, `${casino}/challenges`, `${casino}/tournaments`, `${casino}/fairness/seeds`,
  ),
]; // prettier-ignore

/** Money out in every way, to agents and to an address outside, and what both sides are then shown. */
export const outflows: CallSeries = (model, draw) => {
  const other = model.person(draw);
  const send = (): OperationDraft => {
    const to = draw.pick([other, other, outside]);
    const amount = draw.pick([0.5, '1.37', 1, 0.123457, draw.chance(30) ? 1.2345678 : 0.3]);
    const memo = draw.chance(50) ? { memo: draw.pick(['rent', '', 'x'.repeat(256)]) } : {};
    const chain = { chain: draw.pick(['base', 'base', 'ethereum', 'polygon', 'arbitrum']) };
    return {
      do: draw.chance(70) ? 'POST /api/wallet-api/send' : 'POST /wallet/api/v1/send',
      body: { to, amount, ...memo, ...chain },
      makes: { kind: 'transaction', field: 'tx_hash' },
    };
  };
  const swap = (from: string, to: string, amount: number): OperationDraft => ({
    do: 'POST /wallet/api/v1/swap',
    body: { from, to, amount, slippage: draw.pick([2, 2, 0.5, 0.58, 0]) },
  });
  const withdraw = { do: `POST ${casino}/auth/withdraw`, body: { amount: draw.pick([1, '1.50', 2.000001]), address: outside, ...draw.pick([{}, { chain: 'base' }]) } };
  const histories = ['/wallet/api/v1/transactions', '/api/wallet-api/transactions'];
  const filter = { query: draw.pick([{ type: 'send' }, { type: 'receive' }, { limit: 1 }, { type: 'all', limit: 2 }]) };
  return [
    send(), send(), withdraw, withdraw, swap('USDC', draw.pick(['base:ETH', 'SOL', 'BTC', 'ETH', 'XMR']), 1), swap('base:ETH', 'USDC', 0.0001), send(),
    ...gets(...histories, '/wallet/api/v1/balance', `${casino}/auth/withdrawals`, `${casino}/auth/ledger`),
    ...histories.map((path) => ({ do: `GET ${path}`, by: other })),
    { do: `GET ${histories[1]}`, ...filter },
    { do: `GET ${casino}/auth/withdrawals`, query: { limit: 1 } },
  ];
}; // prettier-ignore

/** A bet of style B with all that its game needs. */
export const betOfB = (draw: Draw): OperationDraft => ({
  do: 'POST /api/casino-api/bet',
  body: draw.pick([
    { game: 'dice', amount: 0.01, params: { target: 2 + draw.integer(97), over: draw.chance(50) } },
    { game: 'coinflip', amount: '0.02', params: { side: draw.pick(['heads', 'tails']) } },
    { game: 'slots', amount: 0.1, params: {} },
    {
      game: 'roulette',
      amount: 0.01,
      params: {
        bet: draw.pick([
          'red',
          'black',
          'odd',
          'even',
          'high',
          'low',
          'dozen_1',
          'column_3',
          0,
          36,
          draw.integer(37),
        ]),
      },
    },
    { game: 'blackjack', amount: 0.02, params: { action: draw.pick(['hit', 'stand', 'double']) } },
  ]),
});

/** Bets in several games, the seed they were drawn from, and all that is then told of them. */
export const rounds: CallSeries = (model, draw) => {
  const styleA = (): OperationDraft => {
    const [game, params] = anyBet(draw);
    return {
      do: `POST ${casino}/games/${game}`,
      body: { amount: 0.01, ...params },
      makes: { kind: 'bet', field: 'bet_id' },
    };
  };
  const ranked = draw.pick(['coin_flip', 'dice', 'roulette']);
  const bets = Array.from({ length: 7 }, () => (draw.chance(80) ? styleA() : betOfB(draw)));
  const rotate = { do: `POST ${casino}/fairness/rotate`, body: draw.pick([{}, { client_seed: 'mine' }]) };
  const deal = {
    do: `POST ${casino}/games/video-poker/deal`,
    body: {},
    makes: { kind: 'hand', field: 'nonce' },
  };
  const drawn = (now: ModelState): OperationDraft => {
    const nonce = now.latest('hand')?.reference ?? '0';
    const holds = [0, 2].map((index) => nonce.replace('/nonce', `/cards/${index}`));
    return { do: `POST ${casino}/games/video-poker/draw`, body: { nonce, holds, amount: 0.01 }, makes: { kind: 'bet', field: 'bet_id' } };
  };
  const hand: OperationDraft = {
    do: `POST ${casino}/games/blackjack`,
    body: { amount: 0.01, action: 'stand' },
    makes: { kind: 'bet', field: 'bet_id' },
  };
  const last = draw.pick<readonly SeriesCall[]>([[hand], [deal, drawn], [deal, drawn, deal, drawn, deal, drawn, deal, drawn], []]);
  return [
    ...bets, deal, ...last, rotate, ...verifications, styleA(), betOfB(draw), rotate,
    ...gets(`${casino}/fairness/seeds`, `${casino}/stats/me`, `${casino}/stats/session`, '/api/casino-api/stats', '/api/casino-api/history', `${casino}/stats/leaderboard`, `${casino}/leaderboard`),
    { do: `GET ${casino}/stats/leaderboard`, query: { game: ranked } }, ...(draw.chance(50) ? [historySince(model, draw)] : []), historyOf(draw), historyOf(draw),
    ...verifications,
  ];
}; // prettier-ignore

/** The latest bet in every way that it can be verified, by its player and by another agent, and the first one. */
const verifications: readonly SeriesCall[] = [
  (id: string): OperationDraft => ({ do: `POST ${casino}/fairness/verify`, body: { bet_id: id } }),
  (id: string): OperationDraft => ({ do: `GET ${casino}/fairness/audit/${id}` }),
  (id: string): OperationDraft => ({ do: `GET ${casino}/games/provably-fair/${id}` }),
  (id: string): OperationDraft => ({
    do: `GET /api/casino-api/verify/${id.replace('bet_id', 'seed_hash')}`,
    query: { nonce: id.replace('bet_id', 'nonce') },
  }),
].flatMap((call) => ([[false, 'latest'], [true, 'latest'], [false, 'first']] as const).map(([isOthers, which]): SeriesCall => (model) => {
  const bet = model[which]('bet');
  const by = isOthers ? (model.registered.find((agent) => agent !== bet?.by) ?? bet?.by) : bet?.by;
  return { ...call(bet?.reference ?? 'bet_none'), ...withOwner(by) };
})); // prettier-ignore

/** A challenge in any game, looked at by both before and after its answer. */
export const challenged: CallSeries = (model, draw, person) => {
  const other = draw.pick(model.registered.filter((each) => each !== person)  .concat(draw.chance(20) ? 'nobody' : []).slice(0, 3));
  const [named, params] = anyBet(draw);
  const own = draw.chance(60) ? params : {};
  const label = `duel-${model.operations.length}`;
  const answer = draw.pick(['accept', 'accept', 'decline']);
  const create: OperationDraft = {
    do: `POST ${casino}/challenges`,
    body: { challenged_agent_id: other, game: named.replaceAll('-', '_'), ...own, amount: draw.pick([0.01, '0.37']), ...(draw.chance(50) ? { message: label } : {}) },
    makes: { kind: 'challenge', field: 'challenge_id', other },
  };
  const look = (by: string): OperationDraft => ({ do: `GET ${casino}/challenges`, by });
  const act = (now: ModelState): OperationDraft => ({
    do: `POST ${casino}/challenges/${now.latest('challenge')?.reference ?? 'chl_none'}/${answer}`,
    by: other,
  });
  const reveal = (by: string): OperationDraft => ({ do: `POST ${casino}/fairness/rotate`, by, body: {} });
  const [first, second] = draw.chance(50) ? [person, other] : [other, person];
  return [look(person), create, look(person), look(other), act, act, look(other), reveal(first), look(person), reveal(second), look(other)];
}; // prettier-ignore

/** Orders that rest on both sides, some of them ended, and what is then held and reserved. */
export const orders: CallSeries = (_, draw) => {
  const pair = draw.pick(['ETH-USDC', 'ETH-USDC', 'SOL-USDC', 'DOGE-USDC']);
  const place = (body: object): OperationDraft => ({
    do: 'POST /api/trading-api/order',
    body: { pair, amount: draw.pick([1, '1.50', 2.345678]), ...body },
    makes: { kind: 'resting', field: 'order_id' },
  });
  const list = (): OperationDraft => ({
    do: 'GET /api/trading-api/orders',
    query: { status: draw.pick(['open', 'filled', 'all']), ...draw.pick([{}, { pair }, { pair: 'BTC-USDC' }]) },
  });
  const short = { do: 'POST /trading/api/v1/orders', body: { symbol: 'ETH-PERP', side: draw.pick(['long', 'short']), size: 0.001, leverage: draw.pick([1, 2.5, 10]) } };
  return [
    place({ side: 'buy', amount: 3 }),
    place({ side: 'buy', pair: 'NONE-USDC' }),
    place({ side: 'sell', type: 'limit', price: '90000', amount: 1 }),
    place({ side: 'buy', type: 'limit', price: '1000', pair: 'BTC-USDC' }),
    place({ side: 'buy', type: 'limit', price: draw.pick(['1000', '2000.5']) }),
    place({ side: draw.pick(['buy', 'sell']), market_type: 'perp', leverage: draw.pick([1, 2.5, 10]) }),
    short,
    ...gets('/api/trading-api/portfolio', '/trading/api/v1/positions', '/api/trading-api/price/ETH-USDC', '/trading/api/v1/ticker/ETH-PERP'),
    list(),
    list(),
    ...gets('/api/trading-api/orders', `${casino}/auth/ledger`),
  ];
}; // prettier-ignore

/** Documented calls without a key: the tables say which of them need none, and a policy whether a claim may name its agent (gap A2). */
export const anonymous: CallSeries = (model, draw) => [
  { do: 'POST /faucet/claim', by: 'nobody', body: { agent_id: model.person(draw) } },
  ...Array.from({ length: 7 }, () => {
    const { method, parts } = draw.pick(endpoints);
    const path = parts.map((part) => (part.startsWith(':') ? 'none' : part)).join('/');
    return { do: `${method} ${path}`, by: 'nobody', ...(method === 'GET' ? {} : { body: {} }) };
  }),
];

/** Calls that count against limits of different kinds; most of them are refused, and cost nothing but the count. */
const counted: readonly OperationDraft[] = [
  { do: 'GET /trading/api/v1/positions' },
  { do: 'GET /api/trading-api/portfolio' },
  { do: 'POST /api/trading-api/order', body: {} },
  { do: 'GET /faucet/status' },
  { do: 'GET /faucet/api/v1/faucet/status' },
  { do: 'POST /api/casino-api/bet', body: { game: 'dice', amount: 0 } },
  { do: `POST ${casino}/games/dice`, body: {} },
  { do: 'POST /wallet/api/v1/swap', body: {} },
  { do: 'POST /api/wallet-api/send', body: {} },
  { do: 'POST /api/domains-api/register', body: {} },
  { do: 'POST /escrow/escrow', body: {} },
];

/** Both paid tiers once they have begun, and what the headers of each kind of call say then (LIM09, LIM14). */
export const paid: CallSeries = (model) => {
  const keys = [model.first('agent'), model.latest('agent')].filter((key) => key !== undefined);
  const asks = keys.map(({ by, reference }, index) => ({
    do: 'POST /_sim/tier',
    by,
    body: { api_key: reference, tier: index === 0 ? 'pro' : 'enterprise' },
  }));
  return [...asks, ...keys.flatMap(({ by }) => counted.map((call) => ({ ...call, by })))];
};

/** Both tiers have begun after two days. */
export const paidPause: SeriesPause = { stepMs: 1, jumpMs: 2 * dayMs + secondMs, jumpAt: 2 };

/** Calls with a quota, and how often each is admitted: the one after that is refused. */
export const quotas: readonly (readonly [call: OperationDraft, times: number])[] = [
  [{ do: 'GET /faucet/status' }, 10],
  [{ do: 'GET /api/domains-api/domains' }, 30],
  [{ do: 'POST /api/wallet-api/send', body: { to: 'nobody', amount: 1 } }, 20],
  [{ do: 'POST /api/domains-api/register', body: { domain: 'bad' } }, 10],
  [{ do: 'POST /wallet/v1/auth/register', body: { referral_code: '' } }, 10],
  [{ do: 'GET /trading/api/v1/positions' }, 50],
];

/** One call more than its quota has, then again when there is room; under a paid tier as well. */
export const quota: CallSeries = (model, draw) => {
  const [call, times] = draw.pick(quotas);
  const burst = Array.from({ length: times + 1 }, () => call);
  const key = model.latest('agent');
  if (key === undefined || draw.chance(50)) return burst;
  const tier = draw.pick(['pro', 'enterprise']);
  const ask = { do: 'POST /_sim/tier', body: { api_key: key.reference, tier } };
  return [ask, ...burst.map((each) => ({ ...each, by: key.by }))];
};
