import type { CommandRow } from '../../command.ts';
import { json, quiet } from '../../options/common-options.ts';

/** Its JSON result is `ValidateSchema` (docs/schemas/validate.json). */
export const validate: CommandRow = {
  name: 'validate',
  about: 'every mistake in scenarios, behaviours, target files and request files, without running them',
  arguments: [
    {
      flags: '<file...>',
      about: 'what to check, with every file that it names; a scenario may be the name of a shipped one',
    },
  ],
  options: [
    {
      flags: '--sarif <file>',
      about: 'also write the mistakes to this file as SARIF 2.1.0, for code hosts and editors',
      without: 'no such file',
    },
    json,
    quiet,
  ],
  note: `Each mistake is one line on stderr: file, line, column, what is wrong and what was expected. Behaviours are
imported, because their parameters are checked; no agent acts and no host is contacted.`,
  examples: [
    'orrery validate scenario.yaml my-agent.ts live.yaml',
    "orrery validate scenarios/*.yaml --json | jq '.mistakes[].message'",
    'orrery validate scenario.yaml --sarif mistakes.sarif',
  ],
  exitCodes: { held: 'no file has a mistake' },
  load: async () => (await import('./validate.ts')).validateCommand,
};
