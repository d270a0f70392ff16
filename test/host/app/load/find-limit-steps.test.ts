/** The steps of a search for the highest load: their levels, their budgets, and what each is judged by. */
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findLimit } from '../../../../src/host/app/load/find-limit.ts';
import { loadBehaviour } from '../../../../src/host/app/run/behaviours.ts';
import type { LoadCall } from '../../../../src/live/load/load-call.ts';
import type { LoadEnd } from '../../../../src/live/load/running-load.ts';
import { SingleLoad } from '../../../../src/live/load/single-load.ts';
import { answerJson, toyServer } from '../../../live/traffic/toy-server.ts';
import { settingsFor } from './own-load.ts';

beforeAll(() => loadBehaviour('newcomer', ''));

/** How a target answers a step: times in milliseconds. */
interface Answers {
  readonly responseMs: number;
  readonly serviceMs?: number;
  /** How long requests waited for a connection. */
  readonly waitMs?: number;
  readonly end?: Partial<LoadEnd>;
}

interface Searching {
  readonly load: string;
  readonly to: number;
  readonly budget?: { micros: number | undefined; requests: number | undefined };
  readonly answersAt: (level: number, step: number) => Answers;
}

/** Searches with loads that are over at once, each of which has sent three requests. */
async function searched({ load, to, budget, answersAt }: Searching) {
  const { port } = await toyServer((_asked, response) => answerJson(response, {}));
  const calls: LoadCall[] = [];
  const spy = vi.spyOn(SingleLoad.prototype, 'run').mockImplementation(function (this: SingleLoad) {
    const level = calls.at(-1)?.scenario.load?.from ?? 0;
    const { responseMs, serviceMs = 4, waitMs, end = {} } = answersAt(level, calls.length);
    const view = this.view();
    view.measures.add({ call: 'faucet/B/status', behaviour: 'newcomer', status: 200, code: '', responseMs, serviceMs }); // prettier-ignore
    if (waitMs !== undefined) view.measures.delays.connection.recordValue(waitMs * 1000);
    return Promise.resolve({
      ...view,
      elapsedMs: 50,
      speed: 1,
      startedMs: 0,
      intervalMs: 1_000,
      probes: 1,
      connections: 2,
      spent: { requests: 3, micros: 250_000 },
      findings: [],
      workers: [{ worker: 0, requests: 1, lost: null, seconds: 0.05 }],
      stopped: undefined,
      notes: [],
      ...end,
    });
  });
  onTestFinished(() => spy.mockRestore());
  const heard: [number, boolean, string][] = [];
  const found = await findLimit({
    settings: settingsFor(
      port,
      { durationMs: undefined, ...(budget && { budget }) },
      `load: ${load}\nexpect: { http_req_duration: ["p(99)<1000"] }`,
    ),
    to,
    stepMs: 50,
    observe: (call) => {
      calls.push(call);
      return () => undefined;
    },
    onStep: ({ level, holds }, what) => heard.push([level, holds, what]),
  });
  return { found, heard, calls };
}

const holds = (): Answers => ({ responseMs: 5 });
const rate = '{ shape: constant-arrival-rate, rate: 2, for: 10s }';

describe('the levels of a search', () => {
  it.each([
    [rate, 5, 'arrivals', [2, 3.2, 5, 5]],
    ['{ shape: constant-agents, agents: 2, for: 10s }', 5, 'agents', [2, 3, 5, 5]],
    ['{ shape: ramping-arrival-rate, from: 3, stages: [{ for: 1s, to: 9 }] }', 5, 'arrivals', [3, 4.8, 5, 5]],
    ['{ shape: ramping-arrival-rate, stages: [{ for: 1s, to: 0 }, { for: 1s, to: 4 }, { for: 1s, to: 9 }] }', 5, 'arrivals', [4, 5, 5]],
    ['{ shape: ramping-agents, stages: [{ for: 1s, to: 0 }] }', 2, 'agents', [1, 2, 2]],
  ])('of %s up to %d are %s: %j', async (load, to, what, levels) => {
    const { found, heard, calls } = await searched({ load, to, answersAt: holds });
    expect(heard).toEqual(levels.map((level) => [level, true, what]));
    const shape = what === 'agents' ? 'constant-agents' : 'constant-arrival-rate';
    const planned = levels.map((level) => ({ shape, stages: [{ lengthMs: 50, to: level }] }));
    expect(calls.map(({ scenario }) => scenario.load)).toMatchObject(planned);
    const { steps, ...rest } = found;
    expect(steps.map(({ level }) => level)).toEqual(levels);
    expect(rest).toEqual({
      scenario: 'small',
      seed: '7',
      target: 'toy',
      searched: what,
      stepSeconds: 0.05,
      highest: to,
      lowestBroken: null,
      limitedBy: 'level',
      ok: true,
      spent: { requests: 3 * levels.length, usdc: (0.25 * levels.length).toFixed(2).replace(/\.00$/, '.00') },
    });
  }); // prettier-ignore
});

describe('the budget of a search', () => {
  it.each([
    [{ micros: 1_000_000, requests: 40 }, [[1_000_000, 40], [750_000, 37], [500_000, 34], [250_000, 31]]],
    [{ micros: undefined, requests: 40 }, [[undefined, 40], [undefined, 37], [undefined, 34], [undefined, 31]]],
    [{ micros: 1_000_000, requests: undefined }, [[1_000_000, undefined], [750_000, undefined], [500_000, undefined], [250_000, undefined]]],
  ])('bounds all steps together, each under another namespace: %j', async (budget, left) => {
    const { calls } = await searched({ load: rate, to: 5, budget, answersAt: holds });
    expect(calls.map(({ budget: { micros, requests } }) => [micros, requests])).toEqual(left);
    const namespaces = calls.map(({ namespace }) => namespace);
    expect(new Set([...namespaces, 'abcd']).size).toBe(5);
  }); // prettier-ignore
});

describe('a step', () => {
  it('that a signal ended is not counted, but what it has spent', async () => {
    const answersAt = (_level: number, step: number): Answers => ({
      responseMs: 5,
      ...(step === 2 ? { end: { stopped: 'interrupt' } } : {}),
    });
    const { found, heard } = await searched({ load: rate, to: 5, answersAt });
    expect(heard).toEqual([[2, true, 'arrivals']]);
    expect(found).toMatchObject({ limitedBy: 'stop', ok: false, spent: { requests: 6, usdc: '0.50' } });
  });

  // A target is slower where its service takes more than twice as long as in the first step that held.
  it.each([
    [9, 'target'],
    [7, 'connections'],
  ])('whose service takes %d ms in place of 4 is limited by the %s', async (serviceMs, limitedBy) => {
    const answersAt = (level: number, step: number): Answers => {
      if (step === 1) return { responseMs: 5_000, serviceMs: 400 };
      return level < 1.3 ? { responseMs: 5 } : { responseMs: 5_000, serviceMs, waitMs: 4_000 };
    };
    const { found } = await searched({ load: rate, to: 2, answersAt });
    const broken = found.steps.slice(1).filter((step) => !step.holds);
    expect(broken.length).toBeGreaterThan(0);
    expect(new Set(broken.map((step) => step.limitedBy))).toEqual(new Set([limitedBy]));
    expect(broken[0]?.why).toBe('http_req_duration p(99)<1000 fails');
  });
});
