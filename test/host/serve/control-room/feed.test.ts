/** What a served world has shown: its last requests and events, and what each agent has asked, in bounded numbers. */
import { describe, expect, it } from 'vitest';
import { Feed, lineOf, linesOf, type AgentSeen } from '../../../../src/host/serve/control-room/feed.ts';
import type { HttpExchange } from '../../../../src/core/http/exchange.ts';
import type { Request, Response } from '../../../../src/core/http/message.ts';
import { newSandbox } from '../serving.ts';

const startMs = Date.UTC(2026, 0, 1);
const world = newSandbox().world;
const routeTo = (path: string, method: Request['method'] = 'GET'): HttpExchange['route'] =>
  world.router.find(method, path)?.route;
const [status, escrows] = [routeTo('/faucet/status'), routeTo('/escrow/escrows')];
const [domains, otherDomains] = ['/domains/api/v1/register', '/api/domains-api/register'].map((path) =>
  routeTo(path, 'POST'),
);

const request: Request = {
  method: 'GET',
  path: '/faucet/status',
  query: {},
  headers: {},
  body: undefined,
  ip: '::1',
};
const unknown: HttpExchange = { route: undefined, principal: undefined, code: undefined, replayed: false };
const by = (number: number): Pick<HttpExchange, 'principal'> => ({ principal: { number, tier: 'free' } });

/** One answer with a status. */
function answer(
  feed: Feed,
  code: number,
  parts: { request?: Partial<Request>; headers?: Response['headers'] } & Partial<HttpExchange> = {},
): void {
  const { request: asked, headers = {}, ...exchange } = parts;
  const response: Response = { status: code, headers, body: { code } };
  feed.answered({ ...request, ...asked }, response, { ...unknown, ...exchange });
}

const numbers = (feed: Feed, count: number): number[] => feed.latest(count).map(({ number }) => number);

