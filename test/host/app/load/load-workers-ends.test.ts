/** A load over several workers: workers that are lost, and loads that end early. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scenario } from '../../../../src/simulation/scenario/scenario.ts';
import { fakesTimers, realTimers } from '../../../live/load/engine/load-run.ts';
import { expected } from '../../../live/load/loading.ts';
import { arrivals, coordinated, intervalOf, measured, OwnLinks, updateOf } from './coordinated.ts';

beforeEach(fakesTimers);
afterEach(realTimers);

describe('a worker that is lost', () => {
  const loseSecond = async (scenario: Partial<Scenario>, stops = false) => {
    const { load, links, ready, done, run, outcome } = coordinated(scenario);
    ready(0, 1);
    if (stops) load.stop('interrupt');
    const report = {
      agents: 3,
      inFlight: 2,
      connections: 5,
      spent: { requests: 8, micros: 9 },
      elapsedMs: 2_000,
    };
    const measures = measured(3, { arrivals: 30, dropped: 4 });
    links.owner?.heard(1, { kind: 'update', update: updateOf({ ...report, measures }) });
    links.owner?.heard(1, {
      kind: 'update',
      update: updateOf({ ...report, intervals: [intervalOf(0, 3), intervalOf(1, 4)] }),
    });
    links.owner?.lost(1, 'no report for 8 s');
    expect(outcome).toEqual({});
    done(0, { agents: 1, inFlight: 1, connections: 1, spent: { requests: 1, micros: 1 } });
    await run;
    return outcome.end;
  };
  const lost = { worker: 1, requests: 3, lost: 'no report for 8 s', seconds: 2, clockErrorMs: 2.5 };

  it('is stated with what the figures lack of it', async () => {
    const end = await loseSecond({ load: arrivals });
    expect(end?.workers).toStrictEqual([
      { worker: 0, requests: 0, lost: null, seconds: 0 },
      { ...lost, agentsLost: 3, requestsBeyond: 4, arrivalsLost: 66 },
    ]);
    expect(end).toMatchObject({ agents: 1, inFlight: 1, connections: 6, spent: { requests: 9, micros: 10 } });
  });

  it('lacks no arrivals where the load was stopped, or follows no rate', async () => {
    const stated = { ...lost, agentsLost: 3, requestsBeyond: 4 };
    expect((await loseSecond({ load: arrivals }, true))?.workers[1]).toStrictEqual(stated);
    expect((await loseSecond({}))?.workers[1]).toStrictEqual(stated);
  });

  it('lacks nothing where it had reported nothing', async () => {
    const { links, ready, done, run, outcome } = coordinated({ load: arrivals });
    ready(0, 1);
    links.owner?.lost(0, 'killed');
    done(1);
    await run;
    expect(outcome.end?.workers[0]).toStrictEqual({
      worker: 0,
      requests: 0,
      lost: 'killed',
      seconds: 0,
      agentsLost: 0,
      requestsBeyond: 0,
      arrivalsLost: 100,
    });
  });

  it('ends the load where that had not begun', async () => {
    const { links, ready, run, outcome } = coordinated();
    ready(0);
    links.owner?.lost(1, 'killed');
    await run;
    expect(outcome).toEqual({ mistake: new Error('worker 1 of the load ended before it began: killed') });
    expect(links.closed).toBe(1);
  });
});

describe('a load that does not come to its end', () => {
  it('is refused with the message of the worker that may not send', async () => {
    const { links, run, outcome } = coordinated();
    links.owner?.heard(0, { kind: 'failed', message: 'worker 0: no writes' });
    links.owner?.heard(0, { kind: 'ready' });
    await run;
    expect(outcome.mistake).toMatchObject({ name: 'Forbidden', message: 'worker 0: no writes' });
  });

  it('is refused where there can be no workers', async () => {
    const links = new OwnLinks();
    links.open = () => Promise.reject(new Error('no queue'));
    const { run, outcome } = coordinated({}, { links });
    await run;
    expect([outcome, links.closed]).toEqual([{ mistake: new Error('no queue') }, 1]);
  });

  it('stops the workers that still act, for the first reason that is given', async () => {
    const { load, links, ready, done, run, outcome } = coordinated();
    ready(0, 1);
    done(0, {}, 'budget');
    links.sent.length = 0;
    load.stop('interrupt');
    expect(links.sent).toEqual([[1, { kind: 'stop', reason: 'interrupt' }]]);
    done(1, {}, 'interrupt');
    await run;
    expect(outcome.end?.stopped).toBe('budget');
  });

  it('that is stopped before it begins stops once all are ready', () => {
    const { load, links, ready } = coordinated();
    load.stop('interrupt');
    const stops = [0, 1].map((worker) => [worker, { kind: 'stop', reason: 'interrupt' }]);
    expect(links.sent).toEqual(stops);
    ready(0, 1);
    expect(links.sent.slice(4)).toEqual(stops);
    expect(links.sent.slice(2, 4)).toMatchObject([
      [0, { kind: 'go' }],
      [1, { kind: 'go' }],
    ]);
  });

  it.each([
    [true, 'Interrupted'],
    [false, undefined],
  ])('that waits for workers of other machines (%s) ends with a stop: %s', async (isPatient, name) => {
    const { load, links, outcome } = coordinated({}, { isPatient });
    load.stop('interrupt');
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect((outcome.mistake as Error | undefined)?.name).toBe(name);
    expect(links.closed).toBe(isPatient ? 1 : 0);
  });

  it('that has begun goes on until its workers have stopped', async () => {
    const { load, ready, done, run, outcome } = coordinated({}, { isPatient: true });
    ready(0, 1);
    load.stop('expectation');
    done(0);
    done(1);
    await run;
    expect(outcome.end?.stopped).toBe('expectation');
  });

  it('stops where an expectation fails, and is watched no longer than it runs', async () => {
    const load = { ...arrivals, abortsOnFail: true, abortAfterMs: 0 };
    const expectations = expected({ http_reqs: 'count<0' });
    const { links, ready, done, run, outcome } = coordinated({ load, expectations });
    ready(0, 1);
    links.sent.length = 0;
    vi.advanceTimersByTime(1_000);
    expect(links.sent).toEqual([0, 1].map((worker) => [worker, { kind: 'stop', reason: 'expectation' }]));
    done(0);
    done(1);
    await run;
    expect([outcome.end?.stopped, vi.getTimerCount()]).toEqual(['expectation', 0]);
  });
});
