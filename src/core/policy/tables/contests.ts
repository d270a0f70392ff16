/** Open readings about tournaments, challenges, the leaderboard and the session figures of the casino. */
import type { PolicyRow } from '../row.ts';

/** Policies of tournaments, challenges, the leaderboard and session figures (gaps C22 to C24, C33, C35). */
export const contestPolicies = {
  'tournaments.split': {
    question: 'How is the prize of a tournament split?',
    gap: 'C23',
    lines: 'TOU02',
    options: {
      '50-30-20': 'half to the first, 30% to the second, 20% to the third',
      winner: 'all of it to the first',
      equal: 'a third each to the first three',
    },
    default: '50-30-20',
  },
  'tournaments.unclaimed': {
    question: 'Who gets the shares of places that have no entrant?',
    gap: 'C23',
    lines: 'TOU02, TOU07',
    options: {
      scaled: 'those who are placed, in proportion to their own shares',
      creator: 'the creator of the tournament',
    },
    default: 'scaled',
  },
  'tournaments.ties': {
    question: 'Who is ahead when two entrants have the same score?',
    gap: 'C23',
    lines: 'TOU04',
    options: {
      shared: 'neither: they share the prizes of the places they take up',
      'first-entered': 'the agent that entered first',
    },
    default: 'shared',
  },
  'tournaments.score': {
    question: 'What is the score of an entrant?',
    gap: 'C23',
    lines: 'TOU04',
    options: {
      'net-profit': 'what it won less what it staked, over its bets in the event',
      wagered: 'what it staked in the event',
      'best-win': 'the highest profit of a single bet in the event',
    },
    default: 'net-profit',
  },
  'tournaments.stakes': {
    question: 'What is staked in a tournament?',
    gap: 'C24',
    lines: 'TOU06',
    options: {
      balance: 'USDC: a play is a bet like any other',
      chips: '1000 chips for each entrant, which are worth nothing outside',
    },
    default: 'balance',
  },
  'tournaments.minEntrants': {
    question: 'How many entrants does a tournament need, so that it is not cancelled and refunded?',
    gap: 'C23',
    lines: 'TOU07',
    options: { '1': 'one', '2': 'two', '3': 'three' },
    default: '2',
  },
  'tournaments.entries': {
    question: 'Until when may an agent enter?',
    gap: 'C23',
    lines: 'TOU07',
    options: {
      'until-start': 'until starts_at; too few entrants by then cancel it',
      'until-end': 'until ends_at; too few entrants by then cancel it',
    },
    default: 'until-start',
  },
  'tournaments.idle': {
    question: 'Is an entrant who never played placed?',
    gap: 'C23',
    lines: 'TOU04',
    options: {
      unranked: 'no: only those who played can win a prize',
      ranked: 'yes: with a score of nothing, which beats every loss',
    },
    default: 'unranked',
  },
  'tournaments.prize': {
    question: 'What is won in a tournament?',
    gap: 'C23',
    lines: 'TOU02',
    options: {
      'pool-and-fees': 'the prize pool of the creator and all entry fees',
      pool: "the prize pool alone; the entry fees are the creator's",
    },
    default: 'pool-and-fees',
  },
  'challenges.tie': {
    question: 'What comes of a challenge in which both have the same multiplier?',
    gap: 'C22',
    lines: 'CHA07',
    options: {
      refund: 'both stakes go back',
      replay: 'both play again, up to 20 times; then the stakes go back',
    },
    default: 'refund',
  },
  'challenges.expiry': {
    question: 'After which time is the stake of an unanswered challenge returned?',
    gap: 'C22',
    lines: 'CHA07, CHA08',
    options: { '24h': 'a day', '7d': 'a week' },
    default: '24h',
  },
  'challenges.fee': {
    question: 'What does the casino take of a challenge that is won?',
    gap: 'C22',
    lines: 'CHA07',
    options: {
      none: 'nothing',
      'one-percent': '1% of both stakes, rounded to the nearest micro, half up',
    },
    default: 'none',
  },
  'leaderboard.window': {
    question: 'Which bets does the leaderboard count?',
    gap: 'C33',
    lines: 'STA03',
    options: { lifetime: 'all of them', day: 'those of the current day in UTC' },
    default: 'lifetime',
  },
  'leaderboard.order': {
    question: 'By what are the top agents of style A ranked?',
    gap: 'C33',
    lines: 'STA03',
    options: { 'net-profit': 'by net profit', wagered: 'by what they wagered' },
    default: 'net-profit',
  },
  'leaderboard.agentId': {
    question: 'How is an agent_id abbreviated?',
    gap: 'C33',
    lines: 'STA08',
    options: { shortened: 'its first six characters and an ellipsis', full: 'not at all' },
    default: 'shortened',
  },
  'stats.session': {
    question: 'What are the last 24 hours?',
    gap: 'C35',
    lines: 'STA02',
    options: { rolling: 'the 24 hours before the call', calendar: 'the current day in UTC' },
    default: 'rolling',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
