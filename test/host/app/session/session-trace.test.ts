/** The trace of a session: which requests are in it, and which client is which session. */
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packageVersion } from '../../../../src/host/app/process/package-version.ts';
import { SessionTrace } from '../../../../src/host/app/session/session-trace.ts';
import { policyHash } from '../../../../src/platform/world/policy-hash.ts';
import { policiesWith } from '../../serve/serving.ts';
import { joined, outsideOf, startMs, type Happened } from './made-session.ts';

const [one, two] = ['a', 'b'].map((sign) => `sk_live_${sign.repeat(24)}`) as [string, string];
const principal = { number: 0, tier: 'free' } as const;
const policies = policiesWith();

const newTrace = (parts: Uint8Array[] = []): SessionTrace =>
  new SessionTrace(
    { append: (_name, part) => void parts.push(Buffer.from(part)) },
    {
      name: 'small-session',
      seed: '7',
      profile: 'published',
      policies,
      startMs,
      groups: [],
      resolved: {
        name: 'small',
        for: '1h',
        faults: [{ service: 'faucet', kind: 'outage', at: '1h', for: '1h' }],
      },
    },
  );

function linesOf(happened: readonly (Happened & { agent?: number; behaviour?: string })[]): unknown[] {
  const parts: Uint8Array[] = [];
  const trace = newTrace(parts);
  for (const { agent, behaviour = '', ...rest } of happened) {
    const { event } = outsideOf(rest);
    trace.onEvent({ ...event, request: { ...event.request, agent } }, behaviour);
  }
  trace.finish('the-digest');
  const text = gunzipSync(Buffer.concat(parts)).toString();
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
}

it('begins with the world and ends with the digest', () => {
  expect(linesOf([])).toStrictEqual([
    {
      trace: 1,
      orrery: packageVersion(),
      scenario: 'small-session',
      seed: '7',
      profile: 'published',
      policyHash: policyHash(policies),
      start: '2026-03-01T00:00:00.000Z',
      policies,
      faults: [{ service: 'faucet', kind: 'outage', at: '1h', for: '1h' }],
      expect: {},
    },
    { end: true, requests: 0, digest: 'the-digest' },
  ]);
});

it('has requests from outside and of agents, each with its behaviour', () => {
  const ip = '203.0.113.7';
  expect(
    linesOf([
      joined('mine', one, 1000),
      { call: 'GET /faucet/agents', agent: 3, behaviour: 'newcomer', key: one, principal },
    ]).slice(1),
  ).toStrictEqual([
    {
      n: 0,
      at: 1000,
      session: 10_000_000,
      agent: 'outside',
      call: 'faucet/B/register',
      request: { method: 'POST', path: '/faucet/register', raw: '{"agent_id":"mine"}', ip },
      answer: { status: 201, body: { agent_id: 'mine', api_key: '[redacted]' } },
    },
    {
      n: 1,
      at: 0,
      session: 3,
      agent: 'newcomer',
      call: 'faucet/B/publicAgents',
      request: {
        method: 'GET',
        path: '/faucet/agents',
        headers: { authorization: 'Bearer ${0:/api_key}' },
        ip,
      },
      answer: { status: 200, body: {} },
    },
    { end: true, requests: 2, digest: 'the-digest' },
  ]);
});

it('has the calls that every world answers, and neither those to its host nor documents', () => {
  const calls = [
    'GET /_sim/ledger',
    'POST /_sim/clock/advance',
    'GET /openapi.json',
    'GET /x',
    'GET /_sim/digest',
    'POST /_sim/reset',
  ] as const;
  const lines = linesOf(calls.map((call) => ({ call })));
  expect(lines.slice(1)).toMatchObject([
    { n: 0, request: { path: '/_sim/ledger' } },
    { n: 1, request: { path: '/x' } },
    { n: 2, request: { path: '/_sim/digest' } },
    { end: true, requests: 3 },
  ]);
});

it('counts the requests in it', () => {
  const trace = newTrace();
  expect(trace.count).toBe(0);
  trace.onEvent(outsideOf({ call: 'GET /x' }).event, '');
  trace.onEvent(outsideOf({ call: 'POST /_sim/reset' }).event, '');
  expect(trace.count).toBe(1);
  trace.onEvent(outsideOf({ call: 'GET /x' }).event, '');
  expect(trace.count).toBe(2);
});

const first = 10_000_000;
it.each<[string, readonly Happened[], readonly number[]]>([
  ['without a key', [{ call: 'GET /x' }, { call: 'GET /x' }], [-1, -1]],
  [
    'by keys that are issued',
    [joined('p', one), joined('q', two), joined('p', one)],
    [first, first + 1, first],
  ],
  [
    'by a key that is issued and then sent',
    [
      joined('p', one),
      joined('q', two),
      { call: 'GET /x', key: two, principal },
      { call: 'GET /x', key: one, principal },
    ],
    [first, first + 1, first + 1, first],
  ],
  ['with a key that has no owner', [joined('p', one), { call: 'GET /x', key: one }], [first, -1]],
  [
    'with a key of an owner that is issued another one',
    [joined('p', one), { ...joined('p', two), key: one, principal }, { call: 'GET /x', key: two, principal }],
    [first, first, first + 1],
  ],
  ['of an owner without a key', [{ call: 'GET /x', principal }], [-1]],
  [
    'with a key that stands alone',
    [joined('p', one), { call: 'GET /x', headers: { authorization: one }, principal }],
    [first, first],
  ],
  ['with an answer that refuses, which issues none', [{ ...joined('p', one), status: 300 }], [-1]],
  ['with an answer below 300', [{ ...joined('p', one), status: 299 }], [first]],
  ['with a key that is no text', [{ call: 'GET /x', answer: { api_key: 5 } }], [-1]],
])('knows a client %s', (_what, happened, sessions) => {
  expect(linesOf(happened).slice(1, -1)).toMatchObject(sessions.map((session) => ({ session })));
});

it('keeps where a secret came from, which only the raw request says', () => {
  const parts: Uint8Array[] = [];
  const trace = newTrace(parts);
  const shown = outsideOf({ call: 'GET /x', query: { a: '[redacted]' } }).event;
  const raw = outsideOf({ call: 'GET /x', query: { a: 'raw' } }).event;
  trace.onRaw(raw.request, raw.response);
  trace.onEvent(shown, '');
  trace.onEvent(shown, '');
  trace.finish('the-digest');
  const [, ...lines] = gunzipSync(Buffer.concat(parts)).toString().split('\n');
  expect(lines.map((line) => /"query":\{"a":"([^"]*)"\}/.exec(line)?.[1])).toEqual([
    'raw',
    '[redacted]',
    undefined,
    undefined,
  ]);
});
