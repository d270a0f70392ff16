/** HAR files: a trace comes back as it was; what somebody else's program saw comes without its secrets. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routesByPath } from '../../../src/host/app/record/route-names.ts';
import { harOf } from '../../../src/live/traffic/har/export-har.ts';
import { HarSchema, type Har } from '../../../src/live/traffic/har/format.ts';
import { importHar } from '../../../src/live/traffic/har/import-har.ts';
import { asRecorded } from '../../../src/live/traffic/plan/schedule.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { TraceReader } from '../../../src/simulation/trace/reader.ts';
import { answerJson, toyServer } from './toy-server.ts';
import { headerLine, recordLine, traceFile, type RecordChanges } from './traces.ts';
import { looseAjv } from '../../schema-checks.ts';

async function exported(trace: string): Promise<Har> {
  let text = '';
  for await (const part of harOf(trace, '0.0.0')) text += part;
  return JSON.parse(text) as Har;
}

const routeOf = routesByPath();

const imported = (har: unknown, target?: ReturnType<typeof readTarget>) =>
  importHar({ file: 'x.har', text: JSON.stringify(har), target, version: '0.0.0', routeOf });

const key = `sk_live_${'k'.repeat(32)}`;
const escrow = 'esc_bbbbbbbbbbbbbbbb';
const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const evmKey = '0x1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727';

const entry = (changes: {
  second: number;
  url?: string;
  method?: string;
  headers?: Record<string, string>;
  text?: string;
  answer?: unknown;
}) => {
  const {
    second,
    url = 'https://shop.example/api/thing',
    method = 'GET',
    headers = {},
    text,
    answer,
  } = changes;
  return {
    startedDateTime: `2026-03-01T12:00:${String(second).padStart(2, '0')}.250+01:00`,
    time: 12.5,
    request: {
      method,
      url,
      httpVersion: 'h2',
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      queryString: [],
      ...(text === undefined ? {} : { postData: { mimeType: 'application/json', text } }),
    },
    response: { status: 200, content: { size: 1, text: JSON.stringify(answer ?? {}) } },
    cache: {},
    timings: {},
  };
};

const log = (...entries: unknown[]) => ({ log: { version: '1.2', creator: {}, entries } });

const target = readTarget(
  't.yaml',
  'name: t\nhosts: [shop.example]\nallow: writes\nservices: { escrow: "https://shop.example/api" }\n',
);

describe('a trace as HAR', () => {
  const records: RecordChanges[] = [
    {
      n: 0,
      at: 5,
      method: 'POST',
      body: { note: 'ü "$$" ${x', list: [1, null] },
      answer: { escrow_id: escrow },
    },
    {
      n: 1,
      at: 70_000,
      session: 3,
      path: '/faucet/${0:/escrow_id}',
      query: { 'a b': 'c&d=${0:/escrow_id}' },
    },
    { n: 2, at: 70_000, session: 3, headers: { authorization: 'Bearer ${0:/api_key}' }, status: 404 },
    { n: 3, at: 70_001, method: 'POST', raw: '{"broken": ' },
    { n: 4, at: 70_002, method: 'POST', body: [], path: '/faucet/%7Bx%7D?not=query' },
  ];

  it('is HAR 1.2, and comes back as the very same trace', async () => {
    const file = traceFile(
      records.slice(0, 4).map(recordLine),
      headerLine({ expect: { checks: ['rate==1'] } }),
    );
    const har = await exported(file);
    expect(looseAjv.validate(HarSchema, har)).toBe(true);
    expect(har.log).toMatchObject({ version: '1.2', creator: { name: 'orrery' } });
    for (const { request, response } of har.log.entries) {
      expect(request).toMatchObject({ httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 });
      expect(response).toMatchObject({ statusText: '', redirectURL: '', cookies: [] });
    }
    const back = imported(har);
    const { reader, header } = await TraceReader.open(file);
    expect(back.header).toEqual(header);
    expect(back.records).toEqual((await reader.next()).map(({ record }) => record));
    await reader.next();
    expect(back.end).toEqual(reader.end);
    await reader.close();
  });

  it('comes back from a file without what HAR does not ask for, and has the limits of its answers', async () => {
    const limits = { 'x-ratelimit-limit': '100', 'retry-after': '5' };
    const har = await exported(traceFile([recordLine({ n: 0, at: 0, answerHeaders: limits, answer: { a: 1 } })])); // prettier-ignore
    expect(imported(har).records[0]?.answer).toEqual({ status: 200, headers: limits, body: { a: 1 } });
    for (const { request, response } of har.log.entries) {
      delete request.queryString;
      delete response.headers;
    }
    const [record] = imported(har).records;
    expect(record?.answer).toEqual({ status: 200, body: { a: 1 } });
    expect(record?.request).not.toHaveProperty('query');
  });

  it('keeps the assets of the wallet and the seeds of the casino, and no secrets, in an address', async () => {
    const query = { token: 'USDC', seed: 'draw-1', api_key: 'hush-hush-1', note: 'x' };
    const paths = ['/wallet/balance', '/casino/verify/x', '/escrow/x'];
    const lines = paths.map((path, n) => recordLine({ n, at: n, path, query }));
    expect(imported(await exported(traceFile(lines))).records.map(({ request }) => request.query)).toEqual([
      { ...query, seed: '[redacted]', api_key: '[redacted]' },
      { ...query, token: '[redacted]', api_key: '[redacted]' },
      { ...query, token: '[redacted]', seed: '[redacted]', api_key: '[redacted]' },
    ]);
  });

  it('is written in parts that are one file together, however many there are', async () => {
    const many = Array.from({ length: 100 }, (_, n) => recordLine({ n, at: n }));
    expect((await exported(traceFile(many))).log.entries).toHaveLength(100);
    expect((await exported(traceFile([recordLine({ n: 0, at: 0 })]))).log.entries).toHaveLength(1);
  });
});

describe('what another program saw', () => {
  const seen = log(
    entry({ second: 9, url: `https://shop.example/api/thing/${escrow}?x=1`, headers: { Authorization: `Bearer ${key}` } }),
    entry({ second: 1, method: 'POST', headers: { Cookie: 'sid=deadbeef', 'User-Agent': 'me' }, text: '{"password":"hunter2"}', answer: { api_key: key, mnemonic: words } }),
    entry({ second: 5, method: 'POST', headers: { authorization: `Bearer ${key}` }, text: `{"private_key":"${evmKey}"}`, answer: { escrow_id: escrow } }),
    entry({ second: 6, url: 'https://elsewhere.example/track', answer: { cookie: 'deadbeef' } }),
    entry({ second: 7, answer: [1] }),
  ); // prettier-ignore

  it('is put in order, correlated, and left without cookies, keys and words', () => {
    const { records, leftOut, header, end } = imported(seen, target);
    expect(records.map(({ at, request }) => [at, request.method, request.path])).toEqual([
      [0, 'POST', '/escrow/thing'],
      [4000, 'POST', '/escrow/thing'],
      [8000, 'GET', '/escrow/thing/${1:/escrow_id}'],
    ]);
    expect(records[2]?.request).toMatchObject({
      query: { x: '1' },
      headers: { authorization: 'Bearer ${0:/api_key}' },
    });
    expect(records.map(({ session }) => session)).toEqual([0, 1, 1]);
    expect(header.start).toBe('2026-03-01T11:00:01.250Z');
    expect([leftOut, end.requests]).toEqual([
      { 'of no service': 1, 'not answered with a JSON object': 1 },
      3,
    ]);
    expect(JSON.stringify(records)).not.toMatch(/sk_live|deadbeef|hunter2|abandon|1ab42c|user-agent/i);
  });

  it('names the operations of the documents, and finds each service at its own address', () => {
    const two = readTarget(
      't.yaml',
      'name: t\nhosts: [shop.example]\nallow: writes\nservices: { casino: "https://shop.example", faucet: "https://shop.example/f", escrow: "https://shop.example/f/e" }\n',
    );
    const { records, hosts, leftOut } = imported(
      log(
        entry({ second: 1, url: 'https://shop.example/f/register', method: 'POST', text: '{}' }),
        entry({
          second: 2,
          url: 'https://shop.example/f/e/escrow/esc_1/release',
          method: 'POST',
          text: '{}',
        }),
        entry({ second: 3, url: 'https://shop.example/api/v1/games' }),
        entry({ second: 4, url: 'https://shop.example/unknown' }),
        entry({ second: 5, url: 'https://cdn.example/app.js' }),
        entry({ second: 6, url: 'https://cdn.example/app.css' }),
      ),
      two,
    );
    expect(records.map(({ call }) => call)).toEqual([
      'faucet/B/register',
      'escrow/B/release',
      'casino/A/games',
      'casino/har/GET',
    ]);
    expect(hosts).toEqual({
      'shop.example': { requests: 4, leftOut: 0 },
      'cdn.example': { requests: 0, leftOut: 2 },
    });
    expect(leftOut).toEqual({ 'of no service': 2 });
  });

  it('keeps seeds of the casino and assets of the wallet, which only sound like secrets', () => {
    const both = readTarget(
      't.yaml',
      'name: t\nhosts: [shop.example]\nallow: writes\nservices: { casino: "https://shop.example/casino", wallet: "https://shop.example/wallet" }\n',
    );
    const { records } = imported(
      log(
        entry({ second: 1, url: 'https://shop.example/casino/bet', method: 'POST', text: '{"client_seed":"lucky-7","seed":"draw-1"}', answer: { seed: 'draw-1', server_seed: 'revealed' } }),
        entry({ second: 2, url: 'https://shop.example/wallet/balance?token=USDC&seed=hidden-from-everybody', answer: { token: 'USDC', note: 'hidden-from-everybody' } }),
        entry({ second: 3, url: 'https://shop.example/casino/verify/draw-1?seed=draw-1' }),
      ),
      both,
    ); // prettier-ignore
    expect(records[0]?.request.body).toEqual({ client_seed: 'lucky-7', seed: 'draw-1' });
    expect(records[0]?.answer.body).toEqual({ seed: 'draw-1', server_seed: 'revealed' });
    expect(records[1]?.request.query).toEqual({ token: 'USDC', seed: '[redacted]' });
    expect(records[1]?.answer.body).toEqual({ token: 'USDC', note: '[redacted]' });
    expect(records[2]?.request).toMatchObject({ path: '/casino/verify/draw-1', query: { seed: 'draw-1' } });
  });

  it('leaves event streams out, and counts them', () => {
    const stream = (second: number, changes: object): object => {
      const plain = entry({ second });
      return {
        ...plain,
        ...changes,
        response: { ...plain.response, ...(changes as { response?: object }).response },
      };
    };
    const { records, leftOut } = imported(
      log(
        entry({ second: 1 }),
        stream(2, { response: { content: { mimeType: 'text/event-stream; charset=utf-8', text: '{}' } } }),
        stream(3, { response: { headers: [{ name: 'Content-Type', value: 'text/event-stream' }] } }),
        stream(4, { _resourceType: 'eventsource' }),
        stream(5, { _resourceType: 'websocket', response: { status: 101 } }),
      ),
      target,
    );
    expect([records.length, leftOut]).toEqual([1, { 'event streams': 4 }]);
  });

  it('is a trace that can be replayed, with the ids of the target', async () => {
    const given = 'esc_cccccccccccccccc';
    const toy = await toyServer((_asked, response, index) =>
      answerJson(
        response,
        index === 1 ? { escrow_id: given } : index === 0 ? { api_key: key, mnemonic: words } : {},
      ),
    );
    const { header, records, end } = imported(seen, target);
    const file = traceFile([]).replace('.gz', '');
    writeFileSync(file, [header, ...records, end].map((line) => `${JSON.stringify(line)}\n`).join(''));
    const replay = await Replay.plan({
      trace: file,
      target: readTarget(
        't.yaml',
        `name: t\nhosts: [127.0.0.1]\nallow: writes\nservices: { escrow: "http://127.0.0.1:${toy.port}/api" }\n`,
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
    const result = await replay.run();
    expect(result).toMatchObject({ requests: 3, unsent: 0, differences: { unexplained: 0 } });
    expect(toy.asked[2]?.url).toBe(`/api/thing/${given}?x=1`);
    expect(readFileSync(file, 'utf8')).not.toContain(evmKey);
  });

  it.each<[string, unknown, RegExp]>([
    ['what is no HAR file', { log: {} }, /x\.har:1:1: this is no HAR file: /],
    ['an instant that never was', log({ ...entry({ second: 1 }), startedDateTime: '2026-13-41T00:00:00Z' }), /there is no instant "2026-13-41/],
    ['nothing of the platform', log(entry({ second: 1, url: 'https://elsewhere.example/' })), /nothing in it can be replayed/],
    ['addresses that are none', log(entry({ second: 1, url: 'data:,' })), /nothing in it can be replayed/],
    ['a header of a trace that is none', { log: { version: '1.2', entries: [], _orrery: { header: null } } }, /log\._orrery: /],
  ])('is refused in one line where it is %s', (_what, har, message) => {
    expect(() => imported(har, target)).toThrow(message);
    expect(() => importHar({ file: 'x.har', text: '{', target, version: '', routeOf })).toThrow(/this is no JSON/);
  }); // prettier-ignore
});
