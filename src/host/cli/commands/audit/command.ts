import type { CommandRow, OptionRule } from '../../command.ts';
import { json, out, profile, quiet, seed } from '../../options/common-options.ts';

const rules: readonly OptionRule[] = [
  {
    option: 'bets',
    excludes: [
      'target',
      'budget',
      'stake',
      'players',
      'bets-per-seed',
      'rate',
      'rounds',
      'workers',
      'resume',
      'prove',
      'seed',
      'strict',
      '[game...]',
    ],
    why: 'a log is audited as it is, with every game in it',
  },
  { option: 'names', needs: 'bets', why: 'it translates the columns of a log' },
  {
    option: 'target',
    excludes: ['rounds', 'workers', 'resume', 'prove', 'strict'],
    why: 'a live casino plays the rounds, and as many as the budget allows',
  },
  { option: 'budget', needs: 'target', why: 'only a live casino takes money' },
  { option: 'stake', needs: 'target', why: 'only a live casino takes money' },
  { option: 'players', needs: 'target', why: 'only a live casino has accounts' },
  { option: 'bets-per-seed', needs: 'target', why: 'only a live casino takes bets' },
  { option: 'rate', needs: 'target', why: 'only a live casino is called' },
];

/** Its JSON result is `AuditSchema` (docs/schemas/audit.json). */
export const audit: CommandRow = {
  name: 'audit',
  about: 'the exact edge of every bet, then replayed rounds, then a verdict on each game',
  arguments: [{ flags: '[game...]', about: 'ids of games; all 17 if none is named' }],
  options: [
    { ...profile, without: 'published' },
    { ...seed, without: '1; with --target none: players and client seeds are random' },
    {
      flags: '--rounds <rounds>',
      about: 'rounds of each game to replay; 0 for the exact part alone',
      default: '20000',
    },
    {
      flags: '--workers <workers>',
      about: 'threads to replay with; the verdicts do not depend on it',
      without: 'one, or one a core for many rounds',
    },
    {
      flags: '--resume <file>',
      about: 'keep finished rounds in this file and go on from it',
      without: 'nothing is kept',
    },
    {
      flags: '--prove',
      about: 'send every symbolic outcome of each game through its play: the code pays what the table says',
    },
    {
      flags: '--strict',
      about: 'fail where a contradiction of the documents costs the house money',
    },
    {
      flags: '--bets <file>',
      about: 'audit the bet log of another casino instead: CSV or NDJSON',
      without: 'none',
    },
    {
      flags: '--names <file>',
      about: 'what that log calls its columns, games and parameters: YAML or JSON',
      without: 'our own names',
    },
    {
      flags: '--target <file>',
      about:
        'audit a live casino instead: bet there, then rotate, reveal and verify; its file must say allow: writes',
      without: 'none: the shipped games',
    },
    {
      flags: '--budget <usdc>',
      about: 'with --target: the most to be staked in all',
      without: 'none: it must be given',
    },
    {
      flags: '--stake <usdc>',
      about: 'with --target: the stake of every bet',
      without: 'stakes of many sizes from 0.01 to a twentieth of the budget',
    },
    { flags: '--players <players>', about: 'with --target: how many accounts bet', default: '3' },
    {
      flags: '--bets-per-seed <bets>',
      about: 'with --target: bets under one server seed on average',
      default: '25',
    },
    { flags: '--rate <calls>', about: 'with --target: the most calls a second', default: '1' },
    out,
    json,
    quiet,
  ],
  rules,
  examples: [
    'orrery audit',
    'orrery audit keno video_poker --profile consistent',
    'orrery audit --rounds 0 --strict',
    'orrery audit --profile published --json',
    'orrery audit coin_flip --rounds 10000000 --workers 2 --resume coin.ndjson',
    'orrery audit --bets log.csv --names names.yaml',
    'orrery audit dice crash --target staging.yaml --budget 2.00',
  ],
  exitCodes: {
    held: 'nothing contradicts what is stated',
    failed:
      'a game contradicts what is stated, or there is a finding about a log or a live casino; with --strict, one that costs the house money',
  },
  environment: {
    ORRERY_API_KEY:
      'with --target: the keys of accounts that bet, separated by commas (default: new accounts)',
  },
  load: async () => (await import('./audit.ts')).auditCommand,
};
