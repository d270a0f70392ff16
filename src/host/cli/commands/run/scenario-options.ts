/** What a run of a scenario takes; `record` takes the same options, and others beside them. */
import type { CommandRow, OptionRow } from '../../command.ts';
import { colors, json, out, profile, quiet, seed, set } from '../../options/common-options.ts';

/** Gathered in order; `run` checks paths and values. */
export const withValue: OptionRow = {
  flags: '--with <path=value>',
  about: 'one value of the scenario file, such as population.0.count=5; may be repeated',
  gathers: 'list',
};

/** The parts of a `CommandRow` that `run` spreads into its row; it adds name, help text and `load`. */
export const aScenarioRun = {
  arguments: [{ flags: '<scenario>', about: 'a scenario file, or the name of a shipped one' }],
  options: [seed, profile, set, withValue, out, json, quiet],
  exitCodes: {
    held: 'every expectation holds and every behaviour came to its end',
    failed: 'an expectation failed or a behaviour broke',
  },
  environment: {
    CI: 'not empty: a second process repeats the run, and the digests are compared',
    ...colors,
  },
} as const satisfies Partial<CommandRow>;
