/** Agents against a real server: what they send, what is counted, and what bounds them. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { loadResult } from '../../../src/live/load/result.ts';
import { answerJson, type Respond } from '../traffic/toy-server.ts';
import { expected, loaded, oneGroup, prepared, stagesOf } from './loading.ts';

/** Reads three times, a virtual minute apart. */
const reader = function* (agent: Parameters<Parameters<typeof oneGroup>[0]>[0]) {
  for (let count = 0; count < 3; count++) {
    yield agent.get('/faucet/status');
    yield agent.sleep('1m');
  }
};

/** Of agents that end by themselves, which ends the load: at the speeds of these tests no busy machine needs so long. */
const untilAllEndMs = 30 * 86_400_000;

describe('a load', () => {
  it('sends what its agents ask, once, and counts what the server has got', async () => {
    const { result, toy } = await loaded({
      scenario: { groups: oneGroup(reader, 20), forMs: untilAllEndMs },
      call: { speed: 6000 },
    });
    // The first request read the clock.
    expect(result.requests.probes).toBe(1);
    expect(toy.asked).toHaveLength(result.requests.sent + 1);
    expect(result.requests).toMatchObject({ offered: 60, sent: 60, answered: 60, failed: 0, unfinished: 0 });
    expect(result.operations).toMatchObject([{ call: 'faucet/B/status', requests: 60, failed: 0 }]);
    expect(result.agents).toMatchObject({ arrived: 20, ended: 20, dropped: 0 });
    expect(result.series.reduce((sum, { offered }) => sum + offered, 0)).toBe(60);
    expect(result.series.reduce((sum, { answered }) => sum + answered, 0)).toBe(60);
    expect(result.ok).toBe(true);
    expect(result.connections).toBeGreaterThan(0);
    expect(result.connections).toBeLessThanOrEqual(60);
  });

  it('gives every agent its own draws: the same requests with any number of workers', async () => {
    const drawing = oneGroup(function* (agent) {
      for (let count = 0; count < 5; count++) {
        const draw = yield* agent.random();
        yield agent.get(`/faucet/${agent.number}-${Math.floor(draw * 1e6)}`);
      }
    }, 6);
    const urls = async (workers: number) => {
      const found: string[] = [];
      for (let index = 0; index < workers; index++) {
        const { toy } = await loaded({
          scenario: { groups: drawing },
          call: { share: { index, count: workers } },
        });
        found.push(...toy.asked.slice(1).map(({ url }) => url));
      }
      return found.toSorted();
    };
    const alone = await urls(1);
    expect(alone).toHaveLength(30);
    expect(await urls(2)).toEqual(alone);
  });

  it('brings names and idempotency keys that no other load has, and gives agents their own back', async () => {
    const seen: unknown[] = [];
    const respond: Respond = ({ text }, response) =>
      answerJson(response, text === '' ? {} : { ...(JSON.parse(text) as object), api_key: 'k-1' });
    const { toy } = await loaded({
      respond,
      scenario: {
        groups: oneGroup(function* (agent) {
          const joined = yield* agent.join();
          seen.push(joined.body['agent_id'], agent.persona.agentId);
        }),
      },
    });
    const [, joined] = toy.asked;
    expect(seen[0]).toBe(seen[1]);
    expect((JSON.parse(joined?.text ?? '') as { agent_id: string }).agent_id).toBe(`${String(seen[0])}-test`);
    expect(joined?.headers['idempotency-key']).toMatch(/-test$/);
    expect(joined?.headers['traceparent']).toBeUndefined();
  });

  it('leaves client seeds as they are, so that an agent can recompute its bets from them', async () => {
    const seen: unknown[] = [];
    const respond: Respond = ({ text }, response) =>
      answerJson(response, { ...(JSON.parse(text || '{}') as object), api_key: 'k-1' });
    const { toy } = await loaded({
      respond,
      scenario: {
        groups: oneGroup(function* (agent) {
          yield* agent.join();
          // Where a bet has no seed, a house may take the name by which it knows the agent.
          const name = `${agent.persona.agentId}-test`;
          for (const client_seed of ['lucky', name]) {
            const bet = yield* agent.post('/faucet/bet', { client_seed, player: name });
            seen.push(bet.body['client_seed'], bet.body['player']);
          }
          seen.push(agent.persona.agentId, name);
        }),
      },
    });
    const own = seen.at(-2);
    const name = seen.at(-1);
    expect(seen.slice(0, 4)).toEqual(['lucky', own, name, own]);
    const sent = toy.asked.map(({ text }) => JSON.parse(text || '{}') as { client_seed?: string });
    expect(sent.flatMap(({ client_seed }) => client_seed ?? [])).toEqual(['lucky', name]);
  });

  it('sends a W3C traceparent when asked, another with each request', async () => {
    const { toy } = await loaded({
      scenario: { groups: oneGroup(reader), forMs: untilAllEndMs },
      call: { tracing: { share: 1 }, speed: 6000 },
    });
    const contexts = toy.asked.slice(1).map(({ headers }) => headers['traceparent']);
    expect(contexts).toHaveLength(3);
    expect(new Set(contexts).size).toBe(3);
    for (const context of contexts) expect(context).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it('counts retries, refusals by code, and checks', async () => {
    const { result } = await loaded({
      respond: (_asked, response, index) => {
        if (index === 1) {
          response.setHeader('retry-after', '1');
          answerJson(response, { code: 'RATE_LIMIT' }, 429);
        } else answerJson(response, {});
      },
      scenario: {
        groups: oneGroup(function* (agent) {
          const answer = yield* agent.polite.get('/faucet/status');
          yield* agent.check('it is answered', answer.ok);
          yield* agent.check('it has a name', answer.body['name'] !== undefined);
        }),
        expectations: expected({ rate_limited_total: 'count==1', checks: 'rate==0.5' }),
        forMs: untilAllEndMs,
      },
      call: { speed: 100 },
    });
    expect(result.requests).toMatchObject({ offered: 2, retries: 1, limited: 1, failed: 1 });
    expect(result.errors).toEqual({ RATE_LIMIT: 1 });
    expect(result.checks).toEqual([
      { name: 'it is answered', agent: 'visitor', passed: 1, failed: 0 },
      { name: 'it has a name', agent: 'visitor', passed: 0, failed: 1 },
    ]);
    expect(result.expectations.map(({ ok }) => ok)).toEqual([true, true]);
  });

  it('a behaviour that breaks is a finding, and the load goes on', async () => {
    const { result } = await loaded({
      scenario: {
        groups: oneGroup(function* (agent) {
          const answer = yield* agent.get('/faucet/status');
          answer.text('missing');
        }, 2),
      },
    });
    expect(result.findings).toHaveLength(2);
    expect(result.findings[0]).toMatchObject({ kind: 'behaviour-threw', behaviour: 'visitor' });
    expect(result.ok).toBe(false);
  });
});

describe('stages', () => {
  const once = function* (agent: Parameters<Parameters<typeof oneGroup>[0]>[0]) {
    yield agent.get('/faucet/status');
  };

  it('a constant rate starts an agent at each arrival', async () => {
    const load = stagesOf({ shape: 'constant-arrival-rate', rate: 100, for: '500ms' });
    const { result } = await loaded({ scenario: { groups: oneGroup(once), load } });
    expect(result.agents).toMatchObject({ arrived: 50, dropped: 0 });
    // An agent whose answer comes after the end of the load, on a busy machine, has not come to its own end.
    expect(result.agents.ended).toBeGreaterThan(0);
    expect(result.agents.ended).toBeLessThanOrEqual(50);
    expect(result.requests).toMatchObject({ offered: 50, answered: 50 });
  });

  it('arrivals beyond agentsMax are dropped and counted, because the target keeps the others waiting', async () => {
    const load = stagesOf({
      shape: 'constant-arrival-rate', rate: 100, for: '300ms', agentsMax: 4, grace: '0s',
    }); // prettier-ignore
    const { result } = await loaded({
      respond: (_asked, response, index) => {
        if (index === 0) answerJson(response, {});
      },
      scenario: { groups: oneGroup(once), load },
    });
    expect(result.agents).toMatchObject({ arrived: 4, dropped: 26, most: 4 });
    expect(result.requests).toMatchObject({ offered: 4, unfinished: 4, failed: 4 });
    expect(result.limits.map(({ by }) => by)).toContain('agents');
  });

  it('a constant number of agents: another begins for each that ends', async () => {
    const stages = stagesOf({ shape: 'constant-agents', agents: 3, for: '1h' });
    const { call, load, toy } = await prepared({ scenario: { groups: oneGroup(once), load: stages } });
    const running = load.run();
    while (toy.asked.length < 8) await pause(5);
    load.stop('interrupt');
    const result = loadResult(call, await running);
    expect(result.agents.most).toBe(3);
    expect(result.agents.arrived).toBeGreaterThan(3);
    expect(toy.asked).toHaveLength(result.requests.sent + 1);
  });

  it('a falling number of agents ends those that began last', async () => {
    const sleeping = function* (agent: Parameters<Parameters<typeof oneGroup>[0]>[0]) {
      for (;;) yield agent.sleep('1h');
    };
    const load = stagesOf({
      shape: 'ramping-agents', from: 6, stages: [{ for: '300ms', to: 6 }, { for: '300ms', to: 0 }],
    }); // prettier-ignore
    const { call, load: running } = await prepared({ scenario: { groups: oneGroup(sleeping), load } });
    const end = await running.run();
    expect(call.scenario.load?.shape).toBe('ramping-agents');
    expect(end.measures.counts).toMatchObject({ arrivals: 6, ended: 0 });
    expect(end.agents).toBe(0);
  });
});

describe('bounds', () => {
  it('a budget of requests ends the load, and no more are sent', async () => {
    const { result, toy } = await loaded({
      scenario: { groups: oneGroup(reader, 10), forMs: untilAllEndMs },
      call: { speed: 6000, budget: { micros: undefined, requests: 7 } },
    });
    expect(result).toMatchObject({ stopped: 'budget', spent: { requests: 7, usdc: '0.00' } });
    expect(toy.asked).toHaveLength(8);
  });

  it('a write is refused where the target file allows reads alone, before it is sent', async () => {
    const writer = oneGroup(function* (agent) {
      yield agent.post('/faucet/claim', {});
    });
    const { load, toy } = await prepared({ scenario: { groups: writer }, target: '' });
    const reads = await prepared({ scenario: { groups: writer } });
    const target = { ...reads.call.target, allow: 'reads' as const };
    const { load: refused, toy: untouched } = await prepared({
      scenario: { groups: writer },
      call: { target },
    });
    await expect(refused.run()).rejects.toThrow(/POST is not allowed at target toy/);
    expect(untouched.asked.filter(({ method }) => method === 'POST')).toEqual([]);
    await load.run();
    expect(toy.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('a target whose clock stands is refused', async () => {
    const target = 'sandbox: http://127.0.0.1:1\nclock: sandbox';
    await expect(prepared({ scenario: {}, target })).rejects.toThrow(/needs a clock that runs/);
  });

  it('a stop lets open requests end, and counts no agent as having come to its end', async () => {
    let answer = (): void => undefined;
    const { load, toy } = await prepared({
      respond: (_asked, response, index) => {
        if (index === 0) answerJson(response, {});
        else answer = () => answerJson(response, {});
      },
      scenario: { groups: oneGroup(reader) },
    });
    const running = load.run();
    while (toy.asked.length < 2) await pause(5);
    load.stop('interrupt');
    answer();
    const end = await running;
    expect(end.stopped).toBe('interrupt');
    expect(end.measures.counts).toMatchObject({ offered: 1, sent: 1, unfinished: 0, ended: 0 });
  });

  it('a stop before the start sends nothing', async () => {
    const { load, toy } = await prepared({ scenario: { groups: oneGroup(reader) } });
    const before = toy.asked.length;
    load.stop('interrupt');
    expect((await load.run()).stopped).toBe('interrupt');
    expect(toy.asked).toHaveLength(before);
  });

  it('ends as soon as an expectation fails, where the scenario asks for it', async () => {
    const load = stagesOf({
      shape: 'constant-arrival-rate', rate: 20, for: '1h', abortOnFail: true, abortAfter: '100ms',
    }); // prettier-ignore
    const { result } = await loaded({
      respond: (_asked, response, index) => answerJson(response, {}, index === 0 ? 200 : 500),
      scenario: {
        groups: oneGroup(function* (agent) {
          yield agent.get('/faucet/status');
        }),
        load,
        expectations: expected({ http_req_failed: 'rate<0.5' }),
      },
    });
    expect(result).toMatchObject({ stopped: 'expectation', ok: false });
    expect(result.seconds).toBeLessThan(3600);
  });
});
