/** Replays against targets that answer anything, and of traces that hold anything: they end, and stay below the address. */
import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../src/core/base/file-mistake.ts';
import { startAutocannon } from '../../../src/live/traffic/autocannon/autocannon-replay.ts';
import { exportK6, runExported } from '../../../src/live/traffic/k6/k6-replay.ts';
import { asRecorded } from '../../../src/live/traffic/plan/schedule.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import type { ReplayCall } from '../../../src/live/traffic/replay/replay-call.ts';
import type { ReplayResult } from '../../../src/live/traffic/replay/result-schema.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { attempts } from '../../campaigns.ts';
import { folderWith } from '../../host/cli/orrery.ts';
import { hostileServer, anyReply, type HostileServer, type Reply } from './hostile-server.ts';
import { recordLine, traceFile, type RecordChanges } from './traces.ts';

const callOf = (records: readonly RecordChanges[], port: number, timeout = '300ms'): ReplayCall => ({
  trace: traceFile(records.map(recordLine)),
  target: readTarget(
    'hostile.yaml',
    `name: hostile\nhosts: [127.0.0.1]\nallow: writes\ntimeout: ${timeout}\nlimits: ignore\nservices: { faucet: "http://127.0.0.1:${port}/base" }\n`,
  ),
  schedule: { ...asRecorded, speed: 'max' },
  keepsThinkTime: true,
  warmUpMs: 0,
  noise: undefined,
  namespace: 'tests',
  limitWaitMs: 2_000,
  answersOnly: false,
  ca: undefined,
});

/** What later requests use of the first answer, everywhere. */
const records: RecordChanges[] = [
  { n: 0, at: 0, method: 'POST', path: '/faucet/a', body: {}, answer: { id: 'esc_a' } },
  { n: 1, at: 1, path: '/faucet/${0:/id}/x' },
  { n: 2, at: 2, path: '/faucet/q', query: { id: '${0:/id}' } },
  { n: 3, at: 3, path: '/faucet/h', headers: { 'x-id': '${0:/id}' } },
  { n: 4, at: 4, method: 'POST', path: '/faucet/b', body: { it: 'a${0:/id}b' }, answer: { id: 'esc_b' } },
  { n: 5, at: 5, path: '/faucet/${4:/id}' },
];

/** Paths that a trace may hold and that are never sent. */
const leaving: RecordChanges[] = ['/faucet/../admin/secret', '/faucet/%2e%2e/admin', '/faucet//evil.example', '/faucet/a\\..\\b']
  .map((path, index) => ({ n: index, at: index, session: index, path })); // prettier-ignore

const engines: Record<string, (call: ReplayCall) => Promise<ReplayResult>> = {
  open: async (call) => (await Replay.plan(call)).run(),
  autocannon: async (call) => (await startAutocannon(call, (await Replay.plan(call)).plan)).result,
};
if (spawnSync(process.env['K6_BIN'] ?? 'k6', ['version']).status === 0) {
  engines['k6'] = async (call) => {
    const { plan } = await Replay.plan(call);
    const folder = folderWith();
    const { leftOut } = await exportK6(call, plan, { folder, machines: 1 });
    return runExported(call, plan, { folder, binary: process.env['K6_BIN'] ?? 'k6', leftOut }).result;
  };
}

const strays = ({ asked }: HostileServer): string[] =>
  asked.filter(
    (line) =>
      !/^(?:GET|POST) \/base(?:\/[abhqx]|\/[^/\s]+(?:\/x)?|\/)?(?:\?\S*)?(?: HTTP\/1\.1)?$/.test(line),
  );

