/** What becomes of agents that leave a load and of their open requests, and of requests without an agent. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Effect } from '../../../../src/core/kernel/effects.ts';
import type { Agent } from '../../../../src/simulation/population/agent.ts';
import type { Answer } from '../../../../src/simulation/population/answer.ts';
import { scriptedGroups, type ScriptedCall } from '../../../../src/simulation/population/script.ts';
import { oneGroup, stagesOf } from '../loading.ts';
import { fakesTimers, loadRun, realTimers } from './load-run.ts';

beforeEach(fakesTimers);
afterEach(realTimers);

/** Two agents at first, and none after 100 ms. */
const falling = stagesOf({
  shape: 'ramping-agents',
  from: 2,
  stages: [
    { for: '100ms', to: 2 },
    { for: '0s', to: 0 },
    { for: '10s', to: 0 },
  ],
});

describe('an agent that leaves', () => {
  const statuses: number[] = [];
  const asking = function* (agent: Agent) {
    for (;;) {
      const answer: Answer = yield* agent.get('/faucet/status');
      statuses.push(answer.status);
      yield* agent.check('it was answered', answer.ok);
      if (agent.number === 1) yield agent.sleep(10);
    }
  };

  it('has its last turn when its response comes, states what it has seen, and asks no more', async () => {
    statuses.length = 0;
    const { engine, asked, wait, answer, outcome } = loadRun({ groups: oneGroup(asking, 2), load: falling });
    const { recorder } = engine;
    await wait(50 + 99);
    expect([engine.actingCount, recorder.agents, asked.length]).toEqual([2, 2, 2]);
    await wait(21);
    expect([engine.actingCount, recorder.agents, recorder.inFlight]).toEqual([0, 2, 2]);
    for (const index of [0, 1]) answer(index);
    expect([statuses, recorder.agents, recorder.inFlight]).toEqual([[200, 200], 0, 0]);
    await wait(30);
    expect(asked).toHaveLength(2);
    const { checks, counts } = recorder.measures;
    expect([...checks.values()]).toMatchObject([{ passed: 2, failed: 0 }]);
    expect(counts).toMatchObject({ offered: 2, arrivals: 2, ended: 0, findings: 0 });
    expect(outcome).toEqual([]);
    engine.stop('interrupt');
  });

  it('without an open request leaves at once', async () => {
    const { engine, wait, asked } = loadRun({
      groups: oneGroup(function* (agent) {
        yield agent.sleep(150);
        yield agent.get('/faucet/status');
      }, 2),
      load: falling,
    });
    await wait(50 + 121);
    expect([engine.actingCount, engine.recorder.agents]).toEqual([0, 0]);
    await wait(100);
    expect(asked).toEqual([]);
    engine.stop('interrupt');
  });
});

describe('what an agent has spawned', () => {
  const watching = (own: (agent: Agent) => Effect<unknown>) =>
    oneGroup(function* (agent) {
      yield agent.spawn(function* () {
        yield agent.sleep(300);
        yield agent.get('/faucet/status');
      }, 'child');
      yield own(agent);
    }, 2);

  it('asks no more once the agent was made to leave', async () => {
    const groups = watching((agent) => agent.sleep('1h'));
    const { engine, asked, wait } = loadRun({ groups, load: falling });
    await wait(50 + 500);
    expect([engine.actingCount, asked]).toEqual([0, []]);
    engine.stop('interrupt');
  });

  it('goes on where the agent has come to its own end', async () => {
    const { asked, wait, dueMs } = loadRun({ groups: watching((agent) => agent.sleep(1)) });
    await wait(50 + 301);
    expect([asked.length, dueMs()]).toEqual([2, [300, 300]]);
  });
});

describe('a request that is not sent', () => {
  it('ends its agent, which has not come to its own end, and keeps no load from its end', async () => {
    const later: unknown[] = [];
    const { engine, asked, wait, outcome } = loadRun({
      groups: oneGroup(function* (agent) {
        later.push(yield* agent.get('/casino/bets'));
      }, 3),
    });
    await wait(50);
    expect([engine.recorder.agents, later, asked]).toEqual([0, [], []]);
    await wait(300);
    expect(outcome).toEqual(['ended']);
    expect(engine.recorder.measures.counts).toMatchObject({ unlisted: 3, offered: 0, ended: 0, findings: 0 });
  });

  it('because the budget is spent ends the load once the others are answered', async () => {
    const { engine, wait, answer, outcome } = loadRun(
      {
        groups: oneGroup(function* (agent) {
          yield agent.get('/faucet/status');
        }, 3),
      },
      { budget: { micros: undefined, requests: 2 } },
    );
    await wait(55);
    expect([engine.stopped, outcome]).toEqual(['budget', []]);
    for (const index of [0, 1]) answer(index);
    await wait(1);
    expect([outcome, engine.spent]).toEqual([['ended'], { requests: 2, micros: 0 }]);
  });

  it('is one of a process whose further agent has ended', async () => {
    const { engine, asked, wait, outcome } = loadRun({
      groups: oneGroup(function* (agent) {
        if (agent.name.endsWith('/1')) return;
        yield agent.spawn(function* () {
          yield agent.sleep(100);
          yield agent.get('/faucet/status');
        }, 'child');
      }),
      load: stagesOf({ shape: 'constant-arrival-rate', rate: 4, for: '500ms' }),
    });
    await wait(50 + 376);
    expect(engine.recorder.measures.counts).toMatchObject({ arrivals: 2, ended: 2 });
    await wait(123);
    expect([asked, outcome]).toEqual([[], []]);
    await wait(1);
    expect(outcome).toEqual(['ended']);
  });
});

describe('the single calls of a scenario', () => {
  const call = (atMs: number, by: string): ScriptedCall =>
    ({ atMs, by, method: 'GET', path: `/faucet/${by}`, query: {}, headers: {}, body: undefined }) as unknown as ScriptedCall; // prettier-ignore
  const calls = [call(0, 'first'), call(30, 'second')];
  const groups = scriptedGroups(calls);

  it('are made by the first worker, without an agent that acts', async () => {
    const { engine, asked, wait, answer, outcome, dueMs } = loadRun(
      { groups, calls },
      { share: { index: 0, count: 2 } },
    );
    await wait(50 + 31);
    expect(asked.map(({ request, agent }) => [request.path, agent])).toEqual([
      ['/faucet/first', undefined],
      ['/faucet/second', undefined],
    ]);
    expect(dueMs()).toEqual([0, 30]);
    for (const index of [0, 1]) answer(index);
    await wait(1);
    expect(outcome).toEqual(['ended']);
    expect(engine.recorder.measures.counts).toMatchObject({ offered: 2, arrivals: 0, findings: 0 });
  });

  it('are made by no other worker', async () => {
    const { asked, wait, outcome } = loadRun({ groups, calls }, { share: { index: 1, count: 2 } });
    await wait(50 + 40);
    expect([asked, outcome]).toEqual([[], ['ended']]);
  });
});
