/** A tournament from its creation to its prizes, and style A of the trading service: series in which each call mostly succeeds. */
import type { Draw } from '../draw.ts';
import type { OperationDraft } from '../model-state.ts';
import { writtenInstant } from '../written-instant.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';
import { betOf } from './single-bets.ts';

const casino = '/casino/api/v1';

const microsOf = (draw: Draw, most: number): number => draw.integer(most * 1_000_000 + 1) / 1_000_000;

/** Two to four agents enter, play different stakes, and are paid; each of them looks at every stage. */
export const tournamentTour: CallSeries = (model, draw, person) => {
  const others = model.registered.filter((agent) => agent !== person);
  const players = [person, ...others].slice(0, 2 + draw.integer(3));
  const startsMs = model.atMs + enteringMs;
  const bet = betOf(draw);
  const [path] = bet(draw);
  const create: OperationDraft = {
    do: `POST ${casino}/tournaments/create`,
    by: draw.chance(80) ? person : draw.pick(model.registered),
    body: {
      name: draw.pick(['cup', 'Grand Prix', 'x'.repeat(40)]),
      game: draw.chance(50) ? path : path.replaceAll('-', '_'),
      entry_fee: draw.pick([0, microsOf(draw, 2)]),
      prize_pool: draw.pick([0, microsOf(draw, 5)]),
      max_agents: draw.pick([2, 3, 8]),
      starts_at: writtenInstant(model.startMs + startsMs, draw),
      ends_at: writtenInstant(model.startMs + startsMs + playingMs, draw),
    },
    makes: { kind: 'tournament', field: 'tournament_id', dueMs: [startsMs, startsMs + playingMs] },
  };
  const at = (by: string, way: string, body?: object): SeriesCall => (now) => ({
    do: `POST ${casino}/tournaments/${now.latest('tournament')?.reference ?? 'trn_none'}/${way}`,
    by,
    ...(body === undefined ? {} : { body }),
  });
  const look: SeriesCall = (now) => ({
    do: `GET ${casino}/tournaments/${now.latest('tournament')?.reference ?? 'trn_none'}`,
  });
  const looks: SeriesCall[] = [look, { do: `GET ${casino}/tournaments` }, { do: `GET ${casino}/auth/balance`, by: draw.pick(players) }];
  const play = (by: string, amount: number): SeriesCall => at(by, 'play', { amount, ...bet(draw)[1] });
  // Who plays alike comes to share a rank, with others behind.
  const alike = draw.chance(50) ? players.map((by) => play(by, 0.05)) : [];
  const plays = Array.from({ length: 2 + draw.integer(6 - alike.length) }, () =>
    play(draw.pick(players), draw.chance(50) ? draw.pick([0.05, 0.05, 0.05, 1000]) : (10_000 + draw.integer(90_000)) / 1_000_000),
  );
  const opening = [create, ...players.map((by) => at(by, 'enter')), ...looks];
  const stages = [...opening, ...Array.from({ length: stageCalls - opening.length }, () => looks[1] as SeriesCall)];
  return [...stages, looks[1] as SeriesCall, ...alike, ...plays, look, ...players.map((by): OperationDraft => ({ do: `GET ${casino}/auth/ledger`, by })), ...looks];
}; // prettier-ignore

/** How long agents can enter, and how long they can play. */
const enteringMs = 30_000;
const playingMs = 10_000;
/** The calls before a tournament begins. */
const stageCalls = 10;

/** It begins after its stages, and is over by its last six calls. */
export const tournamentPause: SeriesPause = {
  stepMs: 1000,
  jumpMs: enteringMs - stageCalls * 1000,
  jumpAt: stageCalls,
};

const trading = '/trading/api/v1';

/** Prices far below those of the markets. */
const restingAt: Readonly<Record<string, readonly string[]>> = {
  'ETH-PERP': ['100', '99.5'],
  'BTC-PERP': ['5000', '900.25'],
  'SOL-PERP': ['5', '2.5'],
  'DOGE-PERP': ['0.01', '0.02'],
};

/** Positions of style A, larger and smaller, over the other side, and closed. */
export const positionTour: CallSeries = (model, draw, person) => {
  const symbol = draw.pick(['ETH-PERP', 'ETH-PERP', 'BTC-PERP', 'SOL-PERP', 'DOGE-PERP']);
  const most = { 'ETH-PERP': 20, 'BTC-PERP': 1, 'SOL-PERP': 500, 'DOGE-PERP': 100_000 }[symbol] ?? 1;
  const size = (): number => Math.max(most, draw.integer(most * 1000)) / 1000;
  const place = (more: object): OperationDraft => ({
    do: `POST ${trading}/orders`,
    body: { symbol, size: size(), leverage: 1 + draw.integer(10), ...more },
    makes: { kind: 'order', field: 'order_id' },
  });
  const side = draw.pick(['long', 'short']);
  const other = side === 'long' ? 'short' : 'long';
  const plain = { symbol: 'ETH-PERP', size: draw.pick([0.01, 0.02, 1]) };
  const looks: OperationDraft[] = [
    { do: `GET ${trading}/positions` },
    { do: 'GET /api/trading-api/portfolio' },
    { do: `GET ${trading}/ticker/${symbol}` },
  ];
  const rests = { ...place({ side: 'long', type: 'limit', price: draw.pick(restingAt[symbol] ?? ['1']) }), makes: { kind: 'resting', field: 'order_id' } };
  const cancel: SeriesCall = (now) => ({
    do: `POST ${trading}/orders/${now.latest('resting')?.reference ?? 'ord_none'}/cancel`,
    by: person,
  });
  return [
    place({ side }), ...looks, place({ side }), ...looks, place({ side: other }), ...looks, rests, cancel,
    place({ side: other }), place({ side }), place({ ...plain, side: draw.pick(['buy', 'sell']) }), place({ ...plain, side, leverage: draw.pick([11, 25.5, 100]) }),
    place({ side, symbol: 'NONE-PERP' }), ...looks, { do: `GET ${trading}/positions` },
    ...(draw.chance(8) ? [{ do: `GET ${trading}/markets` }] : []), { do: 'GET /api/trading-api/orders' },
  ];
}; // prettier-ignore
