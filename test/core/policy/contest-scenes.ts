/** What one small scene shows under each option of the policies about contests, the leaderboard and sessions. */
import { microsPerUsdc } from '../../../src/core/base/money.ts';
import type { PolicyName, PolicyValue } from '../../../src/core/policy/policies.ts';
import { betA, casinoA, placed } from '../../conformance/casino-stage.ts';
import {
  accept,
  challenge,
  contest,
  createTournament,
  enter,
  play,
  rowsOf,
  tournament,
} from '../../conformance/contest-stage.ts';
import type { Overrides } from '../../conformance/harness.ts';
import type { Scene } from './scene.ts';

type ContestPolicy = Extract<
  PolicyName,
  `tournaments.${string}` | `challenges.${string}` | `leaderboard.${string}` | 'stats.session'
>;

/** One chance in a thousand, which none of these few bets has: what is staked is lost. */
const hopeless = { target_multiplier: 1000 };
const unlimited = { 'kelly.limit': 'none' };
const racers = ['first', 'second', 'third', 'fourth'];

/**
 * Four enter for 1.00 each, after 10.00 from the host; each loses its stake, or does nothing. Gives the prizes in order of
 * entry, and what the host has won or lost.
 */
function race(overrides: Overrides, stakes: readonly number[]) {
  const { stage, alice: host, others } = contest({ ...unlimited, ...overrides }, racers);
  const before = host.spendable;
  const id = createTournament(stage, host, { game: 'multiplier' });
  for (const member of others) enter(member, id);
  stage.advance('1h');
  for (const [at, amount] of stakes.entries()) {
    if (amount > 0) placed(play(others[at] ?? host, id, { ...hopeless, amount }));
  }
  stage.advance('1h');
  const rows = rowsOf(host, id);
  const prizes = racers.map((name) => rows.get(name)?.['prize']);
  return { prizes, host: (host.spendable - before) / microsPerUsdc };
}

/** A tournament that so many enter before it starts; what is it then, what at its end, and what has the host back? */
function turnout(overrides: Overrides, entrants: number) {
  const { stage, alice: host, others } = contest({ ...unlimited, ...overrides }, racers);
  const id = createTournament(stage, host);
  for (const member of others.slice(0, entrants)) enter(member, id);
  stage.advance('1h');
  const atStart = tournament(host, id).body['status'];
  const late = enter(others[3] ?? host, id).status;
  for (const member of others.slice(0, entrants)) play(member, id);
  stage.advance('1h');
  return [atStart, late, tournament(host, id).body['status']];
}

/** A challenge that is tied: both lose. */
function tied(overrides: Overrides) {
  const { alice, bob } = contest(overrides);
  return accept(bob, challenge(alice, bob, { game: 'multiplier', ...hopeless })).body;
}

/** Two games on two days, by players with long names. */
function week(overrides: Overrides) {
  const { stage, others } = contest({ ...unlimited, ...overrides }, ['early-bird', 'night-owl']);
  const [bird, owl] = others;
  if (bird === undefined || owl === undefined) throw new Error('two players');
  placed(betA(bird, 'multiplier', hopeless, 2));
  placed(betA(owl, 'multiplier', hopeless, 1));
  stage.advance('20h');
  placed(betA(owl, 'multiplier', hopeless, 0.5));
  const leaders = owl.get(`${casinoA}/stats/leaderboard`).list('overall_leaderboard');
  return {
    leaders: leaders.map((row) => [row['agent_id'], row['total_wagered']]),
    session: owl.get(`${casinoA}/stats/session`).body['total_bets'],
  };
}

