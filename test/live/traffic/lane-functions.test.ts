/** The functions of the k6 script without k6: in a context that has what the script's head defines. */
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { pathMistake } from '../../../src/live/traffic/http/sendable-path.ts';
import { laneFunctions } from '../../../src/live/traffic/k6/lane-functions.ts';
import { lanesOf } from '../../../src/live/traffic/k6/lanes.ts';
import { asRecorded, Schedule } from '../../../src/live/traffic/plan/schedule.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { recordLine, traceFile, type RecordChanges } from './traces.ts';

interface Sent {
  readonly url: string;
  readonly body: string | null;
}

/** What the lanes of a trace send where every answer has this body. */
async function sentBy(records: readonly RecordChanges[], answer: unknown): Promise<Sent[]> {
  const file = 'name: k6\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:1" }\n';
  const lanes = await lanesOf(traceFile(records.map(recordLine)), {
    target: readTarget('k6.yaml', file),
    schedule: new Schedule({ ...asRecorded, speed: 'max' }),
    sendsAddresses: false,
    names: undefined,
  });
  const sent: Sent[] = [];
  const metric = { add: () => undefined };
  const http = {
    request: (_method: string, url: string, body: string | null) => {
      sent.push({ url, body });
      return { status: 200, json: () => answer };
    },
    expectedStatuses: () => ({}),
  };
  const metrics = { sendLag: metric, response: metric, otherStatus: metric, unresolved: metric };
  const context = createContext({
    ...metrics,
    lanes,
    http,
    encodeURIComponent,
    fixed: {},
    timeout: '1s',
    sleep: () => undefined,
    check: () => true,
    exec: { vu: { idInTest: 1 }, scenario: { startTime: 0 } },
  });
  runInContext(`${[pathMistake, ...laneFunctions].map(String).join('\n')}\nwalkLane();`, context);
  return sent;
}

describe('the k6 script', () => {
  const records = [
    { n: 0, at: 0, answer: { id: 'esc_aaaaaaaaaaaaaaaa' } },
    { n: 1, at: 0, path: '/faucet/${0:/id}' },
    { n: 2, at: 0, method: 'POST', body: { id: '${0:/id}', text: 'of ${0:/id}' } },
  ];

  it.each([
    ['a text', 'e"1', '"e\\"1"', 'e%221', 'e\\"1'],
    ['a number', 9071, '9071', '9071', '9071'],
  ])('sends back an id that is %s as what it is', async (_what, id, json, inPath, inText) => {
    const [, read, written] = await sentBy(records, { id });
    expect(read?.url).toBe(`http://127.0.0.1:1/${inPath}`);
    expect(written?.body).toBe(`{"id":${json},"text":"of ${inText}"}`);
  });
});
