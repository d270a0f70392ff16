/** Calls of the casino. */
import type { JsonObject } from '../../../../src/core/http/message.ts';
import type { Move, Walk } from '../walk.ts';

const amounts = ['0.01', 0.05, '0.10', -1, 'x'] as const;

export function casinoMoves(walk: Walk): Move[] {
  const api = '/casino/api/v1';
  const short = '/api/casino-api';
  const address = `0x${'b'.repeat(40)}`;
  const bets = Object.entries(casinoBets).map(
    ([game, bet]) =>
      () =>
        ['POST', `${api}/games/${game}`, { amount: walk.pick(amounts), ...bet }] as const,
  );
  const batch = {
    bets: [
      { game: 'slots', amount: '0.01' },
      { game: 'dice', amount: 'x' },
    ],
  };
  return [
    ...bets,
    () => [
      'POST',
      `${short}/bet`,
      { game: 'coinflip', amount: walk.pick(amounts), params: { side: 'heads' } },
    ],
    () => ['GET', `${api}/games`, undefined],
    () => ['GET', `${short}/games`, undefined],
    () => ['GET', `${short}/history?limit=3`, undefined],
    () => ['GET', `${api}/stats/me`, undefined],
    () => ['GET', `${short}/stats`, undefined],
    () => ['GET', `${api}/auth/balance`, undefined],
    () => ['GET', `${api}/auth/ledger`, undefined],
    () => ['GET', `${api}/fairness/seed-hash`, undefined],
    () => ['POST', `${api}/fairness/rotate`, undefined],
    () => ['GET', `${api}/fairness/seeds`, undefined],
    () => ['POST', `${api}/fairness/verify`, { bet_id: walk.known('bet') }],
    () => ['GET', `${api}/fairness/audit/${walk.known('bet')}`, undefined],
    () => ['GET', `${short}/verify/${walk.known('round')}`, undefined],
    () => ['POST', `${api}/auth/register`, {}],
    () => ['POST', `${api}/auth/withdraw`, { amount: '1.00', address }],
    () => ['GET', `${api}/auth/withdrawals`, undefined],
    () => ['POST', `${api}/bets/batch`, batch],
    () => ['GET', `${api}/kelly/limits`, undefined],
    () => ['POST', `${api}/kelly/optimal`, { game: 'dice', direction: 'over', threshold: 50 }],
    () => ['PUT', `${api}/kelly/config`, { risk_factor: walk.pick([0.25, 0.5, 7]) ?? 1 }],
  ];
}

/** One right bet a game, by its path in style A. */
const casinoBets: Readonly<Record<string, JsonObject>> = {
  'coin-flip': { side: 'heads' },
  dice: { direction: 'over', threshold: 50 },
  'simple-dice': { pick: 6 },
  multiplier: { target_multiplier: 2 },
  roulette: { bet_type: 'red' },
  custom: { win_probability: 50 },
  crash: { cash_out_at: 2 },
  plinko: { rows: 8, risk: 'low' },
  slots: {},
  hilo: { guess: 'higher' },
  keno: { picks: [1, 2, 3] },
  'scratch-card': {},
  wheel: {},
  mines: { mines: 3, reveals: 2 },
  baccarat: { bet_on: 'banker' },
};
