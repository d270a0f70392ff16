import type { CommandRow } from '../../command.ts';
import { json, out, profile, quiet, seed, set } from '../../options/common-options.ts';

/** Its JSON result is docs/schemas/conform.json; it sends only to hosts of the target file. */
export const conform: CommandRow = {
  name: 'conform',
  about: "run populations against a live deployment and compare every answer with the model's",
  options: [
    {
      flags: '--target <file>',
      about: 'where it is, and what may be done there: a target file',
      isRequired: true,
    },
    {
      flags: '--scenario <file>',
      about: 'a population to run; may be repeated; without one, generated sequences of requests',
      gathers: 'list',
    },
    {
      flags: '--runs <runs>',
      about: 'how many generated sequences to run',
      without: '50, or 0 beside a scenario',
    },
    {
      flags: '--for <duration>',
      about: 'wall time of a run against a clock that runs by itself',
      default: '1m',
    },
    {
      flags: '--limit-wait <duration>',
      about: 'the longest wall time that a run waits where its IP address has reached a limit',
      default: '5m',
    },
    {
      flags: '--noise',
      about: 'send every request twice to a target with its own clock: what differs between the two is noise',
    },
    {
      flags: '--ignore <field>',
      about: 'a field whose differences say nothing, such as /error; may be repeated',
      gathers: 'list',
    },
    {
      flags: '--tolerance <field=most>',
      about:
        'the largest difference of a field that counts as none, as /price=1% or /fee=0.01; may be repeated',
      gathers: 'list',
    },
    {
      flags: '--learn <file>',
      about:
        'find what the target calls fields that the documents do not name, and write it to a file for names:',
      without: 'nothing is learnt',
    },
    { flags: '--causes <count>', about: 'how many causes to look for', default: '20' },
    {
      flags: '--shrink-for <duration>',
      about: 'wall time for making sequences small',
      without: '2m, or 30s where the clock runs by itself',
    },
    seed,
    profile,
    set,
    {
      ...out,
      about: 'keep conform.json, a page, tables, junit.xml and each smallest sequence there',
      without: 'nothing is kept',
    },
    json,
    quiet,
  ],
  note: 'The seed, profile and policies are those of the model; the target keeps its own.',
  examples: [
    'orrery conform --target sandbox.yaml',
    'orrery conform --target sandbox.yaml --scenario escrow-expiry --out reports/conform',
    'orrery conform --target staging.yaml --scenario smoke.yaml --for 10m --noise',
    'orrery conform --target staging.yaml --scenario smoke.yaml --learn names.yaml',
  ],
  exitCodes: { held: 'every response is that of the model', failed: 'a response differs' },
  load: async () => (await import('./conform.ts')).conformCommand,
};
