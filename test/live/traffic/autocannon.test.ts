/** The engine autocannon: ids of the target in every session, counts that agree, and what it must not be used for. */
import { describe, expect, it } from 'vitest';
import { startAutocannon } from '../../../src/live/traffic/autocannon/autocannon-replay.ts';
import { asRecorded } from '../../../src/live/traffic/plan/schedule.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import type { ReplayCall } from '../../../src/live/traffic/replay/replay-call.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
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
    expect(await result).toMatchObject({
      engine: 'autocannon',
      requests: 40,
      unsent: 0,
      failures: {},
      ok: true,
    });
    for (const session of [0, 1, 2, 3]) {
      const own = toy.asked.map(({ url }) => url.split('/')).filter((parts) => parts[2] === `esc_${session}`);
      expect(own.map((parts) => Number(parts[3]))).toEqual(
        Array.from({ length: 9 }, (_, k) => 4 * (k + 1) + session),
      );
    }
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