describe('a feed', () => {
  it('of nothing is empty', () => {
    const feed = new Feed(3, startMs);
    const { happenings, agents, classes, number, version, slownessMs } = feed;
    expect({ happenings, agents, classes, number, version, slownessMs }).toEqual({
      happenings: [],
      agents: new Map(),
      classes: { ok: 0, refused: 0, limited: 0, failed: 0 },
      number: 3,
      version: 0,
      slownessMs: 0,
    });
    expect([feed.latest(5), feed.exchange(1), feed.exchange(0), feed.exchangesOf(0)]).toEqual([[], undefined, undefined, []]);
    expect(feed.series.upTo(startMs).money).toEqual({});
  }); // prettier-ignore

  it('keeps a request with its answer, its caller and its code', () => {
    const feed = new Feed(1, startMs);
    answer(feed, 200, { route: status });
    feed.slownessMs = 250;
    answer(feed, 404, { route: escrows, code: 'NOT_FOUND', ...by(4), request: { path: '/escrow/escrows/x' } });
    const second = {
      number: 2,
      event: 0,
      atMs: startMs,
      agent: 4,
      route: escrows,
      code: 'NOT_FOUND',
      request: { ...request, path: '/escrow/escrows/x' },
      response: { status: 404, headers: {}, body: { code: 404 } },
      slownessMs: 250,
      happenings: [],
    };
    expect(feed.latest(9)).toEqual([
      { ...second, number: 1, agent: null, route: status, code: '', request, response: { status: 200, headers: {}, body: { code: 200 } }, slownessMs: 0 },
      second,
    ]);
    expect([feed.exchange(2), feed.version, feed.exchange(3)]).toEqual([second, 2, undefined]);
    expect(feed.latest(9).map(lineOf)).toEqual([
      { number: 1, event: 0, atMs: startMs, agent: null, code: '', method: 'GET', path: '/faucet/status', status: 200 },
      { number: 2, event: 0, atMs: startMs, agent: 4, code: 'NOT_FOUND', method: 'GET', path: '/escrow/escrows/x', status: 404 },
    ]);
  }); // prettier-ignore

  it.each([
    [200, { ok: 1, refused: 0, limited: 0, failed: 0 }],
    [399, { ok: 1, refused: 0, limited: 0, failed: 0 }],
    [400, { ok: 0, refused: 1, limited: 0, failed: 0 }],
    [428, { ok: 0, refused: 1, limited: 0, failed: 0 }],
    [429, { ok: 0, refused: 0, limited: 1, failed: 0 }],
    [430, { ok: 0, refused: 1, limited: 0, failed: 0 }],
    [499, { ok: 0, refused: 1, limited: 0, failed: 0 }],
    [500, { ok: 0, refused: 0, limited: 0, failed: 1 }],
    [503, { ok: 0, refused: 0, limited: 0, failed: 1 }],
  ])('counts an answer of %i in its class', (code, classes) => {
    const feed = new Feed(1, startMs);
    answer(feed, code, by(2));
    expect([feed.classes, feed.agents.get(2)?.counts]).toEqual([classes, { requests: 1, ...classes }]);
    const [name] = Object.entries(classes).find(([, count]) => count === 1) ?? [];
    expect(feed.series.upTo(startMs).requests).toEqual({ [String(name)]: [1] });
  });

  it('counts refusals by code, and each answer by operation', () => {
    const feed = new Feed(1, startMs);
    answer(feed, 409, { route: status, code: 'CONFLICT' });
    answer(feed, 200, { route: status });
    const { refusals, events } = feed.series.upTo(startMs);
    expect({ refusals, events, calls: feed.calls.counts() }).toEqual({
      refusals: { CONFLICT: [1] },
      events: [0],
      calls: [
        { labels: '{service="faucet",style="B",operation="status",status="200"}', value: 1 },
        { labels: '{service="faucet",style="B",operation="status",status="409"}', value: 1 },
      ],
    });
  });

  it.each(['/_sim/ledger', '/openapi.json'])('leaves out %s', (path) => {
    const feed = new Feed(1, startMs);
    const { route } = world.router.find('GET', path) ?? {};
    expect(route).toBeDefined();
    answer(feed, 200, { route });
    expect([feed.version, feed.latest(1), feed.classes.ok, feed.calls.counts()]).toEqual([1, [], 0, []]);
  });

  it('knows how long callers waited, but not of the agents of a scenario', () => {
    const feed = new Feed(1, startMs);
    feed.slownessMs = 300;
    answer(feed, 200, { request: { agent: 0 } });
    expect(feed.series.upTo(startMs).latencies).toEqual([undefined]);
    answer(feed, 200);
    const { latencies, requests } = feed.series.upTo(startMs);
    expect([latencies[0]?.percentile(1), requests]).toEqual([301, { ok: [2] }]);
  });

  it('keeps the latest 2,000 requests', () => {
    const feed = new Feed(1, startMs);
    for (let index = 0; index < 2000; index++) answer(feed, 200, by(index % 500));
    expect([numbers(feed, 3), numbers(feed, 1), numbers(feed, 0)]).toEqual([[1998, 1999, 2000], [2000], []]);
    const every = numbers(feed, 5000);
    expect([every.length, every[0], every.at(-1)]).toEqual([2000, 1, 2000]);
    expect(feed.exchangesOf(7).map(({ number }) => number)).toEqual([8, 508, 1008, 1508]);
    answer(feed, 200);
    expect([feed.exchange(1), feed.exchange(2)?.number, feed.exchange(2001)?.number]).toEqual([undefined, 2, 2001]);
    const later = numbers(feed, 5000);
    expect([later.length, later[0], later.at(-1)]).toEqual([2000, 2, 2001]);
    expect([feed.exchange(2002), numbers(feed, 2)]).toEqual([undefined, [2000, 2001]]);
  }); // prettier-ignore
});

describe('events of a feed', () => {
  it('are the latest forty, each with its instant', () => {
    const feed = new Feed(1, startMs);
    for (let index = 0; index < 40; index++) feed.happened(`event ${index}`, index, startMs + index);
    const expected = Array.from({ length: 40 }, (_, index) => ({
      event: 0,
      atMs: startMs + index,
      name: `event ${index}`,
      amountMicros: index,
    }));
    expect([feed.happenings, feed.version]).toEqual([expected, 40]);
    feed.happened('last', 0, startMs);
    const last = { event: 0, atMs: startMs, name: 'last', amountMicros: 0 };
    expect([feed.happenings, feed.version]).toEqual([[...expected.slice(1), last], 41]);
  });

  it('belong to the request that has caused them', () => {
    const sandbox = newSandbox();
    const ask = (path: string, body?: unknown): void => {
      sandbox.dispatch({ ...request, method: body === undefined ? 'GET' : 'POST', path, body });
    };
    ask('/faucet/agents');
    ask('/faucet/register', { agent_id: 'alice' });
    ask('/faucet/register', { agent_id: 'alice' });
    ask('/faucet/register', { agent_id: 'bob' });
    const { feed, nowMs } = sandbox;
    const registered = (event: number): object[] => [
      { event, atMs: nowMs, name: 'agentRegistered', amountMicros: 0 },
      { event, atMs: nowMs, name: 'faucetClaimed', amountMicros: 10_000_000 },
    ];
    expect(feed.latest(4).map(({ event, happenings }) => [event, happenings])).toEqual([
      [2, []],
      [3, registered(3)],
      [4, []],
      [5, registered(5)],
    ]);
    expect(feed.happenings).toEqual([...registered(3), ...registered(5)]);
  });
});

