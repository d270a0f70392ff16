/** The engine autocannon: ids of the target in every session, counts that agree, and what it must not be used for. */
import { describe, expect, it } from 'vitest';
import { replayView } from '../../../src/host/app/replay/replay-view.ts';
import { startAutocannon } from '../../../src/live/traffic/autocannon/autocannon-replay.ts';
import { asRecorded } from '../../../src/live/traffic/plan/schedule.ts';
import { noEvidence } from '../../../src/live/traffic/replay/evidence.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import type { ReplayCall } from '../../../src/live/traffic/replay/replay-call.ts';
import { replayText } from '../../../src/live/traffic/replay/text.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { differencesHtml } from '../../../src/report/differences/html.ts';
import { hostileServer, negativeLengths } from './hostile-server.ts';
import { answerJson, toyServer } from './toy-server.ts';
import { recordLine, traceFile, type RecordChanges } from './traces.ts';

const callOf = (records: readonly RecordChanges[], services: string, extra = ''): ReplayCall => ({
  trace: traceFile(records.map(recordLine)),
  target: readTarget(
    'toy.yaml',
    `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { ${services} }\n${extra}`,
  ),
  schedule: asRecorded,
  keepsThinkTime: true,
  warmUpMs: 0,
  noise: undefined,
  namespace: 'tests',
  limitWaitMs: 2_000,
  answersOnly: false,
  ca: undefined,
});

async function started(call: ReplayCall) {
  const { plan } = await Replay.plan(call);
  return startAutocannon(call, plan);
}

const records: RecordChanges[] = Array.from({ length: 40 }, (_, n) => {
  const session = n % 4;
  return n < 4
    ? {
        n,
        at: n,
        session,
        method: 'POST',
        body: { s: session },
        answer: { escrow_id: 'esc_aaaaaaaaaaaaaaaa' },
      }
    : { n, at: n, session, path: `/faucet/\${${session}:/escrow_id}/${n}` };
});

