import type { CommandRow } from '../../command.ts';
import { json, quiet } from '../../options/common-options.ts';
import { withValue } from '../run/scenario-options.ts';

/** Its JSON result is docs/schemas/session-result.json. */
export const session: CommandRow = {
  name: 'session',
  about: 'a session of serve as a scenario, a trace or a test',
  arguments: [
    { flags: '<file>', about: 'a session, as GET /_sim/session gives it' },
    { flags: '[scenario]', about: 'the scenario that was served; a shipped one is found without' },
  ],
  options: [
    {
      flags: '--as <form>',
      about: 'what it becomes: a scenario with operations, a trace of all requests, or a vitest test',
      default: 'scenario',
      choices: ['scenario', 'trace', 'test'],
    },
    { flags: '--out <file>', about: 'the file to write', without: 'stdout; a trace needs a file' },
    {
      flags: '--shrink',
      about: 'make the scenario as small as it goes while one answer stays, which `expect` then asks for',
    },
    {
      flags: '--request <number>',
      about: 'the request whose answer stays, counted from 0 in the session',
      without: 'the last one that was refused',
    },
    withValue,
    json,
    quiet,
  ],
  rules: [
    { option: 'request', needs: 'shrink', why: 'it says which answer stays' },
    { option: 'shrink', needs: 'as=scenario', why: 'it makes a scenario small' },
  ],
  examples: [
    'orrery session session.json --as scenario --out failing-hour.yaml',
    'orrery session session.json --as scenario --shrink --out finding.yaml',
    'orrery session session.json my-market.yaml --as test --out session.test.ts',
    'orrery session session.json --as trace --out session.ndjson.gz',
  ],
  exitCodes: {
    held: 'it was written, and a scenario gives the answers of the session',
    failed: 'the scenario was written, but an answer differs',
  },
  load: async () => (await import('./session.ts')).sessionCommand,
};
