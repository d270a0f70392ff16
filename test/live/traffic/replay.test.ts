/** A replay against a toy server: order, references, differences, and every safety rule with somebody who tries to break it. */
import { renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asRecorded, type ScheduleOptions } from '../../../src/live/traffic/plan/schedule.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import type { ReplayCall } from '../../../src/live/traffic/replay/replay-call.ts';
import type { ReplayResult } from '../../../src/live/traffic/replay/result-schema.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer, type Respond } from './toy-server.ts';
import { headerLine, recordLine, traceFile, type RecordChanges } from './traces.ts';

const asap: ScheduleOptions = { ...asRecorded, speed: 'max' };

interface Setup {
  readonly extra?: string;
  readonly allow?: string;
  readonly host?: string;
  readonly header?: string;
  readonly call?: Partial<ReplayCall>;
}

async function planned(records: readonly RecordChanges[], port: number, setup: Setup = {}): Promise<Replay> {
  const { extra = '', allow = 'writes', host = '127.0.0.1', header = headerLine() } = setup;
  const text = `name: toy\nhosts: [${host}]\nallow: ${allow}\nservices: { faucet: "http://${host}:${port}/f" }\nrequestsPerSecond: 100000\n${extra}`;
  return Replay.plan({
    trace: traceFile(records.map(recordLine), header),
    target: readTarget('toy.yaml', text),
    schedule: asap,
    keepsThinkTime: true,
    warmUpMs: 0,
    noise: undefined,
    namespace: 'tests',
    limitWaitMs: 2_000,
    answersOnly: false,
    ca: undefined,
    ...setup.call,
  });
}

async function replayed(records: readonly RecordChanges[], respond?: Respond, setup?: Setup) {
  const toy = await toyServer(respond);
  const result = await (await planned(records, toy.port, setup)).run();
  return { toy, result };
}

const kinds = ({ differences }: ReplayResult): string[] =>
  differences.groups.map(({ kind, field }) => `${kind} ${field}`).toSorted();

