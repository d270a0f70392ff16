/** One replay by autocannon with a request of every method that it knows. */
import { afterEach, expect, it, vi } from 'vitest';
import { startAutocannon } from '../../../../src/live/traffic/autocannon/autocannon-replay.ts';
import { asRecorded } from '../../../../src/live/traffic/plan/schedule.ts';
import { Replay } from '../../../../src/live/traffic/replay/replay.ts';
import { defaultReplay, type ReplayCall } from '../../../../src/live/traffic/replay/replay-call.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer } from '../toy-server.ts';
import { recordLine, traceFile, type RecordChanges } from '../traces.ts';

afterEach(() => void vi.restoreAllMocks());

const id = '${0:/escrow_id}';
const records: readonly Partial<RecordChanges>[] = [
  { method: 'POST', body: {}, answer: { escrow_id: 'esc_aaaaaaaaaaaaaaaa' } },
  { method: 'PUT', body: { id, text: `of ${id}` } },
  { method: 'PATCH', body: { name: '${1:/escrow_id}' } },
  { method: 'DELETE', path: `/faucet/${id}` },
  { method: 'OPTIONS' },
  { query: { q: '${1:/escrow_id}' } },
];

it('sends each with its host, and numbers and text as what they are', async () => {
  let nowMs = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const toy = await toyServer((_asked, response, index) => {
    if (index === records.length) nowMs = 3_000;
    answerJson(response, { escrow_id: index === 1 ? 71 : 'a"b' });
  });
  const file = `name: toy\nhosts: [localhost]\nallow: writes\nservices: { faucet: "http://localhost:${toy.port}" }\n`;
  const trace = traceFile(records.map((record, n) => recordLine({ n, at: n, ...record })));
  const call: ReplayCall = {
    ...defaultReplay,
    trace,
    target: readTarget('toy.yaml', file),
    schedule: asRecorded,
    namespace: 'tests',
    ca: undefined,
    resolve: () => Promise.resolve(['127.0.0.1']),
  };
  const { plan } = await Replay.plan(call);
  const { result } = await startAutocannon(call, plan);
  expect(await result).toMatchObject({ seconds: 2, achievedPerSecond: 3, unsent: 0, ok: true });
  expect(toy.asked.slice(1).map(({ method, url, text }) => `${method} ${url} ${text}`)).toEqual([
    'POST /thing {}',
    'PUT /thing {"id":71,"text":"of 71"}',
    'PATCH /thing {"name":"a\\"b"}',
    'DELETE /71 ',
    'OPTIONS /thing ',
    'GET /thing?q=a%22b ',
  ]);
  expect(new Set(toy.asked.slice(1).map(({ headers }) => headers.host))).toEqual(new Set([`localhost:${toy.port}`])); // prettier-ignore
});
