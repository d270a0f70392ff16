import { describe, expect, it } from 'vitest';
import { uniform } from '../../../src/core/kernel/distributions.ts';
import { Effect } from '../../../src/core/kernel/effects.ts';
import type { RequestOptions } from '../../../src/simulation/population/request-options.ts';
import { Agent } from '../../../src/simulation/population/agent.ts';
import type { RequestEffect } from '../../../src/simulation/population/agent-effects.ts';
import { group, newTown } from './town.ts';
import { startMs } from '../../platform/world/new-world.ts';

const newAgent = (): Agent =>
  new Agent({
    number: 3,
    name: 'buyer/4',
    ip: '10.0.0.3',
    persona: () => ({
      agentId: 'quick-fox-3',
      owner: 'A B',
      email: 'a@example.invalid',
      framework: 'eliza',
      purpose: '',
    }),
    peers: () => [],
    backoff: 'max',
  });

const wishOf = (effect: Effect<unknown>): RequestEffect => effect.payload as RequestEffect;

describe('an agent describes its requests as effects', () => {
  const agent = newAgent();
  it.each<[string, Effect<unknown>, string, unknown]>([
    ['a wait in words', agent.sleep('1d12h'), 'sleep', 129_600_000],
    ['a wait in milliseconds', agent.sleep(5), 'sleep', 5],
    ['an instant in words', agent.sleepUntil('2026-01-01T00:00:00Z'), 'sleepUntil', startMs],
    ['an instant in milliseconds', agent.sleepUntil(startMs), 'sleepUntil', startMs],
    ['the time', agent.now(), 'now', undefined],
    ['a number', agent.random(), 'random', undefined],
    ['a statement', agent.check('is fair', true), 'check', { name: 'is fair', holds: true }],
    ['a line in the log', agent.log('hi', { n: 1 }), 'log', { message: 'hi', fields: { n: 1 } }],
  ])('%s', (_, effect, kind, payload) => {
    expect(effect).toBeInstanceOf(Effect);
    expect([effect.kind, effect.payload]).toEqual([kind, payload]);
  });

  it.each(['soon', '5', '', '-1h', '0.5ms'])('and is told at once that %j is no time to sleep', (time) => {
    expect(() => agent.sleep(time)).toThrow(`agent.sleep("${time}"): expected a time such as '6h'`);
    expect(() => agent.sleepUntil(time)).toThrow(TypeError);
  });
});

describe('a request', () => {
  it.each<[string, (agent: Agent, options: RequestOptions) => Effect<unknown>, string, unknown]>([
    ['get', (agent, options) => agent.get('/a/b', options), 'GET', undefined],
    ['post', (agent, options) => agent.post('/a/b', { x: 1 }, options), 'POST', { x: 1 }],
    ['put', (agent, options) => agent.put('/a/b', { x: 1 }, options), 'PUT', { x: 1 }],
    ['delete', (agent, options) => agent.delete('/a/b', options), 'DELETE', undefined],
  ])('by %s carries method, path, query as text, headers and body', (_, ask, method, body) => {
    const options = { query: { limit: 5, role: 'all' }, headers: { 'x-a': '1' }, raw: '{' };
    expect(wishOf(ask(newAgent(), options))).toEqual({
      method,
      path: '/a/b',
      query: { limit: '5', role: 'all' },
      headers: { 'x-a': '1' },
      body,
      rawBody: '{',
    });
    expect(wishOf(ask(newAgent(), {}))).toMatchObject({ query: {}, headers: {}, rawBody: undefined });
  });

  it('carries the key after authorize() until it is removed; an explicit header wins', () => {
    const agent = newAgent();
    const sent = (options?: RequestOptions): unknown => wishOf(agent.get('/', options)).headers;
    expect([agent.key, sent()]).toEqual([undefined, {}]);
    agent.authorize('sk_live_1');
    expect([agent.key, sent()]).toEqual(['sk_live_1', { authorization: 'Bearer sk_live_1' }]);
    expect(sent({ headers: { 'x-a': '1' } })).toEqual({ authorization: 'Bearer sk_live_1', 'x-a': '1' });
    expect(sent({ headers: { authorization: 'none' } })).toEqual({ authorization: 'none' });
    agent.authorize(undefined);
    expect([agent.key, sent()]).toEqual([undefined, {}]);
  });
});

