/** The routes of records: leaderboards, sessions, bankroll curves and simulations. */
import { rowsOf } from '../../../../core/http/route.ts';
import { keyed, reading as anyReading } from '../route-parts.ts';
import type { Records } from './records.ts';
import { bankrollCurveA, leaderboardA, profitLeadersShort, sessionA, simulateKellyA } from './style-a.ts';

const reading = { ...anyReading, refusals: keyed } as const;
const row = rowsOf<Records>();

/** The rows of the slice: style A, and the profit leaderboard of the short style. */
export const recordRows = [
  row('leaderboard', {
    ...reading,
    about: 'The top agents and the biggest wins, of all games or of one',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['GET', '/api/v1/stats/leaderboard', leaderboardA] },
  }),
  row('profitLeaders', {
    ...reading,
    about: 'The top agents by profit and loss',
    styles: { short: ['GET', '/api/v1/leaderboard', profitLeadersShort] },
  }),
  row('session', {
    ...reading,
    about: 'Figures of the last 24 hours, in all and by game',
    styles: { A: ['GET', '/api/v1/stats/session', sessionA] },
  }),
  row('bankrollCurve', {
    ...reading,
    about: 'The bankroll after each bet',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['GET', '/api/v1/kelly/history', bankrollCurveA] },
  }),
  row('simulateKelly', {
    ...reading,
    about: 'What becomes of a bankroll: a Monte Carlo simulation of one bet',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['POST', '/api/v1/kelly/simulate', simulateKellyA] },
  }),
];