describe('a replay', () => {
  it('puts in what the target itself gave out, in paths, queries, headers, bodies and raw text', async () => {
    const issued = 'esc_aaaaaaaaaaaaaaaa';
    const given = 'esc_bbbbbbbbbbbbbbbb';
    const reference = '${0:/escrow_id}';
    const { toy, result } = await replayed(
      [
        { n: 0, at: 0, method: 'POST', body: {}, answer: { escrow_id: issued } },
        { n: 1, at: 1, path: `/faucet/${reference}/x`, query: { id: reference } },
        { n: 2, at: 2, headers: { authorization: `Bearer ${reference}` } },
        { n: 3, at: 3, method: 'POST', body: { it: reference, cost: '$$5' }, answer: { it: reference } },
        { n: 4, at: 4, method: 'POST', raw: `{"it":"${reference}"` },
      ],
      (_asked, response, index) =>
        answerJson(response, index === 0 ? { escrow_id: given } : index === 3 ? { it: given } : {}),
    );
    expect(toy.asked.map(({ url }) => url).slice(1, 2)).toEqual([`/f/${given}/x?id=${given}`]);
    expect(toy.asked[2]?.headers.authorization).toBe(`Bearer ${given}`);
    expect(JSON.parse(toy.asked[3]?.text ?? '')).toEqual({ it: given, cost: '$5' });
    expect(toy.asked[4]?.text).toBe(`{"it":"${given}"`);
    expect(result).toMatchObject({ ok: true, requests: 5, same: 5, differences: { unexplained: 0 } });
  });

  it('keeps the order of every session, however slowly some are answered, and runs sessions side by side', async () => {
    const records = Array.from({ length: 120 }, (_, n) => ({
      n,
      at: n,
      session: n % 6,
      path: `/faucet/${n % 6}/${n}`,
    }));
    const { toy, result } = await replayed(records, (asked, response, index) => {
      if (index % 7 === 0) setTimeout(() => answerJson(response, {}), 5);
      else answerJson(response, {});
    });
    for (let session = 0; session < 6; session++) {
      const own = toy.asked.map(({ url }) => url.split('/')).filter(([, , s]) => s === String(session));
      const order = own.map(([, , , n]) => Number(n));
      expect(order).toEqual(order.toSorted((left, right) => left - right));
      expect(order).toHaveLength(20);
    }
    expect(toy.connectionsMost()).toBeGreaterThan(1);
    expect(result.ok).toBe(true);
  });

  it('waits for a response to another session that it needs', async () => {
    const { toy, result } = await replayed(
      [
        { n: 0, at: 0, session: 1, method: 'POST', answer: { escrow_id: 'esc_aaaaaaaaaaaaaaaa' } },
        { n: 1, at: 1, session: 2, path: '/faucet/${0:/escrow_id}' },
      ],
      (_asked, response, index) => {
        setTimeout(() => answerJson(response, index === 0 ? { escrow_id: 'esc_cccccccccccccccc' } : {}), 20);
      },
    );
    expect(toy.asked.map(({ url }) => url)).toEqual(['/f/thing', '/f/esc_cccccccccccccccc']);
    expect(result.ok).toBe(true);
  });

  it('does not send requests with unresolved ids, and reports them', async () => {
    const { toy, result } = await replayed([
      { n: 0, at: 0, session: 1, method: 'POST', answer: { escrow_id: 'esc_aaaaaaaaaaaaaaaa' } },
      { n: 1, at: 1, session: 2, path: '/faucet/${0:/escrow_id}' },
      { n: 2, at: 2, session: 2 },
    ]);
    expect(toy.asked).toHaveLength(2);
    expect(result).toMatchObject({ ok: false, unsent: 1 });
    expect(kinds(result)).toEqual(['shape /escrow_id', 'unsent ']);
  });

  it.each<[string, Record<string, unknown>, unknown, string[]]>([
    ['an amount', { fee: '0.01' }, { fee: '0.02' }, ['amount /fee']],
    ['a number', { fee: 1 }, { fee: 1.5 }, ['amount /fee']],
    ['a number that became text', { fee: 1 }, { fee: '1' }, ['shape /fee']],
    ['a missing field', { a: 1, b: null }, { a: 1 }, ['shape /b']],
    ['a shorter list', { list: [1, 2] }, { list: [1] }, ['shape /list']],
    [
      'a field in a list',
      { list: [{ x: 1 }, { x: 2 }] },
      { list: [{ x: 1 }, { x: 3 }] },
      ['amount /list/*/x'],
    ],
    ['null for a map', { a: {} }, { a: null }, ['shape /a']],
    ['an instant', { at: '2026-01-01T00:00:00.000Z' }, { at: '2026-01-01T00:00:00.001Z' }, ['time /at']],
    ['an id of another kind', { id: 'esc_aaaaaaaaaaaaaaaa' }, { id: 'bet_aaaaaaaaaaaaaaaa' }, ['value /id']],
    ['text', { state: 'locked' }, { state: 'released' }, ['value /state']],
    ['an empty secret', { api_key: '[redacted]' }, { api_key: '' }, ['shape /api_key']],
    ['the prototype', { ['__proto__x']: 1 }, {}, ['shape /__proto__x']],
    ['no JSON', { a: 1 }, undefined, ['shape ']],
  ])('finds %s that differs', async (_what, recorded, live, found) => {
    const { result } = await replayed([{ n: 0, at: 0, answer: recorded }], (_asked, response) =>
      live === undefined ? response.end('<html>') : answerJson(response, live),
    );
    expect(kinds(result)).toEqual(found);
    expect(result).toMatchObject({ ok: false, same: 0, differences: { unexplained: found.length } });
  });

  it('finds another status with its code, and takes new ids and keys as they come', async () => {
    const recorded = { id: 'esc_aaaaaaaaaaaaaaaa', api_key: '[redacted]', address: `0x${'a'.repeat(40)}` };
    const live = { id: 'esc_zzzzzzzzzzzzzzzz', api_key: 'sk_live_x', address: `0x${'b'.repeat(40)}` };
    const { result } = await replayed(
      [
        { n: 0, at: 0, answer: recorded },
        { n: 1, at: 1, status: 409, answer: { code: 'CONFLICT' } },
      ],
      (_asked, response, index) =>
        answerJson(response, index === 0 ? live : { code: 'BAD_REQUEST' }, index === 0 ? 200 : 400),
    );
    expect(result.differences.groups).toMatchObject([
      { kind: 'status', recorded: '409 CONFLICT', live: '400 BAD_REQUEST', n: 1, explanation: null },
    ]);
    expect(result.same).toBe(1);
  });

  it('does not take a value that the request brought along for a new id', async () => {
    const own = `0x${'a'.repeat(40)}`;
    const { result } = await replayed(
      [{ n: 0, at: 0, method: 'POST', body: { to: own }, answer: { to: own } }],
      (_asked, response) => answerJson(response, { to: `0x${'b'.repeat(40)}` }),
    );
    expect(kinds(result)).toEqual(['value /to']);
  });

  it('takes sentences as they come, whatever ids they name', async () => {
    const said = (id: string) => ({ error: `${id} has crashed already` });
    const { result } = await replayed(
      [{ n: 0, at: 0, answer: said('bet_aaaaaaaaaaaaaaaa') }],
      (_asked, response) => answerJson(response, said('bet_bbbbbbbbbbbbbbbb')),
    );
    expect(result).toMatchObject({ ok: true, notCompared: [{ rule: 'wording', field: '/error' }] });
  });

  it('explains what follows from a secret that no trace holds', async () => {
    const { result } = await replayed(
      [{ n: 0, at: 0, method: 'POST', body: { private_key: '[redacted]' }, answer: { ok: true } }],
      (_asked, response) => answerJson(response, {}, 400),
    );
    expect(result.differences.groups).toMatchObject([{ explanation: 'secret', kind: 'status' }]);
  });

  it('calls noise what differed between two runs, and never what was the same both times', async () => {
    const records = [{ n: 0, at: 0, answer: { load: 1, fee: 1, id: 'esc_aaaaaaaaaaaaaaaa' } }];
    const respond =
      (load: number): Respond =>
      (_asked, response) =>
        answerJson(response, { load, fee: 2, id: '' });
    const toy = await toyServer(respond(2));
    const first = await (await planned(records, toy.port)).runPart();
    const second = await replayed(records, respond(3), { call: { noise: first.shown } });
    const told = second.result.differences.groups.map(({ field, explanation }) => [field, explanation]);
    expect(Object.fromEntries(told)).toEqual({ '/fee': null, '/id': null, '/load': 'noise' });
  });

  it('counts missing responses, and the run is not ok', async () => {
    const { result } = await replayed(
      [
        { n: 0, at: 0, session: 0 },
        { n: 1, at: 1, session: 1 },
      ],
      (_asked, response, index) => (index === 0 ? response.destroy() : undefined),
      { extra: 'timeout: 150ms\n' },
    );
    expect(result.failures).toEqual({ reset: 1, timeout: 1 });
    expect(result.ok).toBe(false);
  });

  it('matches responses to requests when a server closes connections', async () => {
    const records = Array.from({ length: 40 }, (_, n) => ({
      n,
      at: n,
      session: n % 4,
      answer: { n },
      path: `/faucet/${n}`,
    }));
    const { result } = await replayed(records, (asked, response, index) => {
      if (index % 3 === 0) response.setHeader('connection', 'close');
      answerJson(response, { n: Number(asked.url.split('/').at(-1)) });
    });
    expect(result).toMatchObject({ ok: true, same: 40, failures: {} });
  });
});

