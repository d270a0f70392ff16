/** The scenario that a session becomes, and what of the session is not in it. */
import { describe, expect, it } from 'vitest';
import { sessionScenario } from '../../../../src/host/app/session/session-scenario.ts';
import { joined, madeSession, scenarioOf, type Happened, type MadeParts } from './made-session.ts';

const key = 'sk_live_aaaaaaaaaaaaaaaaaaaaaaaa';
const laterKey = 'sk_live_bbbbbbbbbbbbbbbbbbbbbbbb';
const from = '203.0.113.7';
const hourMs = 3_600_000;

const written = (happened: readonly Happened[], parts: MadeParts = {}, folder = '/work/out') =>
  sessionScenario(madeSession(happened, parts), folder);
const sourceOf = (happened: readonly Happened[], parts: MadeParts = {}) => written(happened, parts).source;
const operationsOf = (...happened: Happened[]) => sourceOf(happened).operations;

const frame = {
  name: 'sandbox-session',
  about: 'A session of orrery serve, up to 2026-03-01T01:00:00.000Z.',
  seed: '7',
  start: '2026-03-01T00:00:00.000Z',
  for: '1h',
  profile: 'published',
};

it('has the seed, start, length and profile of the session, and no part that would be empty', () => {
  expect(written([])).toStrictEqual({ source: frame, records: [], written: [], leftOut: {} });
});

it.each([
  [0, '1ms'],
  [1, '1ms'],
  [2, '2ms'],
  [90_061_001, '1d1h1m1s1ms'],
])('lasts at least a millisecond: %i', (endMs, length) => {
  expect(sourceOf([], { endMs }).for).toBe(length);
});

it('names the policies that are not those of the profile', () => {
  const policies = { 'errors.order': 'auth-first' };
  expect(sourceOf([], { policies })).toStrictEqual({ ...frame, policies });
  expect(sourceOf([], { profile: 'consistent' })).toStrictEqual({ ...frame, profile: 'consistent' });
});

describe('a request as an operation', () => {
  it('is by the client that has registered, at its time, and is labelled where a later one refers to it', () => {
    const made = { status: 201, answer: { escrow_id: 'esc_abcdefghijklmnop' } };
    const happened: Happened[] = [
      joined('mine', key),
      { call: 'POST /escrow/escrow', key, json: { amount: '1.00', receiver: 'other' }, ...made },
      { atMs: 90_000, call: 'GET /escrow/escrow/esc_abcdefghijklmnop', key, query: { a: '1' } },
    ];
    const { source, records, written: all, leftOut } = written(happened);
    expect(source).toStrictEqual({
      ...frame,
      operations: [
        { by: 'mine', do: 'POST /faucet/register', body: { agent_id: 'mine' }, from },
        {
          by: 'mine',
          do: 'POST /escrow/escrow',
          body: { amount: '1.00', receiver: 'other' },
          from,
          as: 'answer-1',
        },
        { at: '1m30s', by: 'mine', do: 'GET /escrow/escrow/${answer-1:/escrow_id}', query: { a: '1' }, from },
      ],
    });
    expect([records.map((one) => one?.record.n), all.map(({ record }) => record.n), leftOut]).toEqual([
      [0, 1, 2],
      [0, 1, 2],
      {},
    ]);
  });

  it('has a time where it is another than that of the one before', () => {
    const get = { call: 'GET /faucet/agents' } as const;
    const times = [0, 1000, 1000, 2000].map((atMs) => ({ ...get, atMs }));
    const plain = { by: 'outside', do: 'GET /faucet/agents', from };
    expect(operationsOf(...times)).toStrictEqual([
      plain,
      { at: '1s', ...plain },
      plain,
      { at: '2s', ...plain },
    ]);
  });

  const post: Happened = { call: 'POST /x' };
  const plain = { by: 'outside', do: 'POST /x', from };
  it.each<[string, Happened, object]>([
    ['a text that is no JSON', { ...post, text: '{a' }, { ...plain, raw: '{a' }],
    ['no body', { ...post, text: '' }, plain],
    ['a body that was read', { ...post, body: { a: 1 } }, { ...plain, body: { a: 1 } }],
    ['no type', { ...post, headers: { 'content-type': 'application/json' } }, plain],
    ['other headers', { ...post, headers: { 'x-a': 'b' } }, { ...plain, headers: { 'x-a': 'b' } }],
    [
      'a foreign authorization',
      { ...post, headers: { authorization: 'Basic eDp5' } },
      { ...plain, headers: { authorization: '[redacted]' } },
    ],
  ])('has %s', (_what, happened, operation) => {
    expect(operationsOf(happened)).toStrictEqual([operation]);
  });

  it('names its key where that is not the latest one of its client', () => {
    const renewed: Happened = { call: 'POST /x', key, answer: { api_key: laterKey } };
    const operations = operationsOf(
      joined('mine', key),
      renewed,
      { call: 'GET /x', key: laterKey },
      { call: 'GET /x', key },
    );
    expect(operations).toStrictEqual([
      { by: 'mine', do: 'POST /faucet/register', body: { agent_id: 'mine' }, from, as: 'answer-0' },
      { by: 'mine', do: 'POST /x', from },
      { by: 'mine', do: 'GET /x', from },
      { by: 'mine', do: 'GET /x', headers: { authorization: 'Bearer ${answer-0:/api_key}' }, from },
    ]);
  });
});