describe.each(Object.keys(engines))('engine %s', (name) => {
  const run = engines[name]!;
  const numRuns = attempts('hostileReplies', name === 'k6' ? 20 : name === 'autocannon' ? 2 : 1);

  it('ends for every response, and sends nothing outside the address of the service', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyReply, { minLength: 1, maxLength: 8 }), fc.constantFrom('', 'HTTP/1.1 200 OK\r\n\r\n', 'junk'), async (replies, greets) => {
        const server = await hostileServer(replies, greets);
        const result = await run(callOf(records, server.port)).catch((error: unknown) => error as Error);
        server.close();
        // What may be refused is refused in words: a target that does not answer at all.
        if (result instanceof Error) expect(result.name).toMatch(/^(?:Forbidden|NoK6)$/);
        else expect(result.requests).toBeLessThanOrEqual(records.length + 1);
        expect(strays(server)).toEqual([]);
        expect(server.asked.length).toBeLessThanOrEqual(records.length + 2);
      }),
      { numRuns, endOnFailure: true },
    );
  }); // prettier-ignore

  it('omits requests whose ids no response issued, and does not count that as success', async () => {
    const plain: Reply = { bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}', stop: false };
    const server = await hostileServer([plain]);
    const result = await run(callOf(records, server.port));
    expect(result).toMatchObject({ ok: false });
    expect(result.unsent).toBeGreaterThanOrEqual(5);
    expect(server.asked.filter((line) => /\/base\/[qhx]|\/base\/b/.test(line))).toEqual([]);
  });

  it('does not send a path of a trace that leaves the address', async () => {
    const plain: Reply = { bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}', stop: false };
    const server = await hostileServer([plain]);
    const result = await run(callOf(leaving, server.port));
    expect(result).toMatchObject({ ok: false });
    expect(server.asked.filter((line) => !/^GET \/base\/? HTTP/.test(line))).toEqual([]);
  });
});

describe('a trace', () => {
  it.each([
    ['refers to itself', { n: 1, at: 1, path: '/faucet/${1:/id}' }, /trace\.ndjson\.gz:3:1: request 1 refers to its own answer/],
    ['refers to a later record', { n: 1, at: 1, body: { x: '${2:/id}' } }, /:3:1: request 1 refers to the answer to record 2, a later one/],
    ['refers far ahead', { n: 1, at: 1, headers: { x: '${9999999999:/id}' } }, /:3:1: request 1 refers to the answer to record 9999999999/],
    ['refers to itself in raw text', { n: 1, at: 1, raw: 'x${1:/a}' }, /:3:1: request 1 refers to its own answer/],
    ['refers to a cycle', { n: 1, at: 1, path: '/faucet/${2:/id}', answer: { id: '${2:/id}' } }, /:3:1: .*; expected answers to earlier records/],
  ])('that %s is refused with its line, and nothing is sent', async (_, record, line) => {
    const server = await hostileServer([{ bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}', stop: false }]);
    const call = callOf([{ n: 0, at: 0 }, record, { n: 2, at: 2, path: '/faucet/${1:/id}' }], server.port);
    await expect(Replay.plan(call)).rejects.toThrow(line);
    await expect(Replay.plan(call)).rejects.toBeInstanceOf(FileMistake);
    expect(server.connections).toBe(0);
  }); // prettier-ignore

  it('with any references is refused or replayed to its end', async () => {
    const server = await hostileServer([{ bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n{"id":"given', stop: false }, { bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{"id":"given"}', stop: false }]);
    const pointer = fc.constantFrom('/id', '/id#base', '', '/', '/a\\q', '/%7D', '/~1', '#', '/"', '\\');
    const reference = fc.tuple(fc.nat({ max: 5 }), pointer).map(([n, at]) => `\${${n}:${at}}`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ path: reference, text: reference, open: fc.constantFrom('', '${0:', '${1:/x', '$') }), { minLength: 1, maxLength: 5 }), async (all) => {
        const list = all.map(({ path, text, open }, n) => ({ n, at: n, session: n % 2, path: `/faucet/${path}`, body: { [text]: `${text}${open}` } }));
        const result = await Replay.plan(callOf(list, server.port)).then((replay) => replay.run()).catch((error: unknown) => error);
        if (result instanceof Error) expect(result).toBeInstanceOf(FileMistake);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  }); // prettier-ignore
});
