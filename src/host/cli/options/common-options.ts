/** Options and environment variables that several commands share. A command writes `{ ...seed, without: '1' }` to vary one. */
import type { OptionRow } from '../command.ts';

/** Any text is a seed; a number is its decimal text. */
export const seed = {
  flags: '--seed <seed>',
  about: 'the seed, a number or a text',
  without: 'that of the scenario, or 1',
} as const satisfies OptionRow;

/** A complete set of policies; `--set` overrides single ones. */
export const profile = {
  flags: '--profile <profile>',
  about: 'the set of policies',
  without: 'that of the scenario, or published',
  choices: ['published', 'consistent'],
} as const satisfies OptionRow;

/** Gathered into an object from policy to option; the command checks the names. */
export const set = {
  flags: '--set <policy=value>',
  about: 'one policy; may be repeated',
  gathers: 'assignments',
} as const satisfies OptionRow;

/** Any other folder that exists is refused with exit code 2 before the command works. */
export const out = {
  flags: '--out <folder>',
  about: 'the report folder itself: a new or empty one, or an earlier report',
  without: 'a folder in reports/, named after the run',
} as const satisfies OptionRow;

/** With it stdout has one JSON object and failures are JSON on stderr. */
export const json = {
  flags: '--json',
  about: 'print the result object, alone, on stdout; an error is one JSON object on stderr',
} as const satisfies OptionRow;

/** Exit codes and files stay the same; failures are still printed. */
export const quiet = { flags: '--quiet', about: 'print nothing but errors' } as const satisfies OptionRow;

/** For `environment` of a command that paints what it prints. */
export const colors = {
  NO_COLOR: 'not empty: no colours',
  FORCE_COLOR: 'not empty: colours even where stdout is no terminal; 0 or false: none. It precedes NO_COLOR',
} as const;
