import type { CommandRow } from '../../command.ts';
import { json, out, quiet } from '../../options/common-options.ts';

/**
 * Its JSON result is docs/schemas/replay.json, with `--dry-run` docs/schemas/dry-run.json. It sends only to hosts
 * of the target file.
 */
export const replay: CommandRow = {
  name: 'replay',
  about: 'send recorded traffic to a live deployment and compare every answer with the recorded one',
  arguments: [{ flags: '<trace>', about: 'the trace.ndjson.gz of a report folder of orrery record' }],
  options: [
    {
      flags: '--target <file>',
      about: 'where to send it, and what may be done there: a target file',
      isRequired: true,
    },
    {
      flags: '--engine <engine>',
      about: 'what sends it',
      choices: ['open', 'autocannon', 'k6'],
      default: 'open',
    },
    {
      flags: '--speed <speed>',
      about: 'how much faster than recorded, such as 1000x; max for as fast as possible',
      default: '1x',
    },
    {
      flags: '--ramp <duration>',
      about: 'wall time in which the speed rises from nothing',
      without: 'none: full speed from the start',
    },
    {
      flags: '--from <duration>',
      about: 'trace time to measure from; what comes before is sent at once',
      without: 'the start of the trace',
    },
    { flags: '--to <duration>', about: 'trace time to stop at', without: 'the end of the trace' },
    {
      flags: '--think <think>',
      about: 'the time between the requests of a session',
      choices: ['keep', 'drop'],
      default: 'keep',
    },
    {
      flags: '--warm-up <duration>',
      about: 'wall time at the start that is not measured; not with --speed max',
      without: 'none: everything is measured',
    },
    {
      flags: '--noise',
      about: 'send the trace twice, under two namespaces: what differs between the two is noise',
    },
    {
      flags: '--namespace <letters>',
      about: 'part of every name that the run brings to a target that keeps its data',
      without: 'eight letters and digits, drawn at random',
    },
    {
      flags: '--limit-wait <duration>',
      about: 'the longest time that one session waits for rate limits, to send a request again',
      default: '10m',
    },
    {
      flags: '--answers-only',
      about: 'judge answers and leave times alone: no send lag voids the run, no threshold is applied',
    },
    {
      flags: '--ignore <field>',
      about: 'a field that is not compared, by the end of its JSON pointer, such as /price; may be repeated',
      gathers: 'list',
    },
    {
      flags: '--unordered <field>',
      about: 'a list whose order is not compared; may be repeated',
      gathers: 'list',
    },
    {
      flags: '--tolerance <field=most>',
      about:
        'the largest difference of a field that counts as none, as /price=1% or /fee=0.01; may be repeated',
      gathers: 'list',
    },
    {
      flags: '--workers <count>',
      about: 'threads of --engine open; sessions that need each other share one',
      default: '1',
    },
    {
      flags: '--machines <count>',
      about: 'with --engine k6 and --out: write segments and a TestRun for so many',
      default: '4',
    },
    { flags: '--dry-run', about: 'send nothing: requests, sessions, writes, hosts and duration' },
    {
      ...out,
      about: 'keep replay.json, a page, tables of the differences and junit.xml there',
      without: 'nothing is kept',
    },
    json,
    quiet,
  ],
  rules: [
    { option: 'machines', needs: 'engine=k6', why: 'only a k6 script is divided among machines' },
    { option: 'machines', needs: 'out', why: 'the script for the machines is kept there' },
    { option: 'noise', needs: 'engine=open', why: 'the other engines see statuses alone' },
    { option: 'noise', needs: 'workers=1', why: 'both runs are compared request by request' },
    { option: 'answers-only', needs: 'engine=open', why: 'the other engines see statuses alone' },
    { option: 'ramp', excludes: ['speed=max'], why: 'a speed without a limit has nothing to rise to' },
    {
      option: 'warm-up',
      excludes: ['speed=max'],
      why: 'without a speed no request has a time at which it is due',
    },
    { option: 'dry-run', excludes: ['out'], why: 'a dry run has no result to keep' },
  ],
  examples: [
    'orrery replay reports/recorded/trace.ndjson.gz --target target.yaml --dry-run',
    'orrery replay trace.ndjson.gz --target target.yaml --speed 1000x --to 1d',
  ],
  exitCodes: {
    held: 'the traffic was sent as planned, and the thresholds of the trace hold',
    failed: 'the replay was stopped or is void, or a threshold failed',
  },
  environment: { K6_BIN: 'the k6 program of --engine k6 (default: k6)' },
  load: async () => (await import('./replay.ts')).replayCommand,
};
