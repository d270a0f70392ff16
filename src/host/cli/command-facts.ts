/** What the help text of a command says beside its options: its exit codes, and the environment variables it reads. */

export interface CommandFacts {
  /** What exit code 0 means. */
  readonly held: string;
  /** What exit code 1 means; left out where the command never ends with it. */
  readonly failed?: string;
  /** Names from `environment`. */
  readonly environment?: readonly (keyof typeof environment)[];
}

/** Every variable that changes what a command does. */
export const environment = {
  CI: 'not empty: a second process repeats the run, and the digests are compared',
  GITHUB_ACTIONS: 'true: each finding is printed as an annotation as well',
  GITHUB_SHA: 'the default seed',
  GITHUB_STEP_SUMMARY: 'with GITHUB_ACTIONS: the file that gets a summary',
  K6_BIN: 'the k6 program of --engine k6 (default: k6)',
  NO_COLOR: 'not empty: no colours on a terminal',
  ORRERY_API_KEY: 'with --target: the key of an account that bets (default: a new account)',
} as const;

const aScenario = {
  held: 'every expectation holds and every behaviour came to its end',
  failed: 'an expectation failed or a behaviour broke',
  environment: ['CI', 'NO_COLOR'],
} as const satisfies CommandFacts;

const aSweep = {
  held: 'every point holds',
  failed: 'a point failed',
  environment: ['NO_COLOR'],
} as const satisfies CommandFacts;

export const commandFacts: Readonly<Record<string, CommandFacts>> = {
  run: aScenario,
  record: aScenario,
  replay: {
    held: 'the traffic was sent as planned, and the thresholds of the trace hold',
    failed: 'the replay was stopped or is void, or a threshold failed',
    environment: ['K6_BIN'],
  },
  conform: { held: 'every response is that of the model', failed: 'a response differs' },
  har: { held: 'the file was written' },
  bench: {
    held: 'the thresholds hold, and nothing is worse than the baseline',
    failed: 'a threshold failed, or a figure is worse than the baseline',
  },
  check: {
    held: 'every property holds',
    failed: 'a property is broken, two runs of one seed differ, or the coverage is too low',
    environment: ['GITHUB_ACTIONS', 'GITHUB_SHA', 'GITHUB_STEP_SUMMARY'],
  },
  audit: {
    held: 'nothing contradicts what is stated',
    failed: 'a game contradicts what is stated, or there is a finding',
    environment: ['ORRERY_API_KEY'],
  },
  serve: { held: 'the server was told to stop' },
  sweep: aSweep,
  merge: aSweep,
  policies: { held: 'the policies were printed' },
  compare: {
    held: 'no limit is exceeded',
    failed: 'a limit of --fail-above or --fail-below is exceeded',
    environment: ['NO_COLOR'],
  },
  diff: { held: 'the two runs are the same', failed: 'the two runs differ' },
  init: { held: 'the files were written' },
  completion: { held: 'the script was printed' },
};

/** The same for every command. */
export const commonCodes: Readonly<Record<number, string>> = {
  2: 'the call or a file is wrong, or the machine refused (disk full, no permission): one line on stderr',
  3: 'a broken invariant inside Orrery: please report it',
  130: 'interrupted; what is finished is marked as partial',
};
