/** A replay of a small trace to a server in this process. */
import { asRecorded } from '../../../../src/live/traffic/plan/schedule.ts';
import { defaultReplay, type ReplayCall } from '../../../../src/live/traffic/replay/replay-call.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { toyServer, type Respond } from '../../../live/traffic/toy-server.ts';
import { headerLine, recordLine, traceFile } from '../../../live/traffic/traces.ts';

interface SmallReplay {
  readonly respond?: Respond;
  /** Of the target file. */
  readonly lines?: string;
  readonly count?: number;
}

/** The call of a replay of `count` requests, each in a session by itself, as fast as the target answers. */
export async function replayCall({ respond, lines = '', count = 4 }: SmallReplay = {}) {
  const toy = await toyServer(respond);
  const address = `"http://127.0.0.1:${toy.port}/faucet"`;
  const file = `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: ${address} }\n${lines}`;
  const records = Array.from({ length: count }, (_, n) => recordLine({ n, at: n, session: n, path: `/faucet/${n}` }));
  const call: ReplayCall = {
    ...defaultReplay,
    trace: traceFile(records, headerLine()),
    target: readTarget('toy.yaml', file),
    schedule: { ...asRecorded, speed: 'max' },
    namespace: 'tests',
    ca: undefined,
  };
  return { call, toy };
} // prettier-ignore
