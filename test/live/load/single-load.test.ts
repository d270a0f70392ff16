/** A load in one process, on a clock that a test moves: its start, its seconds, its rows, and what it leaves behind. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadResult } from '../../../src/live/load/result.ts';
import { prepareLoad, SingleLoad, stageIndexOf } from '../../../src/live/load/single-load.ts';
import type { LoadEnd } from '../../../src/live/load/running-load.ts';
import { LoadEngine } from '../../../src/live/load/engine/load-engine.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import type { Agent } from '../../../src/simulation/population/agent.ts';
import type { LoadSource } from '../../../src/simulation/scenario/load-shape.ts';
import {
  agentStartMs,
  callWith,
  fakesTimers,
  ownSender,
  rawOf,
  realTimers,
  templates,
} from './engine/load-run.ts';
import { oneGroup, stagesOf } from './loading.ts';

/** Asks ten times, 230 ms apart. */
const asking = function* (agent: Agent) {
  for (let count = 0; count < 10; count += 1) {
    yield agent.get('/faucet/status');
    yield agent.sleep(230);
  }
};

/** A load of which every request is answered within 10 ms. */
function answeredLoad(load: LoadSource) {
  const { asked, wait, nowMs } = ownSender();
  const run = vi.spyOn(LoadEngine.prototype, 'run');
  const call = callWith({ groups: oneGroup(asking), load: stagesOf(load) });
  const startedMs = nowMs();
  const single = new SingleLoad(call, {
    templates,
    time: { nowMs: agentStartMs, readAtMs: startedMs, requests: 1 },
  });
  const ends: LoadEnd[] = [];
  const mistakes: unknown[] = [];
  void single.run().then(
    (end) => ends.push(end),
    (error: unknown) => mistakes.push(error),
  );
  const engine = run.mock.contexts[0] as LoadEngine;
  let answered = 0;
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 10) {
      await wait(10);
      for (const message of asked.slice(answered)) engine.answered(message, rawOf(200));
      answered = asked.length;
    }
    await wait(1);
  };
  return { call, single, ends, mistakes, pass, startedMs };
}

describe('a load in one process', () => {
  beforeEach(fakesTimers);
  afterEach(realTimers);

  it('is agreed on 50 ms before its start, and counts its time from there', async () => {
    const { single, pass, ends, mistakes, startedMs } = answeredLoad({
      shape: 'constant-agents',
      agents: 1,
      for: '1s',
    });
    expect([single.view().elapsedMs, single.view().lengthMs]).toEqual([0, 1_000]);
    await pass(49);
    expect(single.view().elapsedMs).toBe(1);
    await pass(1_100);
    expect(mistakes).toEqual([]);
    expect(ends[0]).toMatchObject({ startedMs: startedMs + 50, probes: 1, spent: { requests: 5 }, speed: 1 });
  });

  it('has a row for each second, whose requests are those that were due in it', async () => {
    const { pass, ends } = answeredLoad({ shape: 'constant-agents', agents: 1, for: '2s' });
    await pass(2_200);
    const rows = ends[0]?.rows.map(({ second, offered, answered, agents }) => [second, offered, answered, agents]);
    expect(rows).toEqual([[0, 5, 5, 1], [1, 4, 4, 1]]);
  }); // prettier-ignore

  it('shows its rows while it runs', async () => {
    const { single, pass } = answeredLoad({ shape: 'constant-agents', agents: 1, for: '1m' });
    await pass(1_400);
    expect(single.view().rows).toMatchObject([{ second: 0, offered: 5 }]);
    single.stop('interrupt');
    await pass(20);
  });

  it('states the seconds in which its agents acted: no more than its length, and less where it was stopped', async () => {
    const { call, pass, ends } = answeredLoad({ shape: 'constant-agents', agents: 1, for: '1s' });
    await pass(1_100);
    expect(ends[0]?.elapsedMs).toBeGreaterThanOrEqual(1_000);
    expect(ends[0]?.workers).toEqual([{ worker: 0, requests: 5, lost: null, seconds: 1 }]);
    expect(loadResult(call, ends[0]!)).toMatchObject({ seconds: 1, offeredPerSecond: 5, ok: true });
  });

  it('that is stopped has lasted until then, and leaves no timer behind', async () => {
    const { single, pass, ends } = answeredLoad({
      shape: 'constant-agents', agents: 1, for: '1m', abortOnFail: true,
    }); // prettier-ignore
    await pass(540);
    single.stop('interrupt');
    await pass(20);
    expect(ends[0]?.stopped).toBe('interrupt');
    expect(ends[0]?.workers[0]?.seconds).toBe((ends[0]?.elapsedMs ?? 0) / 1_000);
    expect(ends[0]?.elapsedMs).toBeGreaterThan(480);
    expect(ends[0]?.elapsedMs).toBeLessThan(520);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the stage of a load', () => {
  it('is the last one after the end, and 0 where there are none', () => {
    const of = (load?: LoadSource) =>
      stageIndexOf(callWith({ load: load === undefined ? undefined : stagesOf(load) }));
    const ramp = of({ shape: 'ramping-agents', stages: [{ for: '1s', to: 5 }, { for: '2s', to: 5 }, { for: '1s', to: 0 }] }); // prettier-ignore
    expect([0, 999, 1_000, 2_999, 3_000, 4_000, 9_000].map((ms) => ramp(ms))).toEqual([0, 0, 1, 1, 2, 2, 2]);
    expect([0, 9_000].map((ms) => of()(ms))).toEqual([0, 0]);
  });
});

it('a target that may not be read is refused before its hosts are looked up', async () => {
  const file = 'name: toy\nhosts: [toy.test]\nallow: none\nservices: { faucet: "http://toy.test/faucet" }';
  const resolve = vi.fn(() => Promise.reject(new Error('looked up')));
  const call = callWith({}, { target: readTarget('toy.yaml', file), resolve });
  await expect(prepareLoad(call)).rejects.toThrow(/^GET is not allowed at target toy \(allow: none\)/);
  expect(resolve).not.toHaveBeenCalled();
});
