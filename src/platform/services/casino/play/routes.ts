/** The routes of play: a row an operation, a column a style; bets of style A have a row a game. */
import { rowsOf, type Row, type RouteTable } from '../../../../core/http/route.ts';
import { casinoGames } from './game-stakes.ts';
import { keyed, reading } from '../route-parts.ts';
import type { BetBook } from './bet-book.ts';
import { betting } from './betting.ts';
import type { Bets } from './bets.ts';
import type { BetVerification } from './fairness.ts';
import type { GameList } from './game-list.ts';
import type { Play } from './play.ts';
import type { SingleEntry } from './schemas.ts';
import type { StakeLimits } from './stake-limits.ts';
import { auditA, betA, gamesA, pathOf, rotateA, seedHashA, seedsA, statsA, verifyA } from './style-a.ts';
import { batchA, kellyConfigA, kellyLimitsA, kellyOptimalA } from './style-a-kelly.ts';
import { betB, gameListB, historyB, statsB, verifyB } from './style-b.ts';
import { coinflipShort, provablyFairShort } from './style-short.ts';

const bet = rowsOf<Bets>();
const list = rowsOf<GameList>();
const book = rowsOf<BetBook>();
const fairness = rowsOf<BetVerification>();
const limits = rowsOf<StakeLimits>();

const gameRow = (entry: SingleEntry): Row =>
  bet('bet', {
    ...betting,
    about: `One round of ${entry.game.id}`,
    styles: { A: ['POST', `/api/v1/games/${pathOf(entry.names)}`, betA(entry)] },
  });

/** The route tables of the slice, in all three styles. */
export const playRoutes: readonly RouteTable<Play>[] = [
  {
    operations: ({ bets }) => bets,
    rows: [
      bet('bet', {
        ...betting,
        about: 'One round of a game',
        styles: { B: ['POST', '/bet', betB] },
      }),
      ...casinoGames.flatMap((entry) => (entry.kind === 'single' ? [gameRow(entry)] : [])),
      bet('bet', {
        ...betting,
        about: 'Flip a coin',
        styles: { short: ['POST', '/api/v1/games/coinflip', coinflipShort] },
      }),
      bet('batch', {
        ...betting,
        about: 'Up to 20 bets, each for itself',
        refusals: [...keyed, 'BAD_REQUEST'],
        styles: { A: ['POST', '/api/v1/bets/batch', batchA] },
      }),
    ],
  },
  {
    operations: (play) => play.games,
    rows: [
      list('games', {
        ...reading,
        about: 'The games and what they take',
        refusals: keyed,
        styles: { A: ['GET', '/api/v1/games', gamesA], B: ['GET', '/games', gameListB] },
      }),
    ],
  },
  {
    operations: (play) => play.book,
    rows: [
      book('history', {
        ...reading,
        about: 'Settled bets, newest first',
        refusals: [...keyed, 'BAD_REQUEST'],
        styles: { B: ['GET', '/history', historyB] },
      }),
      book('stats', {
        ...reading,
        about: 'Lifetime figures, in all and by game',
        refusals: keyed,
        styles: { A: ['GET', '/api/v1/stats/me', statsA], B: ['GET', '/stats', statsB] },
      }),
    ],
  },
  {
    operations: (play) => play.fairness,
    rows: [
      fairness('seedHash', {
        ...reading,
        about: 'The hash of the server seed in use',
        refusals: keyed,
        styles: { A: ['GET', '/api/v1/fairness/seed-hash', seedHashA] },
      }),
      fairness('rotate', {
        ...reading,
        about: 'Reveal the server seed in use and go on to the next one',
        refusals: [...keyed, 'BAD_REQUEST', 'CONFLICT'],
        styles: { A: ['POST', '/api/v1/fairness/rotate', rotateA] },
      }),
      fairness('seeds', {
        ...reading,
        about: 'All server seeds: the hash of the one in use, the others revealed',
        refusals: keyed,
        styles: { A: ['GET', '/api/v1/fairness/seeds', seedsA] },
      }),
      fairness('verifyBet', {
        ...reading,
        about: 'Recompute a bet from its seeds',
        refusals: [...keyed, 'BAD_REQUEST', 'NOT_FOUND'],
        styles: { A: ['POST', '/api/v1/fairness/verify', verifyA] },
      }),
      fairness('verifyBet', {
        ...reading,
        about: 'The whole way of a bet from seeds to payout',
        refusals: [...keyed, 'NOT_FOUND'],
        styles: { A: ['GET', '/api/v1/fairness/audit/:betId', auditA] },
      }),
      fairness('verifyBet', {
        ...reading,
        about: 'The proof of a bet: its seeds, and its result worked out again',
        refusals: [...keyed, 'NOT_FOUND'],
        styles: { short: ['GET', '/api/v1/games/provably-fair/:id', provablyFairShort] },
      }),
      fairness('verifyRound', {
        ...reading,
        about: 'Recompute the bet of a nonce under a server seed hash',
        refusals: [...keyed, 'BAD_REQUEST', 'NOT_FOUND'],
        styles: { B: ['GET', '/verify/:seed', verifyB] },
      }),
    ],
  },
  {
    operations: (play) => play.limits,
    rows: [
      limits('kellyLimits', {
        ...reading,
        about: 'The highest bet on each game now',
        refusals: keyed,
        styles: { A: ['GET', '/api/v1/kelly/limits', kellyLimitsA] },
      }),
      limits('kellyOptimal', {
        ...reading,
        about: "The player's own Kelly bet",
        refusals: [...keyed, 'BAD_REQUEST'],
        styles: { A: ['POST', '/api/v1/kelly/optimal', kellyOptimalA] },
      }),
      limits('configureKelly', {
        ...reading,
        about: 'Set the risk factor',
        refusals: [...keyed, 'BAD_REQUEST'],
        styles: { A: ['PUT', '/api/v1/kelly/config', kellyConfigA] },
      }),
    ],
  },
];
