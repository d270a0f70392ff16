/** How a load ends: what waits, what is on its way, the grace period, and what is forbidden. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoadStop } from '../../../../src/live/load/load-call.ts';
import { LoadSender } from '../../../../src/live/load/send/load-sender.ts';
import { Forbidden } from '../../../../src/live/traffic/target/permit.ts';
import type { Agent } from '../../../../src/simulation/population/agent.ts';
import type { Answer } from '../../../../src/simulation/population/answer.ts';
import type { LoadPlan } from '../../../../src/simulation/scenario/load-shape.ts';
import { oneGroup, stagesOf } from '../loading.ts';
import { agentStartMs, fakesTimers, loadRun, realTimers } from './load-run.ts';

beforeEach(fakesTimers);
afterEach(realTimers);

const again = function* (agent: Agent) {
  for (;;) yield agent.get('/faucet/status');
};
const arriving = (more: Partial<Pick<LoadPlan, 'graceMs'>> = {}): LoadPlan => ({
  ...stagesOf({ shape: 'constant-arrival-rate', rate: 10, for: '1s' }),
  graceMs: 500,
  ...more,
});

/** Two requests, of which the first has been written; the sender gives back the other. */
async function halfSent(load = arriving()) {
  const run = loadRun({ groups: oneGroup(again), load });
  const abandon = vi
    .spyOn(LoadSender.prototype, 'abandon')
    .mockImplementation(() => run.asked.filter(({ sentMs }) => sentMs === 0));
  await run.wait(50 + 160);
  expect(run.dueMs()).toEqual([50, 150]);
  run.write(0);
  return { ...run, abandon };
}

describe('a load that is stopped', () => {
  it.each<[LoadStop, number]>([
    ['interrupt', 1],
    ['expectation', 1],
    ['budget', 0],
  ])('for the reason %s takes back %d request that waits', async (reason, taken) => {
    const { engine, wait, answer, outcome } = await halfSent();
    engine.stop(reason);
    const { counts, total } = engine.recorder.measures;
    expect([counts.unfinished, total.requests, total.sumMs]).toEqual([taken, taken, taken * (160 - 150)]);
    answer(0);
    if (taken === 0) answer(1);
    await wait(1);
    expect([outcome, engine.stopped]).toEqual([['ended'], reason]);
    expect(counts).toMatchObject({ offered: 2, sent: 1, unfinished: taken });
  });

  it('starts no agent, does nothing for others, and waits for what is on its way', async () => {
    const { engine, asked, wait, answer, write, outcome } = await halfSent();
    write(1);
    engine.stop('interrupt');
    answer(0);
    await wait(300);
    expect([asked.length, outcome, engine.recorder.measures.counts.arrivals]).toEqual([2, [], 2]);
    answer(1);
    await wait(1);
    expect([outcome, engine.recorder.agents, engine.actingCount]).toEqual([['ended'], 0, 0]);
    expect(engine.recorder.measures.counts).toMatchObject({ ended: 0, unfinished: 0, findings: 0 });
  });

  it('lets no process have a turn but those that are answered', async () => {
    const { engine, wait, answer, outcome } = loadRun({
      groups: oneGroup(function* (agent) {
        yield agent.spawn(function* () {
          yield agent.sleep(100);
          yield agent.check('it is late', true);
        }, 'child');
        yield agent.get('/faucet/status');
      }),
    });
    await wait(50 + 20);
    engine.stop('interrupt');
    await wait(200);
    answer(0);
    await wait(1);
    expect([outcome, [...engine.recorder.measures.checks]]).toEqual([['ended'], []]);
  });

  it('twice is stopped once, for the first reason, and leaves no timer behind', async () => {
    const { engine, wait, answer, write, outcome } = await halfSent();
    write(1);
    engine.stop('budget');
    await wait(100);
    engine.stop('interrupt');
    expect(engine.stopped).toBe('budget');
    for (const index of [0, 1]) answer(index);
    await wait(1);
    expect([outcome, vi.getTimerCount()]).toEqual([['ended'], 0]);
  });
});

describe('a load whose time is over', () => {
  const last: Answer[] = [];
  const asking = function* (agent: Agent) {
    last.push(yield* agent.get('/faucet/status'));
    last.push(yield* agent.get('/faucet/more'));
  };
  const four = stagesOf({ shape: 'constant-arrival-rate', rate: 4, for: '500ms', grace: '300ms' });

  it('gives open requests its grace, and those without a response have taken until then', async () => {
    last.length = 0;
    const { engine, wait, answer, write, outcome, asked } = loadRun({ groups: oneGroup(asking), load: four });
    await wait(50 + 500);
    expect([asked.length, engine.actingCount, outcome]).toEqual([2, 0, []]);
    write(0);
    write(1);
    await wait(100);
    answer(0);
    await wait(199);
    expect([outcome, engine.recorder.measures.counts.unfinished]).toEqual([[], 0]);
    await wait(1);
    const { counts, total } = engine.recorder.measures;
    expect([outcome, asked.length, engine.stopped]).toEqual([['ended'], 2, undefined]);
    expect(counts).toMatchObject({ offered: 2, sent: 2, unfinished: 1, ended: 0 });
    expect(total.sumMs).toBe(600 - 125 + (800 - 375));
    expect([...total.codes]).toEqual([['unfinished', 1]]);
    // The clock of the agents has not gone on since the end.
    expect(last.map(({ status, sentAtMs, receivedAtMs }) => [status, sentAtMs, receivedAtMs].map((at) => (at > 999 ? at - agentStartMs : at)))).toEqual([[200, 125, 600], [0, 375, 500]]);
  }); // prettier-ignore

  it('takes nothing back: what waits for a connection was due', async () => {
    const { engine, abandon, wait, outcome } = await halfSent();
    await wait(840);
    expect(engine.recorder.measures.counts.unfinished).toBe(0);
    await wait(100);
    engine.stop('interrupt');
    expect([abandon.mock.calls, outcome]).toEqual([[], []]);
    await wait(400);
    expect([abandon.mock.calls, outcome, vi.getTimerCount()]).toEqual([[], ['ended'], 0]);
  });

  it('sleeps until responses come, or the grace is over', async () => {
    const { engine, wait, outcome } = await halfSent(arriving({ graceMs: 10_000 }));
    await wait(1_000);
    expect(engine.actingCount).toBe(0);
    const now = vi.spyOn(performance, 'now');
    now.mockClear();
    await wait(50);
    expect(outcome).toEqual([]);
    // The sender looks for late requests now and then.
    expect(now.mock.calls.length).toBeLessThan(10);
    engine.stop('interrupt');
  });
});

it('what the target file forbids ends a load with its message', async () => {
  const { engine, wait, outcome } = await halfSent();
  engine.forbidden(new Forbidden('POST is not allowed'));
  await wait(1);
  expect([outcome, vi.getTimerCount()]).toEqual([['Forbidden: POST is not allowed'], 0]);
});
