import type { CommandRow } from '../../command.ts';
import { json, quiet } from '../../options/common-options.ts';

/** Its JSON result is docs/schemas/diff.json. */
export const diff: CommandRow = {
  name: 'diff',
  about: 'the first event at which two runs differ',
  arguments: [
    { flags: '<a>', about: 'a report folder' },
    { flags: '<b>', about: 'another report folder' },
  ],
  options: [json, quiet],
  examples: ['orrery diff reports/first-month-7-0f3c9a12 reports/first-month-8-77aa01c9'],
  exitCodes: { held: 'the two runs are the same', failed: 'the two runs differ' },
  load: async () => (await import('./diff.ts')).diffCommand,
};
