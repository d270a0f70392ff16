import type { CommandRow } from '../../command.ts';
import { json, profile, quiet, set } from '../../options/common-options.ts';

/** Its JSON result is `PoliciesSchema` (docs/schemas/policies.json). */
export const policies: CommandRow = {
  name: 'policies',
  about: 'every open reading of the documents, its options and its default',
  arguments: [{ flags: '[filter]', about: 'show only names that contain this' }],
  options: [{ ...profile, without: 'published' }, set, json, quiet],
  examples: ['orrery policies', 'orrery policies escrow --json'],
  exitCodes: { held: 'the policies were printed' },
  isBrief: true,
  load: async () => (await import('./policies.ts')).policiesCommand,
};
