import type { CommandRow } from '../../command.ts';
import { json, quiet } from '../../options/common-options.ts';

/** Its JSON result is docs/schemas/har.json. The file's ending says which of the two formats it has. */
export const har: CommandRow = {
  name: 'har',
  about: 'a HAR file as a trace, without its secrets, or a trace as a HAR file',
  arguments: [
    { flags: '<from>', about: 'a .har file, or a trace' },
    { flags: '<to>', about: 'the other of the two' },
  ],
  options: [
    {
      flags: '--target <file>',
      about: 'which addresses of a HAR file are which service: a target file',
      without: 'none: paths begin with the service',
    },
    json,
    quiet,
  ],
  examples: [
    'orrery har browser.har trace.ndjson.gz --target target.yaml',
    'orrery har reports/recorded/trace.ndjson.gz recorded.har',
  ],
  exitCodes: { held: 'the file was written' },
  load: async () => (await import('./har.ts')).harCommand,
};
