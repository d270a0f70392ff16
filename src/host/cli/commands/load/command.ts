import type { CommandRow } from '../../command.ts';
import { json, out, profile, quiet, seed, set } from '../../options/common-options.ts';
import { withValue } from '../run/scenario-options.ts';

/** Its JSON result is docs/schemas/load.json, with `--work` load-work.json, with `--find-limit` load-limit.json; it sends only to hosts of the target file. */
export const load: CommandRow = {
  name: 'load',
  about: "a scenario's agents as virtual users against a live deployment, with live figures",
  arguments: [
    {
      flags: '<scenario>',
      about: 'a scenario file, or the name of a shipped one; its load says how many agents act, and when',
    },
  ],
  options: [
    {
      flags: '--target <file>',
      about: 'where it is, and what may be done there: a target file',
      isRequired: true,
    },
    {
      flags: '--speed <speed>',
      about: 'how much faster than the wall clock agents live, such as 60x: sleeps and arrivals',
      without: "that of the target's clock",
    },
    {
      flags: '--duration <duration>',
      about: 'wall time after which no agent acts',
      without: 'that of the stages, or of the scenario at its speed',
    },
    {
      flags: '--abort-on-fail',
      about: 'end the load as soon as an expectation fails',
    },
    {
      flags: '--budget-usdc <amount>',
      about: 'the most that all requests together may cost; what has no known price is not sent',
      without: 'that of the target file',
    },
    {
      flags: '--budget-requests <count>',
      about: 'the most requests that are sent',
      without: 'that of the target file',
    },
    {
      flags: '--namespace <letters>',
      about: 'part of every name that the load brings to the target',
      without: 'eight letters and digits, drawn at random',
    },
    {
      flags: '--workers <count>',
      about: 'processes that share the agents, the ceiling and the budget',
      default: '1',
    },
    {
      flags: '--queue <address>',
      about: 'take the workers from a Redis, such as redis://127.0.0.1:6379: so many of any machine',
      without: 'processes of this machine',
    },
    {
      flags: '--work',
      about: 'with --queue and the same call elsewhere: be --workers of its workers, and write nothing here',
    },
    {
      flags: '--find-limit <most>',
      about:
        'search for the highest arrivals a second, or agents, at which every expectation holds, from the first level of load up to this one',
      without: 'the stages of the scenario',
    },
    { flags: '--step <duration>', about: 'with --find-limit: how long each level lasts', default: '10s' },
    {
      flags: '--otlp <url>',
      about:
        'send live figures as OpenTelemetry metrics over OTLP/HTTP, such as http://127.0.0.1:4318/v1/metrics',
      without: 'nowhere',
    },
    {
      flags: '--prometheus <port>',
      about: 'offer live figures to Prometheus at http://127.0.0.1:PORT/metrics',
      without: 'nowhere',
    },
    {
      flags: '--page <port>',
      about: 'show a page with live charts at http://127.0.0.1:PORT/ while it runs',
      without: 'nowhere',
    },
    { flags: '--traceparent', about: 'send a W3C traceparent with every request' },
    {
      flags: '--otlp-traces <url>',
      about:
        'the same, and send a span of each request over OTLP/HTTP, such as http://127.0.0.1:4318/v1/traces',
      without: 'nowhere',
    },
    {
      flags: '--trace-share <share>',
      about: 'the share of requests whose trace is sampled',
      without: 'all of them',
    },
    seed,
    profile,
    set,
    withValue,
    { ...out, about: 'the report folder itself: a new or empty one, or an earlier report' },
    json,
    quiet,
  ],
  rules: [
    { option: 'step', needs: 'find-limit', why: 'only the search for the limit has levels' },
    { option: 'work', needs: 'queue', why: 'it says whom to work for' },
    { option: 'trace-share', needs: 'otlp-traces', why: 'it says how many spans are sent' },
    {
      option: 'find-limit',
      excludes: ['queue', 'namespace', 'duration', 'abort-on-fail'],
      why: 'each step is its own load on this machine',
    },
    {
      option: 'work',
      excludes: ['out', 'namespace', 'otlp', 'prometheus', 'page'],
      why: 'the coordinator has it',
    },
  ],
  examples: [
    'orrery load load-smoke --target target.yaml',
    'orrery load first-month --target staging.yaml --speed 60x --duration 10m',
    'orrery load my.yaml --target staging.yaml --find-limit 2000 --step 20s',
    'orrery load big.yaml --target staging.yaml --queue redis://10.0.0.5:6379 --workers 8',
    'orrery load big.yaml --target staging.yaml --queue redis://10.0.0.5:6379 --workers 2 --work',
  ],
  exitCodes: {
    held: 'every expectation that a load can judge holds, and no behaviour broke',
    failed: 'an expectation failed, a behaviour broke, or a worker was lost',
  },
  load: async () => (await import('./load.ts')).loadCommand,
};