export const contestScenes: { [Name in ContestPolicy]: Scene<PolicyValue<Name>> } = {
  'tournaments.split': {
    play: (overrides) => race(overrides, [0.1, 0.2, 0.3, 0.4]).prizes,
    shows: {
      '50-30-20': [7, 4.2, 2.8, 0],
      winner: [14, 0, 0, 0],
      equal: [4.666668, 4.666666, 4.666666, 0],
    },
  },
  'tournaments.unclaimed': {
    play: (overrides) => race(overrides, [0.1, 0.2]),
    shows: {
      scaled: { prizes: [8.75, 5.25, 0, 0], host: -10 },
      creator: { prizes: [7, 4.2, 0, 0], host: -7.2 },
    },
  },
  'tournaments.ties': {
    play: (overrides) => race(overrides, [0.2, 0.1, 0.2, 0.2]).prizes,
    shows: {
      shared: [2.333334, 7, 2.333333, 2.333333],
      'first-entered': [4.2, 7, 2.8, 0],
    },
  },
  'tournaments.score': {
    play: (overrides) => race(overrides, [0.1, 0.2, 0.3, 0.4]).prizes,
    shows: {
      'net-profit': [7, 4.2, 2.8, 0],
      wagered: [0, 2.8, 4.2, 7],
      // Nobody has won a bet.
      'best-win': [3.5, 3.5, 3.5, 3.5],
    },
  },
  'tournaments.stakes': {
    play: (overrides) => {
      const { stage, alice, bob } = contest({ ...unlimited, ...overrides });
      const id = createTournament(stage, alice, { game: 'multiplier' });
      for (const member of [alice, bob]) enter(member, id);
      stage.advance('1h');
      const before = bob.spendable;
      const bet = placed(play(bob, id, { ...hopeless, amount: 2 }));
      const verified = bob.post(`${casinoA}/fairness/verify`, { bet_id: bet['bet_id'] }).body['status'];
      const total = bob.get(`${casinoA}/stats/me`).body['total_bets'];
      const most = play(bob, id, { ...hopeless, amount: 999 }).verdict;
      return [before - bob.spendable, bet['chips'], bet['net_profit'], verified, total, most];
    },
    shows: {
      balance: [1_001_000_000, null, -2, 'unrevealed', 1, [200, undefined]],
      chips: [0, 998, -2, 'unrevealed', 0, [422, 'INSUFFICIENT_BALANCE']],
    },
  },
  'tournaments.minEntrants': {
    play: (overrides) => [1, 2, 3].map((entrants) => turnout(overrides, entrants)[2]),
    shows: {
      '1': ['finished', 'finished', 'finished'],
      '2': ['cancelled', 'finished', 'finished'],
      '3': ['cancelled', 'cancelled', 'finished'],
    },
  },
  'tournaments.entries': {
    play: (overrides) => [0, 1, 2].map((entrants) => turnout(overrides, entrants)),
    shows: {
      'until-start': [
        ['cancelled', 409, 'cancelled'],
        ['cancelled', 409, 'cancelled'],
        ['active', 409, 'finished'],
      ],
      'until-end': [
        ['active', 200, 'cancelled'],
        ['active', 200, 'finished'],
        ['active', 200, 'finished'],
      ],
    },
  },
  'tournaments.idle': {
    play: (overrides) => [race(overrides, [0.1, 0.2, 0, 0.3]).prizes, race(overrides, []).prizes],
    shows: {
      unranked: [
        [7, 4.2, 0, 2.8],
        [0, 0, 0, 0],
      ],
      ranked: [
        [4.2, 2.8, 7, 0],
        [3.5, 3.5, 3.5, 3.5],
      ],
    },
  },
  'tournaments.prize': {
    play: (overrides) => race(overrides, [0.1, 0.2, 0.3, 0.4]),
    shows: {
      'pool-and-fees': { prizes: [7, 4.2, 2.8, 0], host: -10 },
      pool: { prizes: [5, 3, 2, 0], host: -6 },
    },
  },
  'challenges.tie': {
    play: (overrides) => {
      const { winner_id: winner, rounds, paid } = tied(overrides);
      return [winner, rounds, paid];
    },
    shows: { refund: [null, 1, 0], replay: [null, 21, 0] },
  },
  'challenges.expiry': {
    play: (overrides) => {
      const { stage, alice, bob } = contest(overrides);
      const id = challenge(alice, bob);
      stage.advance('25h');
      const held = [alice.held];
      return [...held, accept(bob, id).status];
    },
    shows: { '24h': [0, 409], '7d': [5_000_000, 200] },
  },
  'challenges.fee': {
    play: (overrides) => {
      const { stage, alice, bob } = contest(overrides);
      for (;;) {
        const { body } = accept(bob, challenge(alice, bob, { amount: '0.010025' }));
        if (body['winner_id'] !== null) return [body['paid'], stage.account('casino:contest-fees')];
      }
    },
    // 1% of 0.020050 is 200.5 micros, and half a micro is rounded up.
    shows: { none: [0.02005, 0], 'one-percent': [0.019849, 201] },
  },
  'leaderboard.window': {
    play: (overrides) => week(overrides).leaders,
    shows: {
      lifetime: [
        ['night-…', 1.5],
        ['early-…', 2],
      ],
      day: [['night-…', 0.5]],
    },
  },
  'leaderboard.order': {
    play: (overrides) => week(overrides).leaders,
    shows: {
      'net-profit': [
        ['night-…', 1.5],
        ['early-…', 2],
      ],
      wagered: [
        ['early-…', 2],
        ['night-…', 1.5],
      ],
    },
  },
  'leaderboard.agentId': {
    play: (overrides) => week(overrides).leaders.map(([name]) => name),
    shows: { shortened: ['night-…', 'early-…'], full: ['night-owl', 'early-bird'] },
  },
  'stats.session': {
    play: (overrides) => week(overrides).session,
    shows: { rolling: 2, calendar: 1 },
  },
};
