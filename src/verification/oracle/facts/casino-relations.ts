/** Relations of fields in answers of the casino. */
import { areClocksTrue, objects, reads } from '../case.ts';
import type { Body } from '../exchange.ts';
import { nearly, type Relation } from './exchange-relations.ts';

/** What all games add up to. */
export const byGame: Relation = function* (answer) {
  const parts = Object.values((answer['by_game'] ?? {}) as Record<string, Body>);
  const sum = (of: (part: Body) => number): number => parts.reduce((total, part) => total + of(part), 0);
  const total = Number(answer['total_bets']);
  yield ['bets of all games', sum((part) => Number(part['total_bets'])), total];
  for (const name of ['wagered', 'won'])
    yield [`${name} of all games`, Math.round(sum((part) => Number(part[name])) * 1e6), Math.round(Number(answer[name]) * 1e6)];
  for (const [game, part] of Object.entries((answer['by_game'] ?? {}) as Record<string, Body>)) {
    const [won, wagered, profit] = ['won', 'wagered', 'profit_loss'].map((name) => Math.round(Number(part[name]) * 1e6));
    yield [`profit_loss of ${game}`, profit, (won ?? 0) - (wagered ?? 0)];
  }
  const wins = sum((part) => Number(part['win_rate']) * Number(part['total_bets']));
  yield nearly('won bets, by win_rate', { seen: Number(answer['win_rate']) * total, wanted: wins, by: 0.01 });
}; // prettier-ignore

export const credited: Relation = (row) => [
  ['status', row['status'], row['credited_at'] === null ? 'pending' : 'credited'],
  ['confirmations_required', row['confirmations_required'], 2],
  ['asset', row['asset'], 'USDC'],
];

/** The history is that of the ledger, with entries of every service. */
export const curve: Relation = function* (answer, exchange, file) {
  if (!areClocksTrue(file, exchange)) return;
  let before = '';
  for (const { at, bankroll } of objects(answer, 'history')) {
    yield ['order of instants', String(at) >= before, true];
    yield ['a bankroll', typeof bankroll === 'number' && bankroll >= 0, true];
    before = String(at);
  }
};

export const deposited: Relation = (row) => [
  [
    'confirmations',
    row['status'] === 'credited' ? row['confirmations'] : Number(row['confirmations']) < 2,
    row['status'] === 'credited' ? 2 : true,
  ],
];

/** Where a bet can be checked before and after its seed is out. */
export const audited: Relation = (answer) => {
  if (answer['placed_at'] === undefined) return [];
  const { bet_id: bet } = (answer['verification'] ?? {}) as Body;
  return [
    ['bet_id of the verification', bet, answer['bet_id']],
    ['commitment', answer['commitment'], 'SHA-256(server_seed)'],
    [
      'algorithm names the construction',
      String(answer['algorithm']).startsWith('HMAC-SHA256(server_seed, client_seed:nonce:cursor)'),
      true,
    ],
  ];
};

/** The path names the bet. */
export const asked: Relation = (answer, { params }) => [
  ['bet_id', answer['bet_id'], params['betId'] ?? params['id'] ?? answer['bet_id']],
];

/** The seed and the number of the round that a path asks for (FAI11). */
export const askedRound: Relation = (answer, { params, query }) => [
  ['seed_hash', answer['seed_hash'], params['seed'] ?? answer['seed_hash']],
  ...(query['nonce'] === undefined ? [] : [['nonce', answer['nonce'], Number(query['nonce'])] as const]),
];

/** Where none is sent a curve is cashed out at its end (GAM37). */
export const launched: Relation = (answer, { body }, file) => {
  const top = reads(file, 'casino.crashTop', 'curve') ? 1024 : 100;
  return [['cash_out_at', answer['cash_out_at'], Number(body?.['cash_out_at'] ?? top)]];
};

/** A bet on a colour, a half or a number names it. */
export const placedOn: Relation = (answer, { body }) => {
  const { bet } = (body?.['params'] ?? {}) as Body;
  const { bet_type: type } = (answer['result'] ?? {}) as Body;
  if (answer['game'] !== 'roulette') return [];
  return [['bet_type', type, typeof bet === 'number' ? 'number' : bet]];
};

/** Chips are there where stakes are of chips (gap C24). */
export const played: Relation = (answer, _exchange, file) => [
  ['chips are there', (answer['chips'] ?? null) !== null, reads(file, 'tournaments.stakes', 'chips')],
];

export const pageAsked: Relation = (answer, { query }) => [
  ['page', answer['page'], Number(query['page'] ?? 1)],
];