describe('a control call', () => {
  it.each([
    'GET /_sim/clock',
    'GET /_sim/policy',
    'GET /_sim/ledger',
    'GET /_sim/digest',
    'GET /openapi.json',
    'POST /_sim/clock/advance',
    'POST /_sim/clock/pace',
  ] as const)('%s needs no words', (call) => {
    expect(written([{ call }])).toStrictEqual({ source: frame, records: [], written: [], leftOut: {} });
  });

  it('that every world answers is an operation', () => {
    expect(operationsOf({ call: 'POST /_sim/deposit', json: { a: 1 }, status: 400 })).toStrictEqual([
      { by: 'outside', do: 'POST /_sim/deposit', body: { a: 1 }, from },
    ]);
  });

  it('without words is counted by its operation, where it was not refused', () => {
    const grant = { call: 'POST /_sim/grant' } as const;
    const reset = { call: 'POST /_sim/reset' } as const;
    expect(
      written([grant, reset, { ...grant, status: 299 }, { ...grant, status: 300 }]).leftOut,
    ).toStrictEqual({
      grant: 2,
      reset: 1,
    });
  });

  const add = { atMs: hourMs, call: 'POST /_sim/agents', status: 201, answer: { group: 'asked' } } as const;
  it.each([
    [{ agent: 'newcomer' }, { agent: 'newcomer', name: 'asked', arrive: { at: '1h' } }],
    [
      { agent: 'newcomer', name: 'mine', count: 2, arrive: { at: '30m', over: '2h' } },
      { agent: 'newcomer', name: 'asked', count: 2, arrive: { at: '1h30m', over: '2h' } },
    ],
    [
      { agent: 'newcomer', arrive: { over: '2h' } },
      { agent: 'newcomer', name: 'asked', arrive: { at: '1h', over: '2h' } },
    ],
  ])('that adds agents is a group that arrives later: %o', (json, group) => {
    expect(sourceOf([{ ...add, json }])).toStrictEqual({ ...frame, population: [group] });
  });

  const fault = { atMs: hourMs, call: 'POST /_sim/fault' } as const;
  it.each([
    [{}, '1h'],
    [{ at: '2026-03-01T02:00:00Z' }, '2h'],
    [{ at: 'no instant' }, '0s'],
  ])('that plans a fault is one, at its instant: %o', (when, at) => {
    const json = { service: 'faucet', kind: 'outage', for: '1h' };
    expect(sourceOf([{ ...fault, json: { ...json, ...when } }])).toStrictEqual({
      ...frame,
      faults: [{ ...json, at }],
    });
  });

  it('that was refused adds nothing', () => {
    const refused = [
      { ...add, status: 300, json: { agent: 'newcomer' } },
      { ...fault, status: 300, json: {} },
    ];
    expect(written(refused)).toStrictEqual({ source: frame, records: [], written: [], leftOut: {} });
    const accepted = [
      { ...add, status: 299, json: { agent: 'newcomer' } },
      { ...fault, status: 299, json: {} },
    ];
    expect(sourceOf(accepted)).toStrictEqual({
      ...frame,
      population: [{ agent: 'newcomer', name: 'asked', arrive: { at: '1h' } }],
      faults: [{ at: '1h' }],
    });
  });
});

