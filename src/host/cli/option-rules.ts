/** Options that contradict each other or need each other, for every command. `call-check.ts` holds each call against it. */

export interface OptionRule {
  readonly command: string;
  /** The long name of an option without its dashes, or an argument as in the usage line: `[game...]`. */
  readonly option: string;
  /** These must not stand beside it; `speed=max` means only that value. */
  readonly excludes?: readonly string[];
  /** This must stand beside it; `shape=constant` means that value, which may be the default. */
  readonly needs?: string;
  readonly why: string;
}

export const optionRules: readonly OptionRule[] = [
  {
    command: 'replay',
    option: 'machines',
    needs: 'engine=k6',
    why: 'only a k6 script is divided among machines',
  },
  { command: 'replay', option: 'machines', needs: 'out', why: 'the script for the machines is kept there' },
  {
    command: 'replay',
    option: 'ramp',
    excludes: ['speed=max'],
    why: 'a speed without a limit has nothing to rise to',
  },
  { command: 'replay', option: 'dry-run', excludes: ['out'], why: 'a dry run has no result to keep' },
  { command: 'bench', option: 'path', excludes: ['mix'], why: 'either one path is read or a mix' },
  { command: 'bench', option: 'keys', needs: 'mix', why: 'a path is read with the key of --header' },
  { command: 'bench', option: 'agents', needs: 'mix', why: 'a path is read with the key of --header' },
  { command: 'bench', option: 'keys', excludes: ['agents'], why: 'with keys nobody is registered' },
  { command: 'bench', option: 'rate', needs: 'shape=constant', why: 'the other shapes have no fixed rate' },
  {
    command: 'bench',
    option: 'connections',
    needs: 'shape=closed',
    why: 'the other shapes open as many connections as they need',
  },
  {
    command: 'bench',
    option: 'from-rate',
    needs: 'shape=saturation',
    why: 'only the search for saturation raises the rate',
  },
  {
    command: 'bench',
    option: 'to-rate',
    needs: 'shape=saturation',
    why: 'only the search for saturation raises the rate',
  },
  {
    command: 'bench',
    option: 'tolerance',
    needs: 'baseline',
    why: 'it says how much worse than the baseline a result may be',
  },
  { command: 'check', option: 'cpu', needs: 'for', why: 'it says what --for counts' },
  {
    command: 'audit',
    option: 'bets',
    excludes: [
      'target',
      'budget',
      'stake',
      'bets-per-seed',
      'rate',
      'rounds',
      'workers',
      'resume',
      'prove',
      'seed',
      '[game...]',
    ],
    why: 'a log is audited as it is, with every game in it',
  },
  { command: 'audit', option: 'names', needs: 'bets', why: 'it translates the columns of a log' },
  {
    command: 'audit',
    option: 'target',
    excludes: ['rounds', 'workers', 'resume', 'prove'],
    why: 'a live casino plays the rounds, and as many as the budget allows',
  },
  { command: 'audit', option: 'budget', needs: 'target', why: 'only a live casino takes money' },
  { command: 'audit', option: 'stake', needs: 'target', why: 'only a live casino takes money' },
  { command: 'audit', option: 'bets-per-seed', needs: 'target', why: 'only a live casino takes bets' },
  { command: 'audit', option: 'rate', needs: 'target', why: 'only a live casino is called' },
  { command: 'sweep', option: 'work', needs: 'queue', why: 'it says whom to work for' },
  { command: 'sweep', option: 'work', excludes: ['out'], why: 'a helper writes nothing' },
  { command: 'sweep', option: 'shard', excludes: ['queue'], why: 'a queue divides the points itself' },
];
