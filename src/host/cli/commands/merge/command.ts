import type { CommandRow } from '../../command.ts';
import { colors, json, out, quiet } from '../../options/common-options.ts';
import { sweepExitCodes } from '../sweep/command.ts';

/** Its JSON result is that of a sweep (docs/schemas/sweep.json). */
export const merge: CommandRow = {
  name: 'merge',
  about: 'the shards of a sweep as one folder, the same as the sweep in one piece',
  arguments: [{ flags: '<folder...>', about: 'the folders of all shards' }],
  options: [{ flags: out.flags, about: 'the folder of the whole sweep', isRequired: true }, json, quiet],
  examples: ['orrery merge shard-1 shard-2 shard-3 --out reports/sweep'],
  exitCodes: sweepExitCodes,
  environment: colors,
  load: async () => (await import('./merge.ts')).mergeCommand,
};
