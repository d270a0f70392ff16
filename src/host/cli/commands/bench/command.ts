import type { CommandRow, OptionRule } from '../../command.ts';
import { json, out, quiet } from '../../options/common-options.ts';

const rules: readonly OptionRule[] = [
  { option: 'path', excludes: ['mix'], why: 'either one path is read or a mix' },
  { option: 'request', excludes: ['path', 'mix'], why: 'the file says what is sent' },
  { option: 'request', excludes: ['header'], why: 'the file has the headers of each request' },
  { option: 'request', excludes: ['shape=closed'], why: 'a closed loop only reads' },
  { option: 'seed', needs: 'request', why: 'only a request file draws values' },
  { option: 'keys', excludes: ['path'], why: 'a path is read with the key of --header' },
  { option: 'agents', excludes: ['path'], why: 'a path is read with the key of --header' },
  { option: 'keys', excludes: ['agents'], why: 'with keys no agent is registered' },
  { option: 'rate', needs: 'shape=constant', why: 'the other shapes have no fixed rate' },
  {
    option: 'connections',
    needs: 'shape=closed',
    why: 'the other shapes open as many connections as they need',
  },
  { option: 'arrivals', excludes: ['shape=closed'], why: 'a closed loop sends as soon as it has an answer' },
  { option: 'from-rate', needs: 'shape=saturation', why: 'only the search for saturation raises the rate' },
  { option: 'to-rate', needs: 'shape=saturation', why: 'only the search for saturation raises the rate' },
  {
    option: 'tolerance',
    needs: 'baseline',
    why: 'it says how much worse than the baseline a result may be',
  },
];

/** Its JSON result is docs/schemas/bench.json; it sends only to hosts of the target file. */
export const bench: CommandRow = {
  name: 'bench',
  about: 'the highest rate at which live endpoints keep their limits, or how they do at one rate',
  options: [
    {
      flags: '--target <file>',
      about: 'where they are, and what may be done there: a target file',
      isRequired: true,
    },
    {
      flags: '--path <path>',
      about: 'what to read, such as /wallet/v1/wallet/chains',
      without: 'none: --mix or --request is needed then',
    },
    {
      flags: '--mix <file>',
      about: 'read what a scenario reads, as often: a scenario file or a trace',
      without: 'none: --path or --request is needed then',
    },
    {
      flags: '--request <file>',
      about: 'send the requests of this file, writes too: docs/bench.md',
      without: 'none: --path or --mix is needed then',
    },
    { flags: '--seed <seed>', about: 'seed of the values that the request file draws', default: '1' },
    {
      flags: '--header <header>',
      about: 'a header to send, NAME: VALUE; may be repeated',
      gathers: 'list',
    },
    {
      flags: '--keys <file>',
      about: 'API keys for the mix or the requests, one a line, used in turn',
      without: 'none: accounts are registered',
    },
    {
      flags: '--agents <count>',
      about: 'without --keys: register so many agents first (allow: writes)',
      default: '20',
    },
    {
      flags: '--shape <shape>',
      about: 'rates that rise until a limit breaks, one rate, or a closed loop',
      choices: ['saturation', 'constant', 'closed'],
      default: 'saturation',
    },
    { flags: '--rate <rate>', about: 'requests a second of --shape constant', default: '100' },
    { flags: '--connections <count>', about: 'connections of --shape closed', default: '10' },
    {
      flags: '--arrivals <kind>',
      about: 'space requests evenly, or at random as independent clients do',
      choices: ['even', 'poisson'],
      default: 'even',
    },
    { flags: '--step <duration>', about: 'how long each rate is kept', default: '5s' },
    { flags: '--from-rate <rate>', about: 'requests a second to begin with', default: '50' },
    {
      flags: '--to-rate <rate>',
      about: 'requests a second to stop at; never above the ceiling of the target file',
      default: '10000000',
    },
    {
      flags: '--p99 <duration>',
      about: 'a rate holds while the p99 of the response time is below this',
      default: '200ms',
    },
    { flags: '--failed <share>', about: 'and no larger share of requests fails', default: '0.01' },
    {
      flags: '--repeats <count>',
      about: 'how often the search, or the step, is repeated for its interval',
      default: '5',
    },
    {
      flags: '--baseline <file>',
      about: 'the bench.json of an earlier bench: exit 1 where this one is worse',
      without: 'none',
    },
    { flags: '--tolerance <share>', about: 'by how much it may be worse', default: '0.1' },
    {
      ...out,
      about: 'keep the result there: bench.json, metrics.json and a page',
      without: 'nothing is kept',
    },
    json,
    quiet,
  ],
  rules,
  examples: [
    'orrery bench --target target.yaml --path /wallet/v1/wallet/chains --p99 50ms',
    'orrery bench --target target.yaml --mix trading-week --shape constant --rate 200',
    'orrery bench --target target.yaml --request escrow.yaml --agents 50 --p99 100ms',
    'orrery bench --target target.yaml --mix trace.ndjson.gz --out now --baseline before/bench.json',
  ],
  exitCodes: {
    held: 'the thresholds hold, and nothing is worse than the baseline',
    failed: 'a threshold failed, or a figure is worse than the baseline',
  },
  load: async () => (await import('./bench.ts')).benchCommand,
};
