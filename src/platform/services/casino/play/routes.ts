/** The routes of the casino: a row an operation, a column a style; bets of style A have a row a game. */
import { games } from '../../../games/registry.ts';
import { rowsOf } from '../../../../core/http/route.ts';
import type { Casino } from './bets.ts';
import { betting, keyed, reading } from '../route-parts.ts';
import {
  auditA,
  balanceA,
  betA,
  gamesA,
  ledgerA,
  pathOf,
  rotateA,
  seedHashA,
  seedsA,
  statsA,
  verifyA,
} from './style-a.ts';
import {
  batchA,
  kellyConfigA,
  kellyLimitsA,
  kellyOptimalA,
  registerA,
  withdrawA,
  withdrawalsA,
} from './style-a-kelly.ts';
import { betB, gameListB, historyB, statsB, verifyB } from './style-b.ts';

const row = rowsOf<Casino>();

const gameRows = games.flatMap((entry) =>
  entry.kind === 'single'
    ? [
        row('bet', {
          ...betting,
          about: `One round of ${entry.game.id}`,
          styles: { A: ['POST', `/api/v1/games/${pathOf(entry.names)}`, betA(entry)] },
        }),
      ]
    : [],
);

export const casinoRows = [
  row('bet', {
    ...betting,
    about: 'One round of a game',
    styles: { B: ['POST', '/bet', betB] },
  }),
  ...gameRows,
  row('games', {
    ...reading,
    about: 'The games and what they take',
    refusals: keyed,
    styles: { A: ['GET', '/api/v1/games', gamesA], B: ['GET', '/games', gameListB] },
  }),
  row('history', {
    ...reading,
    about: 'Settled bets, newest first',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { B: ['GET', '/history', historyB] },
  }),
  row('stats', {
    ...reading,
    about: 'Lifetime figures, in all and by game',
    refusals: keyed,
    styles: { A: ['GET', '/api/v1/stats/me', statsA], B: ['GET', '/stats', statsB] },
  }),
  row('balance', {
    ...reading,
    about: 'What the agent can spend, and its latest transactions',
    refusals: keyed,
    styles: { A: ['GET', '/api/v1/auth/balance', balanceA] },
  }),
  row('transactions', {
    ...reading,
    about: 'Every transaction of the account, newest first',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['GET', '/api/v1/auth/ledger', ledgerA] },
  }),
  row('seedHash', {
    ...reading,
    about: 'The hash of the server seed in use',
    refusals: keyed,
    styles: { A: ['GET', '/api/v1/fairness/seed-hash', seedHashA] },
  }),
  row('rotate', {
    ...reading,
    about: 'Reveal the server seed in use and go on to the next one',
    refusals: [...keyed, 'BAD_REQUEST', 'CONFLICT'],
    styles: { A: ['POST', '/api/v1/fairness/rotate', rotateA] },
  }),
  row('seeds', {
    ...reading,
    about: 'All server seeds: the hash of the one in use, the others revealed',
    refusals: keyed,
    styles: { A: ['GET', '/api/v1/fairness/seeds', seedsA] },
  }),
  row('verifyBet', {
    ...reading,
    about: 'Recompute a bet from its seeds',
    refusals: [...keyed, 'BAD_REQUEST', 'NOT_FOUND'],
    styles: { A: ['POST', '/api/v1/fairness/verify', verifyA] },
  }),
  row('verifyBet', {
    ...reading,
    about: 'The whole way of a bet from seeds to payout',
    refusals: [...keyed, 'NOT_FOUND'],
    styles: { A: ['GET', '/api/v1/fairness/audit/:betId', auditA] },
  }),
  row('verifyRound', {
    ...reading,
    about: 'Recompute the bet of a nonce under a server seed hash',
    refusals: [...keyed, 'BAD_REQUEST', 'NOT_FOUND'],
    styles: { B: ['GET', '/verify/:seed', verifyB] },
  }),
  row('register', {
    about: 'Open an account',
    access: 'none',
    success: 201,
    limits: { row: 'casino', register: true },
    refusals: ['RATE_LIMIT', 'BAD_REQUEST'],
    styles: { A: ['POST', '/api/v1/auth/register', registerA] },
  }),
  row('withdraw', {
    ...reading,
    about: 'Withdraw USDC on Base; the fee of 0.50 is part of the amount',
    refusals: [...keyed, 'BAD_REQUEST', 'INSUFFICIENT_BALANCE'],
    styles: { A: ['POST', '/api/v1/auth/withdraw', withdrawA] },
  }),
  row('withdrawals', {
    ...reading,
    about: 'Withdrawals, newest first',
    refusals: keyed,
    styles: { A: ['GET', '/api/v1/auth/withdrawals', withdrawalsA] },
  }),
  row('batch', {
    ...betting,
    about: 'Up to 20 bets, each for itself',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['POST', '/api/v1/bets/batch', batchA] },
  }),
  row('kellyLimits', {
    ...reading,
    about: 'The highest bet on each game now',
    refusals: keyed,
    styles: { A: ['GET', '/api/v1/kelly/limits', kellyLimitsA] },
  }),
  row('kellyOptimal', {
    ...reading,
    about: "The player's own Kelly bet",
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['POST', '/api/v1/kelly/optimal', kellyOptimalA] },
  }),
  row('configureKelly', {
    ...reading,
    about: 'Set the risk factor',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['PUT', '/api/v1/kelly/config', kellyConfigA] },
  }),
];
