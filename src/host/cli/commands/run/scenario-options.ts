/** What `run` and `record` have in common. */
import type { CommandRow, OptionRow } from '../../command.ts';
import { json, noColor, out, profile, quiet, seed, set } from '../../options/common-options.ts';

const withValue: OptionRow = {
  flags: '--with <path=value>',
  about: 'one value of the scenario file, such as population.0.count=5; may be repeated',
  gathers: 'list',
};

/** The parts of a `CommandRow` that both commands spread into theirs; they add name, help text and `load`. */
export const aScenarioRun = {
  arguments: [{ flags: '<scenario>', about: 'a scenario file' }],
  options: [seed, profile, set, withValue, out, json, quiet],
  exitCodes: {
    held: 'every expectation holds and every behaviour came to its end',
    failed: 'an expectation failed or a behaviour broke',
  },
  environment: {
    CI: 'not empty: a second process repeats the run, and the digests are compared',
    ...noColor,
  },
} as const satisfies Partial<CommandRow>;
