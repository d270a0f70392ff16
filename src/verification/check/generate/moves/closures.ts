/** Faults that close the games of the casino, the markets, or a service, with calls that they concern before, during and after them. */
import { minuteMs, secondMs } from '../../../../core/base/time.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall } from './series.ts';
import { about } from './tours.ts';

const casino = '/casino/api/v1';
const amount = { amount: 0.01 };

type Closure =
  | { readonly service: 'casino'; readonly kind: 'game-closed'; readonly game: string }
  | { readonly service: 'trading'; readonly kind: 'market-closed'; readonly market: string };

/** Closed from one call of the series on, for as many seconds as there are calls. */
function closes(
  model: ModelState,
  closure: Closure,
  { fromCall, calls }: { fromCall: number; calls: number },
): void {
  const atMs = model.atMs + fromCall * secondMs + 500;
  model.faults.push({ ...closure, at: `${atMs}ms`, for: `${calls * secondMs}ms` });
}

/** What is begun while the games are open, so that it is there when they are closed. */
function begun(model: ModelState, owner: string, other: string): readonly SeriesCall[] {
  const startsMs = model.atMs + 5 * secondMs;
  const cup = {
    name: 'closed cup', game: 'coin-flip', entry_fee: 0, prize_pool: 0, max_agents: 3,
    starts_at: model.instantText(startsMs), ends_at: model.instantText(startsMs + minuteMs),
  }; // prettier-ignore
  return [
    { do: `POST ${casino}/challenges`, by: owner, body: { challenged_agent_id: other, game: 'coin_flip', ...amount }, makes: { kind: 'challenge', field: 'challenge_id', other } },
    { do: `POST ${casino}/tournaments/create`, by: owner, body: cup, makes: { kind: 'tournament', field: 'tournament_id' } },
    ...[owner, other].map((by) => about('tournament', (id) => ({ do: `POST ${casino}/tournaments/${id}/enter`, by }))),
    { do: `POST ${casino}/games/video-poker/deal`, by: owner, body: {}, makes: { kind: 'hand', field: 'nonce' } },
    { do: `POST ${casino}/games/blackjack`, by: owner, body: { action: 'hit', ...amount } },
    { do: `GET ${casino}/games`, by: owner },
  ]; // prettier-ignore
}

/** Every way to play. */
function plays(owner: string, other: string): readonly SeriesCall[] {
  const side = { side: 'heads' };
  return [
    { do: `POST ${casino}/games/coin-flip`, by: owner, body: { ...amount, ...side } },
    { do: `POST ${casino}/games/dice`, by: owner, body: { ...amount, direction: 'over', threshold: 50 } },
    { do: 'POST /api/casino-api/bet', by: owner, body: { game: 'coinflip', ...amount, params: side } },
    { do: `POST ${casino}/games/coinflip`, by: owner, body: { ...amount, ...side, currency: 'USDC' } },
    { do: `POST ${casino}/bets/batch`, by: owner, body: { bets: [{ game: 'coin_flip', ...amount, ...side }, { game: 'wheel', ...amount }] } },
    { do: `POST ${casino}/games/video-poker/deal`, by: other, body: {} },
    about('hand', (nonce) => ({ do: `POST ${casino}/games/video-poker/draw`, by: owner, body: { nonce, holds: [], ...amount } })),
    { do: `POST ${casino}/games/blackjack`, by: owner, body: { action: 'stand' } },
    { do: `POST ${casino}/games/crash/bet`, by: owner, body: amount },
    { do: `POST ${casino}/challenges`, by: owner, body: { challenged_agent_id: other, game: 'coin_flip', ...amount } },
    about('challenge', (id) => ({ do: `POST ${casino}/challenges/${id}/accept`, by: other })),
    about('tournament', (id) => ({ do: `POST ${casino}/tournaments/${id}/play`, by: owner, body: { ...amount, ...side } })),
    { do: `GET ${casino}/games`, by: owner },
  ]; // prettier-ignore
}

/** All games or one of them are closed for some seconds. */
export const closedGames: CallSeries = (model, draw, person) => {
  const other = draw.pick(model.registered.filter((each) => each !== person).concat('nobody').slice(0, 3));
  const before = begun(model, person, other);
  const during = plays(person, other);
  const game = draw.pick(['all', 'all', 'coin-flip', 'video-poker', 'crash', 'blackjack']);
  closes(model, { service: 'casino', kind: 'game-closed', game }, { fromCall: before.length, calls: during.length });
  return [...before, ...during, ...during.slice(draw.integer(8))];
}; // prettier-ignore

/** Outages of a service that overlap or follow at once, one that comes a second later, and a call in each second. */
export const overlapping: CallSeries = (model, draw) => {
  const [service, path] = draw.pick([
    ['escrow', '/escrow/escrows'],
    ['wallet', '/api/wallet-api/balance'],
    ['casino', `${casino}/auth/balance`],
    ['domains', '/domains/api/v1/domains'],
    ['faucet', '/faucet/status'],
  ] as const);
  const beginsMs = model.atMs + secondMs + 500;
  const seconds = [0, 2, draw.pick([4, 5]), 9];
  for (const second of seconds)
    model.faults.push({ at: `${beginsMs + second * secondMs}ms`, service, kind: 'outage', for: '3s' });
  return Array.from({ length: 14 }, () => ({ do: `GET ${path}` }));
};

/** Orders of both kinds in both styles, a cancellation, and what is shown of the market. */
const trades = (pair: string): readonly SeriesCall[] => {
  const symbol = pair.replace('-USDC', '-PERP');
  const order = (body: object): OperationDraft => ({
    do: 'POST /api/trading-api/order',
    body: { pair, amount: 2, ...body },
  });
  return [
    order({ side: 'buy' }),
    order({ side: 'sell', market_type: 'perp', leverage: 2 }),
    order({ side: 'buy', type: 'limit', price: '1000' }),
    { do: 'POST /trading/api/v1/orders', body: { symbol, side: 'long', size: 0.001, leverage: 2 } },
    about('resting', (id) => ({ do: `DELETE /api/trading-api/order/${id}` })),
    ...[
      `/api/trading-api/price/${pair}`,
      `/trading/api/v1/ticker/${symbol}`,
      '/api/trading-api/portfolio',
      '/trading/api/v1/positions',
    ].map((path) => ({ do: `GET ${path}` })),
  ];
};

/** All markets, or the one that is traded, or another one, are closed for some seconds. */
export const closedMarkets: CallSeries = (model, draw) => {
  const pair = draw.pick(['ETH-USDC', 'BTC-USDC', 'BTC-USDC', 'SOL-USDC']);
  const resting = {
    do: 'POST /api/trading-api/order',
    body: { pair, side: 'buy', amount: 2, type: 'limit', price: '900' },
    makes: { kind: 'resting', field: 'order_id' },
  };
  const before = [...trades(pair).slice(0, 2), resting];
  const during = trades(pair);
  const market = draw.pick(['all', pair, pair.replace('-USDC', '-PERP'), 'DOGE-USDC']);
  closes(
    model,
    { service: 'trading', kind: 'market-closed', market },
    { fromCall: before.length, calls: during.length },
  );
  return [...before, ...during, ...during.slice(draw.integer(6))];
};