describe('the schedule', () => {
  it('measures response from when a request was due, service from when it was sent', async () => {
    const { result } = await replayed(
      [
        { n: 0, at: 0 },
        { n: 1, at: 0 },
        { n: 2, at: 0 },
      ],
      (_asked, response) => setTimeout(() => answerJson(response, {}), 40),
      { call: { schedule: asRecorded } },
    );
    // One session: the third request was due at once, and had to wait for two answers.
    expect(result.responseMs.max).toBeGreaterThan(2.5 * result.serviceMs.p50);
    expect(result.waits['session']?.count).toBe(2);
  });

  it('sends earlier requests than the window immediately and unmeasured, and nothing after the window', async () => {
    const records = Array.from({ length: 10 }, (_, n) => ({ n, at: n * 3_600_000, path: `/faucet/${n}` }));
    const schedule = { speed: 3_600_000, rampMs: 0, fromMs: 4 * 3_600_000, toMs: 8 * 3_600_000 };
    const toy = await toyServer();
    const replay = await planned(records, toy.port, { call: { schedule } });
    expect(replay.plan).toMatchObject({ requests: 8, preparing: 4, durationMs: 3 });
    const result = await replay.run();
    expect(toy.asked.map(({ url }) => url)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => `/f/${n}`));
    expect(result.requests).toBe(8);
  });

  it('starts the clock of the window when all earlier requests are finished', async () => {
    const records = Array.from({ length: 24 }, (_, n) => ({ n, at: n < 20 ? n : 500 + n, session: 0 }));
    const schedule = { speed: 1, rampMs: 0, fromMs: 500, toMs: Number.POSITIVE_INFINITY };
    const slow: Respond = (_asked, response, index) =>
      setTimeout(() => answerJson(response, {}), index < 20 ? 50 : 0);
    const startedMs = performance.now();
    const { result } = await replayed(records, slow, { call: { schedule } });
    // Twenty answers, one after the other, take a second, of which the window contains none; timers may be early by a little.
    const windowMsMax = performance.now() - startedMs - 950;
    expect(result.seconds * 1_000).toBeLessThan(windowMsMax);
    expect(result.sendLagMs.p99).toBeLessThan(windowMsMax);
  });
});