describe('an agent of a feed', () => {
  const seenOf = (feed: Feed, number: number): AgentSeen => {
    const seen = feed.agents.get(number);
    if (seen === undefined) throw new Error(`nothing was seen of agent ${number}`);
    return seen;
  };

  it('has its latest twelve requests, newest first', () => {
    const feed = new Feed(1, startMs);
    for (let index = 1; index <= 12; index++) answer(feed, 200, { ...by(1), request: { path: `/${index}` } });
    expect(linesOf(seenOf(feed, 1)).map(({ number, path }) => [number, path])).toEqual(
      Array.from({ length: 12 }, (_, index) => [12 - index, `/${12 - index}`]),
    );
    answer(feed, 404, { ...by(1), code: 'NOT_FOUND', request: { method: 'POST', path: '/13' } });
    answer(feed, 200, by(2));
    const lines = linesOf(seenOf(feed, 1));
    expect(lines[0]).toEqual({
      number: 13,
      event: 0,
      atMs: startMs,
      agent: 1,
      code: 'NOT_FOUND',
      method: 'POST',
      path: '/13',
      status: 404,
    });
    expect(lines.map(({ number }) => number)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect([...feed.agents].map(([number, { counts, latestMs }]) => [number, counts.requests, latestMs])).toEqual([
      [1, 13, startMs],
      [2, 1, startMs],
    ]);
    answer(feed, 200, by(1));
    expect([lines[0]?.number, linesOf(seenOf(feed, 1))[0]?.number]).toEqual([13, 15]);
  }); // prettier-ignore

  const limits = (limit: unknown, remaining: number, reset: number): Response['headers'] => ({
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
  });

  it('has a quota for each service, style and limit, as it was shown last', () => {
    const feed = new Feed(1, startMs);
    for (const [route, limit, remaining, resetAt] of [
      [status, 60, 59, 100],
      [escrows, 60, 30, 110],
      [domains, 60, 20, 120],
      [otherDomains, 60, 19, 125],
      [status, 1000, 999, 130],
      [undefined, 60, 10, 140],
      [status, 60, 58, 150],
      [undefined, 60, 9, 160],
    ] as const)
      answer(feed, 200, { route, ...by(1), headers: limits(limit, remaining, resetAt) });
    expect(seenOf(feed, 1).quotas).toEqual([
      { service: 'faucet', style: 'B', limit: 60, remaining: 58, resetAt: 150 },
      { service: 'escrow', style: 'B', limit: 60, remaining: 30, resetAt: 110 },
      { service: 'domains', style: 'A', limit: 60, remaining: 20, resetAt: 120 },
      { service: 'domains', style: 'B', limit: 60, remaining: 19, resetAt: 125 },
      { service: 'faucet', style: 'B', limit: 1000, remaining: 999, resetAt: 130 },
      { service: 'unknown path', style: '', limit: 60, remaining: 9, resetAt: 160 },
    ]);
  });

  it.each(['0', '-1', 'none', 'Infinity', ''])('has no quota of a limit of "%s"', (limit) => {
    const feed = new Feed(1, startMs);
    answer(feed, 200, { ...by(1), headers: limits(limit, 1, 2) });
    answer(feed, 200, by(1));
    expect(seenOf(feed, 1).quotas).toEqual([]);
  });

  it('has the latest 24 quotas', () => {
    const feed = new Feed(1, startMs);
    for (let limit = 1; limit <= 24; limit++) answer(feed, 200, { ...by(1), headers: limits(limit, 1, 2) });
    const limitsOf = (): number[] => seenOf(feed, 1).quotas.map(({ limit }) => limit);
    expect(limitsOf()).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
    answer(feed, 200, { ...by(1), headers: limits(25, 1, 2) });
    expect(limitsOf()).toEqual(Array.from({ length: 24 }, (_, index) => index + 2));
  });
});

describe('a feed of a world', () => {
  it('has its instants, events and balances', () => {
    const sandbox = newSandbox();
    const { feed } = sandbox;
    const register = (id: string): void => {
      sandbox.dispatch({ ...request, method: 'POST', path: '/faucet/register', body: { agent_id: id } });
    };
    register('alice');
    sandbox.advance(startMs + 25_000);
    register('bob');
    const { money, events, requests } = feed.series.upTo(sandbox.nowMs);
    const [first] = feed.latest(2);
    expect({ agents: money['agents'], events, requests, atMs: feed.latest(1)[0]?.atMs, first: first?.atMs }).toEqual({
      agents: [20_000_000, 20_000_000, 20_000_000],
      events: [2, null, 3],
      requests: { ok: [1, 0, 1] },
      atMs: startMs + 25_000,
      first: startMs,
    });
  }); // prettier-ignore
});
