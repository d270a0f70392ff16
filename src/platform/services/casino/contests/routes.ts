/** The routes of contests: tournaments and challenges. */
import { rowsOf, type RouteTable } from '../../../../core/http/route.ts';
import { keyed, reading as anyReading } from '../route-parts.ts';
import type { Challenges } from './challenges.ts';
import type { Contests } from './contests.ts';
import { acceptChallengeA, challengesA, createChallengeA, declineChallengeA } from './style-a-challenges.ts';
import {
  createTournamentA,
  enterTournamentA,
  playTournamentA,
  tournamentA,
  tournamentsA,
} from './style-a-tournaments.ts';
import type { Tournaments } from './tournaments.ts';
import { casinoRow, playCap } from '../limits.ts';

const reading = { ...anyReading, refusals: keyed } as const;
const creating = { ...reading, success: 201 } as const;

const tournament = rowsOf<Tournaments>();
const challenge = rowsOf<Challenges>();

/** The route tables of the slice, all of style A. */
export const contestRoutes: readonly RouteTable<Contests>[] = [
  {
    operations: ({ tournaments }) => tournaments,
    rows: [
      tournament('createTournament', {
        ...creating,
        about: 'Create a tournament; its prize pool is held from now on',
        refusals: [...keyed, 'BAD_REQUEST', 'INSUFFICIENT_BALANCE'],
        styles: { A: ['POST', '/api/v1/tournaments/create', createTournamentA] },
      }),
      tournament('tournaments', {
        ...reading,
        about: 'Active and upcoming tournaments',
        refusals: [...keyed, 'BAD_REQUEST'],
        styles: { A: ['GET', '/api/v1/tournaments', tournamentsA] },
      }),
      tournament('tournament', {
        ...reading,
        about: 'One tournament with its live leaderboard',
        refusals: [...keyed, 'NOT_FOUND'],
        styles: { A: ['GET', '/api/v1/tournaments/:id', tournamentA] },
      }),
      tournament('enterTournament', {
        ...reading,
        about: 'Enter a tournament; the fee is held from now on',
        refusals: [...keyed, 'NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_BALANCE'],
        styles: { A: ['POST', '/api/v1/tournaments/:id/enter', enterTournamentA] },
      }),
      tournament('playTournament', {
        ...reading,
        // A play is a bet, and counts against the cap on play (LIM15).
        limits: { row: casinoRow, endpoint: playCap },
        about: 'One bet in a tournament, with the parameters of its game',
        refusals: [
          ...keyed,
          'BAD_REQUEST',
          'NOT_FOUND',
          'FORBIDDEN',
          'CONFLICT',
          'GAME_CLOSED',
          'INSUFFICIENT_BALANCE',
        ],
        styles: { A: ['POST', '/api/v1/tournaments/:id/play', playTournamentA] },
      }),
    ],
  },
  {
    operations: ({ challenges }) => challenges,
    rows: [
      challenge('createChallenge', {
        ...creating,
        about: 'Challenge another agent; the stake is held from now on',
        refusals: [...keyed, 'BAD_REQUEST', 'NOT_FOUND', 'GAME_CLOSED', 'INSUFFICIENT_BALANCE'],
        styles: { A: ['POST', '/api/v1/challenges', createChallengeA] },
      }),
      challenge('challenges', {
        ...reading,
        about: 'Pending challenges, incoming and outgoing, and the latest settled ones',
        refusals: [...keyed, 'BAD_REQUEST'],
        styles: { A: ['GET', '/api/v1/challenges', challengesA] },
      }),
      challenge('acceptChallenge', {
        ...reading,
        about: 'Accept a challenge: both play, and the higher multiplier wins',
        refusals: [...keyed, 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'GAME_CLOSED', 'INSUFFICIENT_BALANCE'],
        styles: { A: ['POST', '/api/v1/challenges/:id/accept', acceptChallengeA] },
      }),
      challenge('declineChallenge', {
        ...reading,
        about: 'Decline a challenge: the stake goes back',
        refusals: [...keyed, 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
        styles: { A: ['POST', '/api/v1/challenges/:id/decline', declineChallengeA] },
      }),
    ],
  },
];