describe('safety', () => {
  it('contacts no host that is not listed: the plan refuses it before anything is sent', async () => {
    const toy = await toyServer();
    const text = `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://localhost:${toy.port}/" }\n`;
    expect(() => readTarget('toy.yaml', text)).toThrow(/localhost is not among hosts/);
    expect(toy.asked).toEqual([]);
  });

  it('takes no host from a trace: neither from a path, nor from a header', async () => {
    const { toy, result } = await replayed([
      { n: 0, at: 0, path: '/faucet//evil.example/x' },
      { n: 1, at: 1, path: '/faucet/x HTTP/1.1\r\nhost: evil.example\r\n\r\nGET /y' },
      { n: 2, at: 2, headers: { Host: 'evil.example', 'Content-Length': '3', Connection: 'upgrade' } },
      { n: 3, at: 3, headers: { 'x-a': 'b\r\nhost: evil.example' } },
      { n: 4, at: 4, headers: { 'x a': 'b' } },
    ]);
    expect(toy.asked.map(({ url, headers }) => [url, headers.host])).toEqual([
      ['/f/thing', `127.0.0.1:${toy.port}`],
    ]);
    expect(result.unsent).toBe(4);
  });

  it('refuses writes unless the target allows them, and everything where it allows nothing', async () => {
    const toy = await toyServer();
    const write = [{ n: 0, at: 0, method: 'POST' }];
    await expect(planned(write, toy.port, { allow: 'reads' })).rejects.toThrow(
      /the trace has 1 writes: POST is not allowed .* expected allow: writes/,
    );
    await expect(planned([{ n: 0, at: 0 }], toy.port, { allow: 'none' })).rejects.toThrow(
      /GET is not allowed/,
    );
    expect((await (await planned([{ n: 0, at: 0 }], toy.port, { allow: 'reads' })).run()).ok).toBe(true);
    expect(toy.asked.map(({ method }) => method)).toEqual(['GET']);
  });

  it('refuses a trace that calls services the target does not name', async () => {
    const toy = await toyServer();
    const records = [
      { n: 0, at: 0, path: '/casino/x' },
      { n: 1, at: 1, path: '/_sim/reset', method: 'POST' },
    ];
    await expect(planned(records, toy.port)).rejects.toThrow(
      /the trace calls casino \(1 requests\), control \(1 requests\)/,
    );
    expect(toy.asked).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])(
    'follows no redirect: %i is an answer like any other',
    async (status) => {
      const elsewhere = await toyServer();
      const { toy, result } = await replayed([{ n: 0, at: 0 }], (_asked, response) => {
        response.writeHead(status, { location: `http://127.0.0.1:${elsewhere.port}/` });
        response.end('{}');
      });
      expect([toy.asked.length, elsewhere.asked.length]).toEqual([1, 0]);
      expect(result.statusCounts).toEqual({ [status]: 1 });
      expect(result.ok).toBe(false);
    },
  );

  it('refuses a name that resolves to somewhere that is not listed', async () => {
    const toy = await toyServer();
    const resolve = async () => ['127.0.0.1'];
    const replay = await planned([{ n: 0, at: 0 }], toy.port, { host: 'shop.example', call: { resolve } });
    await expect(replay.run()).rejects.toThrow(/shop\.example leads to 127\.0\.0\.1, which is not listed/);
    expect(toy.asked).toEqual([]);
  });

  it('resolves a name once: later DNS changes have no effect', async () => {
    const toy = await toyServer();
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [asked === 1 ? '127.0.0.1' : '203.0.113.9'];
    };
    const records = Array.from({ length: 20 }, (_, n) => ({ n, at: n, session: n }));
    const replay = await planned(records, toy.port, { host: 'localhost', call: { resolve } });
    expect((await replay.run()).ok).toBe(true);
    expect([asked, toy.asked.length]).toEqual([1, 20]);
  });

  it('never exceeds the ceiling, and reports what it delayed', async () => {
    const records = Array.from({ length: 60 }, (_, n) => ({ n, at: 0, session: n }));
    const toy = await toyServer((_asked, response) => answerJson(response, {}));
    const slow = await Replay.plan({
      trace: traceFile(records.map(recordLine)),
      target: readTarget(
        'toy.yaml',
        `name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:${toy.port}" }\nrequestsPerSecond: 200\n`,
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
    const slowResult = await slow.run();
    expect(slowResult.achievedPerSecond).toBeLessThanOrEqual(210);
    expect(slowResult.requests).toBe(60);
    expect(slowResult.waits['ceiling']?.count).toBeGreaterThan(30);
  });

  it('keeps to the cap of connections', async () => {
    const records = Array.from({ length: 50 }, (_, n) => ({ n, at: 0, session: n }));
    const { toy, result } = await replayed(
      records,
      (_asked, response) => setTimeout(() => answerJson(response, {}), 3),
      { extra: 'connections: 3\n', call: { schedule: asRecorded } },
    );
    expect(toy.connectionsMost()).toBeLessThanOrEqual(3);
    expect(result.failures).toEqual({});
    expect(result.waits['connection']?.count).toBeGreaterThan(40);
  });

  it('stops within a second when told to, and still reports', async () => {
    const records = Array.from({ length: 5000 }, (_, n) => ({ n, at: n * 10, session: n % 50 }));
    const toy = await toyServer((_asked, _response, index) => {
      if (index === 40) void replay.then((running) => running.stop());
    });
    const replay = planned(records, toy.port, { call: { schedule: asRecorded } });
    const result = await (await replay).run();
    expect(result).toMatchObject({ stopped: true, ok: false });
    expect(result.unsent).toBeGreaterThan(4000);
    expect(result.seconds).toBeLessThan(10);
  });

  it('waits for a limit that the recording did not hit, unless the target file says otherwise', async () => {
    const at: number[] = [];
    const respond: Respond = (_asked, response, index) => {
      at.push(performance.now());
      if (index === 0) response.setHeader('retry-after', '0.2');
      answerJson(response, {}, index === 0 ? 429 : 200);
    };
    const records = [
      { n: 0, at: 0 },
      { n: 1, at: 0 },
    ];
    const { result, toy } = await replayed(records, respond);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(195);
    expect(toy.asked).toHaveLength(3);
    expect(result).toMatchObject({ ok: true, unsent: 0, retries: { sent: 1, refused: 0 }, same: 2 });
    expect(result.waits['limit']?.count).toBe(1);
    const { result: hurried } = await replayed(records, respond, { extra: 'limits: ignore\n' });
    expect(hurried.waits['limit']?.count).toBe(0);
  });

  it('waits no longer for limits than it may, and says so', async () => {
    const { result, toy } = await replayed(
      [{ n: 0, at: 0 }],
      (_asked, response) => {
        response.setHeader('retry-after', '0.1');
        answerJson(response, {}, 429);
      },
      { call: { limitWaitMs: 250 } },
    );
    expect(toy.asked).toHaveLength(3);
    expect(result).toMatchObject({
      ok: false,
      retries: { sent: 2, refused: 1 },
      differences: { unexplained: 1 },
    });
  });

  it('is not begun beyond the budget, and what is sent again is within it too', async () => {
    const respond: Respond = (_asked, response, index) => {
      response.setHeader('retry-after', '0.05');
      answerJson(response, {}, index === 0 ? 429 : 200);
    };
    const bet = { method: 'POST', path: '/faucet/bet', body: { amount: '0.60' } };
    const records = [
      { n: 0, at: 0, ...bet },
      { n: 1, at: 0, ...bet },
    ];
    const callOf = () => 'casino/B/bet';
    const below = (budget: string) => ({ extra: `budget: ${budget}\n`, call: { callOf } });
    await expect(planned(records, 1, below('{ requests: 1 }'))).rejects.toThrow(
      /has 2 requests, and the budget is 1/,
    );
    await expect(planned(records, 1, below('{ usdc: 1.19 }'))).rejects.toThrow(
      /1\.20 USDC, and the budget is 1\.19/,
    );
    await expect(
      planned(records, 1, { extra: 'budget: { usdc: 9 }\n', call: { callOf: () => 'trading/B/order' } }),
    ).rejects.toThrow(/POST \/faucet\/bet costs does not follow/);
    const { toy: covered } = await replayed(records, respond, below('{ usdc: 1.80, requests: 3 }'));
    expect(covered.asked).toHaveLength(3);
    for (const budget of ['{ usdc: 1.79 }', '{ requests: 2 }']) {
      const { toy, result } = await replayed(records, respond, below(budget));
      expect(toy.asked).toHaveLength(2);
      expect(result).toMatchObject({ ok: false, retries: { sent: 0, refused: 1 } });
    }
  });

  it('never speaks to what is no HTTP server, more than once per request', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      socket.end('220 mail.example ESMTP\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const port = (server.address() as { port: number }).port;
    const replay = await planned(
      [
        { n: 0, at: 0 },
        { n: 1, at: 1 },
      ],
      port,
    );
    const result = await replay.run();
    expect(result.ok).toBe(false);
    expect(Object.values(result.failures).reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(connections).toBeLessThan(12);
  });

  it('gives up on a target that is not there, request by request, without a busy loop', async () => {
    const result = await (
      await planned(
        [
          { n: 0, at: 0 },
          { n: 1, at: 1 },
        ],
        1,
      )
    ).run();
    expect(result.failures).toEqual({ refused: 2 });
  });

  it('holds the target to the expectations of the scenario that it can be held to, and fails with them', async () => {
    const records = Array.from({ length: 10 }, (_, n) => ({ n, at: n, status: n === 3 ? 503 : 200 }));
    const respond: Respond = (_asked, response, index) => answerJson(response, {}, index === 3 ? 503 : 200);
    const expected = (lines: Record<string, string[]>) => ({ header: headerLine({ expect: lines }) });
    const { result: kept } = await replayed(
      records,
      respond,
      expected({ http_req_failed: ['rate<0.2'], agents_total: ['value==1'] }),
    );
    expect(kept.thresholds).toEqual([
      { metric: 'http_req_failed', threshold: 'rate<0.2', value: 0.1, ok: true },
    ]);
    expect(kept.ok).toBe(true);
    const { result: broken } = await replayed(
      records,
      respond,
      expected({ 'http_req_failed{service:faucet}': ['rate<0.1'], 'http_reqs{status:404}': ['count==0'] }),
    );
    expect(broken.thresholds.map(({ value, ok }) => [value, ok])).toEqual([
      [0.1, false],
      [0, true],
    ]);
    expect([broken.ok, broken.differences.unexplained]).toEqual([false, 0]);
  });

  it('counts requests without a response as failed', async () => {
    const { result } = await replayed([{ n: 0, at: 0 }], (_asked, response) => response.destroy(), {
      header: headerLine({ expect: { http_req_failed: ['rate==0'], http_reqs: ['count==1'] } }),
    });
    expect(result.thresholds.map(({ ok }) => ok)).toEqual([false, true]);
  });

  it('sends nothing of a trace that has been replaced since it was planned', async () => {
    const toy = await toyServer();
    const [before, after] = [1, 2].map((count) =>
      traceFile(Array.from({ length: count }, (_, n) => recordLine({ n, at: n }))),
    );
    const replay = await planned([], toy.port, { call: { trace: before ?? '' } });
    renameSync(after ?? '', before ?? '');
    await expect(replay.run()).rejects.toThrow(/the trace has changed since it was planned/);
    expect(toy.asked).toEqual([]);
  });
});