describe('under the virtual clock an agent', () => {
  it('gets answers, checks, draws and the time back where it asked for them', () => {
    const seen: unknown[] = [];
    const town = newTown({
      groups: [
        group('a', function* (agent) {
          seen.push(yield* agent.now());
          yield* agent.sleep('1h');
          seen.push((yield* agent.now()) - startMs);
          const drawn = yield* agent.random(uniform(5, 6));
          seen.push(
            drawn >= 5 && drawn < 6,
            yield* agent.check('holds', 1 + 1 === 2),
            yield* agent.check('not', false),
          );
          seen.push((yield* agent.get('/_sim/clock')).text('now'));
          yield* agent.log('done', { drawn: 1 });
        }),
      ],
    });
    town.run();
    expect(town.findings).toEqual([]);
    expect(seen).toEqual([startMs, 3_600_000, true, true, false, '2026-01-01T01:00:00.000Z']);
    expect(town.checked).toEqual([
      { agent: 'a/1', name: 'holds', holds: true },
      { agent: 'a/1', name: 'not', holds: false },
    ]);
    expect(town.logged).toMatchObject([{ agent: 'a/1', message: 'done', fields: { drawn: 1 } }]);
  });

  it('keeps its identity in processes it spawns: same key, same address, same name', () => {
    const town = newTown({
      groups: [
        group('Idle', function* (agent) {
          yield* agent.sleep('1d');
        }),
        group('a', function* (agent) {
          yield* agent.join();
          yield* agent.spawn(function* () {
            yield* agent.get('/faucet/status');
            yield* agent.check('in a child', true);
          }, 'child');
        }),
      ],
    });
    town.run();
    expect(town.findings).toEqual([]);
    expect(
      town.exchanged.map(({ agent, request, answer }) => [agent, request.ip, request.agent, answer.status]),
    ).toEqual([
      ['a/1', '10.0.0.1', 1, 201],
      ['a/1', '10.0.0.1', 1, 200],
    ]);
    expect(town.checked).toEqual([{ agent: 'a/1', name: 'in a child', holds: true }]);
  });

  it.each<[string, { style?: 'A' | 'B'; referrer?: string }, string, object]>([
    [
      'in style B with what it says about itself',
      {},
      '/faucet/register',
      { metadata: { framework: expect.any(String), owner: expect.any(String) } },
    ],
    ['in style A with its id alone', { style: 'A' }, '/faucet/api/v1/agents/register', {}],
    [
      'with a referrer',
      { style: 'A', referrer: 'ann' },
      '/faucet/api/v1/agents/register',
      { referrer: 'ann' },
    ],
  ])('joins %s, and uses its key from then on', (_, options, path, extra) => {
    const town = newTown({
      groups: [
        group('a', function* (agent) {
          const joined = yield* agent.join(options);
          yield* agent.check('key', agent.key === joined.text('api_key'));
          yield* agent.check('own', (yield* agent.get(`/faucet/api/v1/agents/${agent.persona.agentId}`)).ok);
        }),
      ],
    });
    town.run();
    expect([town.findings, town.checked.map(({ holds }) => holds)]).toEqual([[], [true, true]]);
    const { request } = town.exchanged[0]!;
    expect([request.path, request.body]).toEqual([path, { agent_id: expect.any(String), ...extra }]);
  });

  it('that is refused at the door goes on without a key', () => {
    const town = newTown({
      groups: [
        group('a', function* (agent) {
          yield* agent.post('/faucet/register', { agent_id: agent.persona.agentId });
          const joined = yield* agent.join();
          yield* agent.check('refused', joined.code === 'CONFLICT' && agent.key === undefined);
        }),
      ],
    });
    town.run();
    expect([town.findings, town.checked[0]?.holds]).toEqual([[], true]);
  });
});

describe('a mistake of an agent ends only that agent, with a finding', () => {
  const bystander = group('bystander', function* (agent) {
    for (;;) {
      yield* agent.sleep('1h');
      yield* agent.get('/faucet/agents');
    }
  });

  it.each<[string, (agent: Agent) => Generator<unknown, unknown, unknown>, string, RegExp]>([
    ['a time that is none', function* (agent) { yield* agent.sleep('banana'); }, 'behaviour-threw', /sleep\("banana"\)/],
    ['a population that is none', function* (agent) { yield agent.peers('nobody'); }, 'behaviour-threw', /no population "nobody"/],
    ['a polite call without yield*', function* (agent) { yield agent.polite.get('/'); }, 'unknown-effect', /yield\*/],
    ['a path that is none', function* (agent) { yield* agent.get(undefined as unknown as string); }, 'behaviour-threw', /path/],
    ['a path that is a number', function* (agent) { yield* agent.get(5 as unknown as string); }, 'behaviour-threw', /path/],
    ['a header that is no text', function* (agent) { yield* agent.get('/', { headers: { a: 5 as unknown as string } }); }, 'behaviour-threw', /header a/],
    ['a field that the answer has not', function* (agent) { (yield* agent.get('/nowhere')).text('key'); }, 'behaviour-threw', /no "key"/],
  ])('%s', (_, run, kind, message) => {
    const town = newTown({ groups: [group('wrong', run), bystander] });
    town.run();
    expect(town.findings).toEqual([
      { kind, agent: 'wrong/1', behaviour: 'wrong', atMs: startMs, message: expect.stringMatching(message) },
    ]);
    expect(town.exchanged.filter(({ agent }) => agent === 'bystander/1')).toHaveLength(24);
  }); // prettier-ignore
});
