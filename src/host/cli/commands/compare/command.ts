import type { CommandRow } from '../../command.ts';
import { colors, json, quiet } from '../../options/common-options.ts';

/** Its JSON result is docs/schemas/compare.json. Without a bound it never fails. */
export const compare: CommandRow = {
  name: 'compare',
  about: 'two runs, or two sets of runs, metric by metric, and whether they differ by more than noise',
  arguments: [
    { flags: '<a>', about: 'a report folder, or a folder of report folders' },
    { flags: '<b>', about: 'what to set beside it: the same' },
  ],
  options: [
    {
      flags: '--fail-above <metric:bound>',
      about: 'exit 1 where it rises by more, in percent or units; may be repeated',
      gathers: 'list',
    },
    {
      flags: '--fail-below <metric:bound>',
      about: 'exit 1 where it falls by more; may be repeated',
      gathers: 'list',
    },
    {
      flags: '--out <file>',
      about: 'write the comparison there, as one HTML file',
      without: 'no page is written',
    },
    { flags: '--all', about: 'list what is the same too' },
    json,
    quiet,
  ],
  examples: [
    'orrery compare reports/small-market-1-0f3c9a12 reports/small-market-2-77aa01c9',
    'orrery compare reports/before reports/after --out compare.html',
    "orrery compare before after --fail-above 'http_req_duration{p(99)}:10%' --fail-above http_req_timeouts:0",
  ],
  exitCodes: {
    held: 'no limit is exceeded',
    failed: 'a limit of --fail-above or --fail-below is exceeded',
  },
  environment: colors,
  load: async () => (await import('./compare.ts')).compareCommand,
};