describe('autocannon', () => {
  it.each(negativeLengths)('ends where a length is negative: %j', async (bytes) => {
    const first = { bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}', stop: false };
    const { port } = await hostileServer([first, { bytes, stop: false }]);
    const { result } = await started(callOf(records, `faucet: "http://127.0.0.1:${port}/f"`));
    expect(await result).toMatchObject({ ok: false });
  });

  it('sends what the trace holds, every session in order, with the ids that the target gave out', async () => {
    const toy = await toyServer((asked, response) =>
      answerJson(response, asked.text === '' ? {} : { escrow_id: `esc_${JSON.parse(asked.text).s}` }),
    );
    const { result } = await started(callOf(records, `faucet: "http://127.0.0.1:${toy.port}/f"`));
    const found = await result;
    const none = { p50: 0, p90: 0, p99: 0, p999: 0, max: 0 };
    const any = expect.any(Number) as number;
    expect(found).toEqual({
      engine: 'autocannon', trace: expect.stringMatching(/trace\.ndjson\.gz$/) as string, target: 'toy', workers: 1, requests: 40, sessions: 4, writes: 4, fromKeys: 0, seconds: any, offeredPerSecond: found.achievedPerSecond, achievedPerSecond: 40 / found.seconds,
      sendLagMs: { p50: 0, p99: 0 }, responseMs: none, serviceMs: { p50: any, p90: any, p99: any, p999: any, max: any }, waits: {}, backPressure: { pendingMost: 0, heldBack: 0 }, statusCounts: { 200: 40 }, failures: {}, unsent: 0, connections: 4, same: 40,
      comparison: 'status', namespace: 'tests', retries: { sent: 0, refused: 0 }, notCompared: [], operations: [], timeRules: [], differences: { explained: 0, unexplained: 0, groups: [], causes: [] }, thresholds: [], voided: false, voidReason: null, stopped: false, ok: true,
    });
    for (const session of [0, 1, 2, 3]) {
      const own = toy.asked.map(({ url }) => url.split('/')).filter((parts) => parts[2] === `esc_${session}`);
      expect(own.map((parts) => Number(parts[3]))).toEqual(
        Array.from({ length: 9 }, (_, k) => 4 * (k + 1) + session),
      );
    }
  }); // prettier-ignore

  it('says in text, JSON and page that statuses alone were compared, as k6 does', async () => {
    const toy = await toyServer((_asked, response) => answerJson(response, {}));
    const { result } = await started(callOf([{ n: 0, at: 0 }], `faucet: "http://127.0.0.1:${toy.port}/f"`));
    const found = await result;
    for (const engine of ['autocannon', 'k6'] as const) {
      const own = { ...found, engine };
      expect(own.comparison).toBe('status');
      expect(replayText(own)).toContain(
        `comparison     status: ${engine} compares nothing else of an answer`,
      );
      const view = await replayView({ result: own, evidence: noEvidence }, 'orrery replay');
      const page = differencesHtml(view, { script: '' });
      expect(page).toContain(`comparison: &quot;status&quot;. Engine ${engine} compares statuses;`);
      expect(page).toContain('Every status is as recorded.');
    }
  });

  it('sends ids that are numbers as numbers', async () => {
    const toy = await toyServer((_asked, response, index) =>
      answerJson(response, index === 1 ? { escrow_id: 9071 } : {}),
    );
    const given = { n: 0, at: 0, method: 'POST', body: {}, answer: { escrow_id: 'esc_aaaaaaaaaaaaaaaa' } };
    const body = { id: '${0:/escrow_id}', text: 'of ${0:/escrow_id}' };
    const used = [
      { n: 1, at: 1, path: '/faucet/${0:/escrow_id}' },
      { n: 2, at: 2, method: 'POST', body },
    ];
    const { result } = await started(callOf([given, ...used], `faucet: "http://127.0.0.1:${toy.port}"`));
    expect(await result).toMatchObject({ ok: true, unsent: 0 });
    // The first request is the question whether the target is there.
    expect(toy.asked.slice(2).map(({ url, text }) => [url, text])).toEqual([
      ['/9071', ''],
      ['/thing', '{"id":9071,"text":"of 9071"}'],
    ]);
  });

  it('that is stopped counts what it has not sent, and what it could not send', async () => {
    let stop: () => void = () => undefined;
    const toy = await toyServer((_asked, response, index) => {
      if (index < 10) return answerJson(response, {});
      // Four connections wait by now, and no answer comes to them.
      if (index === 13) stop();
      return undefined;
    });
    const lacking = records.map((record, n) => (n > 4 ? { ...record, path: `/faucet/${n}` } : record));
    const run = await started(callOf(lacking, `faucet: "http://127.0.0.1:${toy.port}/f"`));
    ({ stop } = run);
    const result = await run.result;
    // One of the ten answered the question whether the target is there, and one stood in for a request without its id.
    expect(result).toMatchObject({ requests: 9, same: 9, unsent: 32, stopped: true, ok: false });
    expect(result.statusCounts).toEqual({ 200: 9 });
    expect(toy.asked.filter(({ url }) => url === '/f').map(({ method }) => method)).toEqual(['GET']);
  });

  it('replaces each request that it cannot send by a GET, and counts it as unsent', async () => {
    const [lacking, withSlash] = ['${0:/escrow_id}', '${1:/escrow_id}'];
    const unsendable: readonly Partial<RecordChanges>[] = [
      { path: `/faucet/${lacking}` },
      { path: `/faucet/${withSlash}` },
      { query: { id: lacking } },
      { method: 'POST', body: { id: lacking } },
      { method: 'POST', raw: lacking },
      { headers: { authorization: `Bearer ${lacking}` } },
      { method: 'HEAD' },
    ];
    const toy = await toyServer((_asked, response, index) =>
      answerJson(response, index === 2 ? { escrow_id: 'a/b' } : {}),
    );
    const answer = { escrow_id: 'esc_aaaaaaaaaaaaaaaa' };
    const given = [0, 1].map((n) => ({ n, at: n, method: 'POST', body: { n }, answer }));
    const all = [...given, ...unsendable.map((change, index) => ({ n: index + 2, at: 2, ...change }))];
    const { result } = await started(callOf(all, `faucet: "http://127.0.0.1:${toy.port}/f"`));
    expect(await result).toMatchObject({ ok: false, requests: 9, unsent: 7, failures: {} });
    expect(toy.asked.slice(1).map(({ method, url, text }) => `${method} ${url} ${text}`)).toEqual([
      'POST /f/thing {"n":0}',
      'POST /f/thing {"n":1}',
      ...unsendable.map(() => 'GET /f '),
    ]);
  });

  it('counts other statuses', async () => {
    const toy = await toyServer((asked, response) =>
      answerJson(response, {}, asked.url.endsWith('/7') ? 500 : 200),
    );
    const plain = Array.from({ length: 10 }, (_, n) => ({ n, at: n, session: n, path: `/faucet/${n}` }));
    const { result } = await started(callOf(plain, `faucet: "http://127.0.0.1:${toy.port}"`));
    expect(await result).toMatchObject({
      ok: false,
      differences: { unexplained: 1 },
      statusCounts: { 500: 1, 200: 9 },
    });
  });

  it.each([
    ['TLS, which it would not verify', 'faucet: "https://127.0.0.1:1"', '', /never verifies TLS/],
    ['two places', 'faucet: "http://127.0.0.1:1", casino: "http://127.0.0.1:2"', '', /one host and port/],
    ['a clock that has to be moved', 'faucet: "http://127.0.0.1:1", control: "http://127.0.0.1:1/_sim"', 'clock: sandbox\n', /cannot move the clock/],
    ['a target that is not there, which it would hammer', 'faucet: "http://127.0.0.1:1"', '', /does not answer/],
  ])('is not used for %s', async (_what, services, extra, message) => {
    const both = [{ n: 0, at: 0 }, { n: 1, at: 1, path: services.includes('casino') ? '/casino/x' : '/faucet/x' }];
    await expect(started(callOf(both, services, extra))).rejects.toThrow(message);
  }); // prettier-ignore
});
