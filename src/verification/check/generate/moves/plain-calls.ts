/** Calls that mostly succeed, of operations that chance alone seldom brings to success: each game once, curves cashed out, style A. */
import { secondMs } from '../../../../core/base/time.ts';
import type { OperationDraft } from '../model-state.ts';
import { lowPrice } from './prices.ts';
import { bets } from './single-bets.ts';
import { betOfB, type CallSeries, type SeriesCall, type SeriesPause } from './series.ts';
import { about, post } from './tours.ts';

const casino = '/casino/api/v1';

/** Small enough for the Kelly limit of a balance of a hundred at long odds. */
const smallStakes = [0.01, 0.02, '0.011', 0.010001] as const;

/** Every game that one call settles, in style A, and what is then shown of them. */
export const everyGame: CallSeries = (_, draw) => {
  const first = draw.integer(bets.length);
  const played = bets.map((_bet, index): OperationDraft => {
    const [game, params] = bets[(first + index) % bets.length]?.(draw) ?? ['slots', {}];
    return {
      ...post(`${casino}/games/${game}`, { amount: draw.pick(smallStakes), ...params }),
      makes: { kind: 'bet', field: 'bet_id' },
    };
  });
  const audit: SeriesCall = (now) => ({
    do: `GET ${casino}/fairness/audit/${now.latest('bet')?.reference ?? 'bet_none'}`,
  });
  return [...played, audit, { do: `GET ${casino}/stats/me` }, { do: 'GET /api/casino-api/history' }];
};

/** Bets of style B, in turn with what is shown of them. */
export const inStyleB: CallSeries = (_, draw) => {
  const looks = ['history', 'stats', 'games'].map((path) => ({ do: `GET /api/casino-api/${path}` }));
  return [...Array.from({ length: 9 }, () => betOfB(draw)), ...looks, betOfB(draw), ...looks.slice(0, 2)];
};

/** Curves that are left soon: most have not crashed by then. */
export const leftCurves: CallSeries = (_, draw) => {
  const curve = (): readonly OperationDraft[] => [
    post(`${casino}/games/crash/bet`, {
      amount: draw.pick(smallStakes),
      ...(draw.chance(30) ? { cash_out_at: draw.pick([1.5, 2, 100]) } : {}),
    }),
    post(`${casino}/games/crash/cashout`),
  ];
  const looks = ['auth/balance', 'stats/session'].map((path) => ({ do: `GET ${casino}/${path}` }));
  return [...curve(), ...looks, ...curve(), ...curve(), ...looks, ...curve()];
};

/** A fraction of a second apart, so that the multiplier has begun to rise. */
export const leftCurvesPause: SeriesPause = { stepMs: 700, jumpMs: 4 * secondMs, jumpAt: 5 };

/** Escrows, orders and challenges in style A, each ended in one of its ways. */
export const inStyleA: CallSeries = (model, draw, person) => {
  const other = draw.pick(model.registered.filter((agent) => agent !== person).concat('bob').slice(0, 3));
  const create = (): OperationDraft => ({
    ...post('/escrow/api/v1/escrow/create', { buyer: person, seller: other, amount: draw.pick([0.1, '0.25', 0.333333]) }, person),
    makes: { kind: 'escrow', field: 'escrow_id', other },
  });
  const end = (way: string): SeriesCall =>
    about('escrow', (id) => post(`/escrow/api/v1/escrow/${way}`, { escrow_id: id, ...(way === 'dispute' ? { reason: 'late' } : {}) }, way === 'release' ? person : draw.pick([person, other])));
  const read = about('escrow', (id) => ({ do: `GET /escrow/api/v1/escrow/${id}`, by: draw.pick([person, other]) }));
  const asset = draw.pick(['ETH', 'BTC', 'SOL']);
  const rests: OperationDraft = {
    ...post('/trading/api/v1/orders', { symbol: `${asset}-PERP`, side: 'long', size: { ETH: 0.05, BTC: 0.002, SOL: 0.5 }[asset], type: 'limit', price: lowPrice(asset, draw), leverage: 1 + draw.integer(10) }, person),
    makes: { kind: 'resting', field: 'order_id' },
  };
  const cancel = about('resting', (id) => post(`/trading/api/v1/orders/${id}/cancel`, undefined, person));
  const duel: OperationDraft = {
    ...post(`${casino}/challenges`, { challenged_agent_id: other, game: 'coin_flip', side: 'heads', amount: 0.05 }, person),
    makes: { kind: 'challenge', field: 'challenge_id', other },
  };
  const reply = about('challenge', (id) => post(`${casino}/challenges/${id}/${draw.pick(['accept', 'accept', 'decline'])}`, undefined, other));
  return [
    create(), end('dispute'), read, create(), end('release'), read, { do: 'GET /escrow/api/v1/escrow/list', by: other },
    rests, { do: 'GET /trading/api/v1/positions', by: person }, cancel, cancel, duel, reply, { do: `GET ${casino}/challenges`, by: draw.pick([person, other]) },
  ];
}; // prettier-ignore
