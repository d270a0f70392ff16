/** When agents of a load act, from when their requests count, and what is measured of them, on a clock that a test moves. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WakeUp } from '../../../../src/live/traffic/engine/wake-up.ts';
import type { Agent } from '../../../../src/simulation/population/agent.ts';
import type { Answer } from '../../../../src/simulation/population/answer.ts';
import { oneGroup, stagesOf } from '../loading.ts';
import { agentStartMs, fakesTimers, loadRun, realTimers } from './load-run.ts';

beforeEach(fakesTimers);
afterEach(realTimers);

const once = function* (agent: Agent) {
  yield agent.get('/faucet/status');
};
const twice = function* (agent: Agent) {
  yield agent.get('/faucet/one');
  yield agent.get('/faucet/two');
};
const arrivals = (rate: number, length: `${number}ms`) =>
  stagesOf({ shape: 'constant-arrival-rate', rate, for: length });
const micros = (ms: number): number => Math.round(ms * 1_000);

describe('agents', () => {
  it('do nothing before the start, and ask at the start what is due then', async () => {
    const { engine, asked, wait, dueMs } = loadRun({ groups: oneGroup(once, 3) });
    await wait(49);
    expect([engine.actingCount, asked]).toEqual([0, []]);
    await wait(1);
    expect([engine.actingCount, dueMs()]).toEqual([3, [0, 0, 0]]);
    expect(engine.recorder.measures.delays.generator.maxValue).toBeLessThanOrEqual(1);
    engine.stop('interrupt');
  });

  it('arrive when the rate says, and each asks at once', async () => {
    const { asked, wait, dueMs } = loadRun({ groups: oneGroup(once), load: arrivals(4, '1000ms') });
    await wait(50 + 124);
    expect(asked).toEqual([]);
    await wait(1);
    expect(dueMs()).toEqual([125]);
    await wait(800);
    expect(dueMs()).toEqual([125, 375, 625, 875]);
  });

  it('sleep from when their response came', async () => {
    const { asked, wait, dueMs, answer, engine } = loadRun({
      groups: oneGroup(function* (agent) {
        yield agent.get('/faucet/one');
        yield agent.sleep(100);
        yield agent.get('/faucet/two');
      }),
    });
    await wait(50 + 40);
    answer(0);
    await wait(99);
    expect(asked).toHaveLength(1);
    await wait(1);
    expect(dueMs()).toEqual([0, 140]);
    engine.stop('interrupt');
  });

  it('are looked after as soon as there is something to do, and at the end of the load', async () => {
    const until = vi.spyOn(WakeUp.prototype, 'until');
    const { wait, startWallMs } = loadRun({ groups: oneGroup(once), load: arrivals(4, '500ms') });
    await wait(50);
    expect(until.mock.lastCall).toEqual([startWallMs + 125]);
    await wait(130);
    expect(until.mock.lastCall).toEqual([startWallMs + 375]);
    await wait(250);
    expect(until.mock.lastCall).toEqual([startWallMs + 500]);
    expect(until.mock.calls.every(([ms]) => Number.isFinite(ms))).toBe(true);
  });
});

describe('a request', () => {
  it('counts from when it was due, however late the generator is, and the lateness is measured', async () => {
    const { engine, wait, sleep, dueMs, answer, write } = loadRun({
      groups: oneGroup(once),
      load: arrivals(4, '500ms'),
    });
    await wait(50);
    sleep(449);
    await wait(1);
    expect(dueMs()).toEqual([125, 375]);
    for (const index of [0, 1]) write(index);
    sleep(30);
    for (const index of [0, 1]) answer(index);
    const { total, delays } = engine.recorder.measures;
    expect(total.sumMs).toBe(480 - 125 + (480 - 375));
    expect(Math.abs(total.service.maxValue / micros(30) - 1)).toBeLessThan(0.002);
    expect(delays.generator.totalCount).toBe(2);
    expect(Math.abs(delays.generator.maxValue / micros(450 - 125) - 1)).toBeLessThan(0.002);
    expect(Math.abs(delays.generator.minNonZeroValue / micros(450 - 375) - 1)).toBeLessThan(0.002);
  });

  it('that follows a response is due when that came: the generator cannot be late for it', async () => {
    const { engine, wait, sleep, dueMs, answer } = loadRun({ groups: oneGroup(twice) }, { speed: 0.1 });
    await wait(50 + 47);
    sleep(0.25);
    answer(0);
    expect(dueMs()).toEqual([0, 47.25]);
    expect(engine.recorder.measures.delays.generator.totalCount).toBe(1);
    engine.stop('interrupt');
  });

  it('that waited is counted by what it waited for', async () => {
    const { engine, asked, wait } = loadRun({ groups: oneGroup(once) });
    await wait(50);
    engine.waited(asked[0]!, 'ceiling', 30);
    engine.waited(asked[0]!, 'connection', 5);
    const { ceiling, connection } = engine.recorder.measures.delays;
    expect([ceiling.totalCount, connection.totalCount]).toEqual([1, 1]);
    expect(ceiling.maxValue).toBeGreaterThan(connection.maxValue);
    engine.stop('interrupt');
  });

  it('without a response is one of status 0 for its agent, and its reason is counted', async () => {
    const seen: Answer[] = [];
    const { engine, wait, fail, outcome } = loadRun({
      groups: oneGroup(function* (agent) {
        seen.push(yield* agent.get('/faucet/status'));
      }),
    });
    await wait(50 + 20);
    fail(0, 'timeout');
    expect(seen).toMatchObject([
      { status: 0, sentAtMs: agentStartMs, receivedAtMs: agentStartMs + 20, body: {} },
    ]);
    const { total } = engine.recorder.measures;
    expect([total.requests, total.timeouts, [...total.codes]]).toEqual([1, 1, [['timeout', 1]]]);
    await wait(1);
    expect(outcome).toEqual(['ended']);
  });

  it('is answered in the time of the agents, and so are the waits that its response asks for', async () => {
    const seen: Answer[] = [];
    const { wait, answer } = loadRun(
      {
        groups: oneGroup(function* (agent) {
          yield agent.sleep(20);
          seen.push(yield* agent.get('/faucet/status'));
        }),
      },
      { speed: 2 },
    );
    await wait(50 + 40);
    // The target's clock is at 40 ms, that of the agents at 80 ms: ten seconds of the target are twenty of theirs.
    const reset = (agentStartMs + 40 + 10_000) / 1_000;
    answer(0, 429, {}, `x-ratelimit-reset: ${reset}\r\nretry-after: 3\r\n`);
    expect(seen[0]).toMatchObject({ sentAtMs: agentStartMs + 20, receivedAtMs: agentStartMs + 80 });
    expect(seen[0]?.headers).toMatchObject({
      'retry-after': '6',
      'x-ratelimit-reset': String((agentStartMs + 80 + 20_000) / 1_000),
    });
  });
});

describe('the seconds of a load', () => {
  it('are all intervals when it ends, those without a request too', async () => {
    const { engine, wait, sleep, outcome } = loadRun({
      groups: oneGroup(function* (agent) {
        yield agent.sleep('1h');
      }),
      load: stagesOf({ shape: 'constant-agents', agents: 2, for: '1m' }),
    });
    await wait(50 + 1_990);
    sleep(40);
    engine.stop('interrupt');
    await wait(1);
    expect(outcome).toEqual(['ended']);
    const rows = engine.recorder.take().map(({ index, agents }) => [index, agents]);
    expect(rows).toEqual([[0, 2], [1, 2]]); // prettier-ignore
    expect(engine.recorder.take(true)).toEqual([]);
  });
});