describe('a session of a scenario', () => {
  const call = (by: string, at?: string) => ({
    ...(at === undefined ? {} : { at }),
    by,
    do: 'GET /faucet/agents',
  });
  const about = 'A session of orrery serve small, up to 2026-03-01T01:00:00.000Z.';

  it('keeps its network, its faults and its population, and neither its load nor what it expects', async () => {
    const parts = {
      network: { drop: '5%' },
      population: [{ agent: 'newcomer', count: 2 }],
      faults: [{ at: '10m', service: 'faucet', kind: 'outage', for: '1h' }],
      expect: { ledger_drift_micros: ['value==0'] },
      policies: { 'errors.order': 'auth-first' },
    };
    const scenario = await scenarioOf(parts);
    expect(sourceOf([], { scenario })).toStrictEqual({
      ...frame,
      name: 'small-session',
      about,
      network: { drop: '5%' },
      population: parts.population,
      faults: parts.faults,
    });
  });

  it('puts requests among its operations by time, its own first at the same one', async () => {
    const scenario = await scenarioOf({ operations: [call('one'), call('two', '10m'), call('three')] });
    const happened = [5, 10, 20].map((minutes): Happened => ({
      atMs: minutes * 60_000,
      call: 'GET /faucet/agents',
    }));
    const { source, records, written: all } = written(happened, { scenario });
    const outside = { by: 'outside', do: 'GET /faucet/agents', from };
    expect(source.operations).toStrictEqual([
      call('one'),
      { at: '5m', ...outside },
      call('two', '10m'),
      call('three'),
      outside,
      { at: '20m', ...outside },
    ]);
    expect(records.map((one) => one?.record.n)).toEqual([undefined, 0, undefined, undefined, 1, 2]);
    expect(all.map(({ record }) => record.n)).toEqual([0, 1, 2]);
  });

  it('has a name of at most 64 characters', async () => {
    const scenario = await scenarioOf({ name: 'a'.repeat(60) });
    expect(sourceOf([], { scenario }).name).toBe(`${'a'.repeat(60)}-ses`);
  });

  it.each([
    ['./mine.ts', '/work/in/small.yaml', '../in/mine.ts'],
    ['./mine.ts', '/work/out/small.yaml', './mine.ts'],
    ['./sub/mine.ts', '/work/out/small.yaml', './sub/mine.ts'],
    ['newcomer', '/work/in/small.yaml', 'newcomer'],
    ['./mine.ts', undefined, './mine.ts'],
  ])('finds the behaviour %s of the file %s at %s', async (agent, source, moved) => {
    const shipped = await scenarioOf({ population: [{ agent: 'newcomer' }] });
    const scenario = { ...shipped, resolved: { ...shipped.resolved, population: [{ agent, count: 2 }] } };
    const parts = { scenario, ...(source === undefined ? {} : { source }) };
    expect(sourceOf([], parts).population).toStrictEqual([{ agent: moved, count: 2 }]);
  });

  it('takes over its operations as they are', async () => {
    const scenario = await scenarioOf({ operations: [call('one', '1h'), call('two', '2h')] });
    expect(sourceOf([], { scenario }).operations).toStrictEqual([call('one', '1h'), call('two', '2h')]);
  });
});
