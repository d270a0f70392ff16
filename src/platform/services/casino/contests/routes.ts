/** The routes of contests and records: tournaments, challenges, leaderboards, sessions and what belongs to Kelly. */
import { rowsOf } from '../../../../core/http/route.ts';
import type { Challenges } from './challenges.ts';
import type { Records } from '../records/records.ts';
import { keyed, reading as anyReading } from '../route-parts.ts';
import { acceptChallengeA, challengesA, createChallengeA, declineChallengeA } from './style-a-challenges.ts';
import {
  bankrollCurveA,
  leaderboardA,
  profitLeadersShort,
  sessionA,
  simulateKellyA,
} from '../records/style-a.ts';
import {
  createTournamentA,
  enterTournamentA,
  playTournamentA,
  tournamentA,
  tournamentsA,
} from './style-a-tournaments.ts';
import type { Tournaments } from './tournaments.ts';

const reading = { ...anyReading, refusals: keyed } as const;
const creating = { ...reading, success: 201 } as const;

const tournament = rowsOf<Tournaments>();

export const tournamentRows = [
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
    limits: { row: 'casino', endpoint: 'casinoPlay' },
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
];

const challenge = rowsOf<Challenges>();

export const challengeRows = [
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
];

const record = rowsOf<Records>();

export const recordRows = [
  record('leaderboard', {
    ...reading,
    about: 'The top agents and the biggest wins, of all games or of one',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['GET', '/api/v1/stats/leaderboard', leaderboardA] },
  }),
  record('profitLeaders', {
    ...reading,
    about: 'The top agents by profit and loss',
    styles: { short: ['GET', '/api/v1/leaderboard', profitLeadersShort] },
  }),
  record('session', {
    ...reading,
    about: 'Figures of the last 24 hours, in all and by game',
    styles: { A: ['GET', '/api/v1/stats/session', sessionA] },
  }),
  record('bankrollCurve', {
    ...reading,
    about: 'The bankroll after each bet',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['GET', '/api/v1/kelly/history', bankrollCurveA] },
  }),
  record('simulateKelly', {
    ...reading,
    about: 'What becomes of a bankroll: a Monte Carlo simulation of one bet',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['POST', '/api/v1/kelly/simulate', simulateKellyA] },
  }),
];
