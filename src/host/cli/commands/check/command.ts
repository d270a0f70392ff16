import { services } from '../../../../verification/check/service-path.ts';
import type { CommandRow } from '../../command.ts';
import { json, out, quiet, seed } from '../../options/common-options.ts';

/** Its JSON result is docs/schemas/check.json, with `--work` docs/schemas/check-work.json. Findings are written as scenario files, and run first next time. */
export const check: CommandRow = {
  name: 'check',
  about: 'property-based populations until the budget is spent, and minimal scenarios of what breaks',
  options: [
    { flags: '--runs <runs>', about: 'how many scenarios to make up', default: '200' },
    {
      flags: '--for <duration>',
      about: 'stop after so much time, such as 60s',
      without: 'no limit of time',
    },
    {
      flags: '--cpu',
      about: 'count --for in processor time: a busy machine then finds as much as an idle one',
    },
    { flags: '--findings <count>', about: 'stop after so many properties are broken', default: '5' },
    {
      flags: '--workers <workers>',
      about: 'threads; the result does not depend on it',
      without: 'one, or one a core for 100 runs and more',
    },
    {
      flags: '--queue <address>',
      about: 'share the runs out over a Redis, such as redis://127.0.0.1:6379; the result stays the same',
      without: 'the threads of this process',
    },
    {
      flags: '--work',
      about: 'with --queue and the same call elsewhere: help there, and write nothing here',
    },
    { flags: '--twice <share>', about: 'the share of runs that a second process repeats', default: '0.1' },
    {
      flags: '--service <service>',
      about: 'only scenarios of which half of the requests or more go to this service',
      choices: services,
      without: 'scenarios of all services',
    },
    { flags: '--no-regressions', about: 'without the stored scenarios of earlier findings' },
    { ...seed, about: 'the seed', without: 'the commit that is checked out' },
    {
      ...out,
      about: 'where findings and reports go',
      without: 'findings in scenarios/regressions, no reports',
    },
    json,
    quiet,
  ],
  rules: [
    { option: 'cpu', needs: 'for', why: 'it says what --for counts' },
    { option: 'work', needs: 'queue', why: 'it says whom to work for' },
    {
      option: 'work',
      excludes: ['out', 'for'],
      why: 'a helper writes nothing and stays until the check ends',
    },
  ],
  examples: [
    'orrery check',
    'orrery check --runs 100000 --for 10m --out reports/check',
    'orrery check --service trading --for 60s --runs 100000',
    'orrery check --runs 100000 --seed 7 --queue redis://10.0.0.5:6379',
    'orrery check --runs 100000 --seed 7 --queue redis://10.0.0.5:6379 --work',
  ],
  exitCodes: {
    held: 'every property holds',
    failed: 'a property is broken, two runs of one seed differ, or the coverage is too low',
  },
  environment: {
    GITHUB_ACTIONS: 'true: each finding is printed as an annotation as well',
    GITHUB_SHA: 'the default seed',
    GITHUB_STEP_SUMMARY: 'with GITHUB_ACTIONS: the file that gets a summary',
  },
  load: async () => (await import('./check.ts')).checkCommand,
};
