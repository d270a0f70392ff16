import type { CommandRow, OptionRow } from '../../command.ts';
import { colors, profile, quiet, json, out, seed, set } from '../../options/common-options.ts';
import { withValue } from '../run/scenario-options.ts';

const proxyOptions: readonly OptionRow[] = [
  { flags: '--proxy', about: 'record real clients of a live deployment instead of a scenario' },
  { flags: '--target <file>', about: 'the deployment: a target file', without: 'none; --proxy needs one' },
  {
    flags: '--port <port>',
    about: 'where the proxy listens on loopback; 0 finds a free port',
    default: '4011',
  },
  { flags: '--for <duration>', about: 'end the recording after this time', without: 'until Ctrl-C' },
  { flags: '--requests <count>', about: 'end the recording after so many requests', without: 'no bound' },
];

const oneOnly = 'a recording of real clients has no scenario';
const forProxy = 'only a recording of real clients has it';

/** Like `run`, with `trace.ndjson.gz` in the report folder; with `--proxy`, the trace of real clients. */
export const record: CommandRow = {
  name: 'record',
  about: 'keep the trace of every request of a scenario, or of real clients through a proxy',
  arguments: [{ flags: '[scenario]', about: 'a scenario file, or the name of a shipped one' }],
  options: [...proxyOptions, seed, profile, set, withValue, out, json, quiet],
  rules: [
    { option: 'proxy', needs: 'target', why: 'it says where the requests go' },
    ...['target', 'port', 'for', 'requests'].map((option) => ({ option, needs: 'proxy', why: forProxy })),
    { option: '[scenario]', excludes: ['proxy'], why: oneOnly },
    ...['seed', 'profile', 'set', 'with'].map((option) => ({ option, excludes: ['proxy'], why: oneOnly })),
  ],
  note: 'Clients of the proxy call /faucet, /escrow and so on, as at orrery serve. No key reaches the trace.',
  examples: [
    'orrery record escrow-expiry --out reports/recorded',
    'orrery record --proxy --target live.yaml --for 10m --out reports/recorded',
  ],
  exitCodes: {
    held: 'the trace was written; of a scenario, every expectation holds and every behaviour came to its end',
    failed: 'an expectation of the scenario failed or a behaviour broke',
  },
  environment: {
    CI: 'not empty: a second process repeats the run of a scenario, and the digests are compared',
    ...colors,
  },
  load: async () => (await import('./record.ts')).recordCommand,
};
