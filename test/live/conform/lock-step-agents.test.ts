/** What behaviours do in a lock-step run, and when the run ends: checks, findings, events, and time that passes step by step. */
import { describe, expect, it } from 'vitest';
import type { LiveAnswer } from '../../../src/live/conform/live-client.ts';
import type { LockStepOptions } from '../../../src/live/conform/lock-step-options.ts';
import type { Agent } from '../../../src/simulation/population/agent.ts';
import { defineAgent, type Run } from '../../../src/simulation/population/define-agent.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { Beside, built, stepped } from './beside.ts';

const hourMs = 3_600_000;
const register = (by: string) => ({ by, do: 'POST /faucet/register', body: { agent_id: by } });
const status = { by: 'alice', do: 'GET /faucet/status' };
const failed = (reason: 'timeout'): LiveAnswer => ({ kind: 'failed', reason });

/** A scenario of two hours in which that many agents do this. */
async function acting(run: (agent: Agent) => Run, count = 1): Promise<Scenario> {
  const scenario = await built([status], { for: '2h' });
  const behaviour = defineAgent({ name: 'actor', about: 'Acts as the test says.', run });
  const arrival = { atMs: 0, overMs: 0, spread: 'even' } as const;
  const group = { name: 'actor', behaviour, count, arrival, parameters: {}, addressCount: null };
  return { ...scenario, calls: [], groups: [group] };
}

/** A target whose clock stands where a test says; the last instant stays. It notes how it was asked. */
class StepByStep extends Beside {
  readonly idle: boolean[] = [];
  hours: number[] = [];
  fromMs = 0;
  override untilMs(isIdle = false): Promise<number> {
    this.idle.push(isIdle);
    const hours = (this.hours.length > 1 ? this.hours.shift() : this.hours[0]) ?? 0;
    return Promise.resolve(this.fromMs + hours * hourMs);
  }
}

async function atHours(hours: readonly number[], { forHours = 4, ...options }: { forHours?: number } & Partial<LockStepOptions> = {}) {
  const lines = [{ ...register('alice'), at: '1h' }, { ...status, at: '3h' }];
  const scenario = { ...(await built(lines, { for: '4h' })), forMs: forHours * hourMs };
  const driver = new StepByStep(scenario);
  driver.fromMs = scenario.startMs;
  driver.hours = [...hours];
  const { step } = await stepped([], { scenario, driver, ...options });
  return { times: step.exchanges.map(({ atMs }) => atMs / hourMs), idle: driver.idle, left: driver.hours };
} // prettier-ignore

describe('the behaviours of a run', () => {
  it('receive what they check, and what does not hold is counted by name', async () => {
    const seen: unknown[] = [];
    const scenario = await acting(function* (agent) {
      seen.push(yield agent.check('is fair', true), yield agent.check('is quick', false));
    }, 2);
    const { step } = await stepped([], { scenario });
    expect(seen).toEqual([true, false, true, false]);
    expect([...step.failedChecks]).toEqual([['is quick', 2]]);
    expect([step.findings, step.exchanges, step.agentCount]).toEqual([[], [], 2]);
  });

  it('that throw are found with their time, and without the keys that they know', async () => {
    let key: string | undefined;
    const scenario = await acting(function* (agent) {
      yield* agent.join();
      key = agent.key;
      yield agent.sleep('1h');
      throw new TypeError(`my key is ${key}`);
    });
    const { step } = await stepped([], { scenario: { ...scenario, startMs: Date.UTC(2026, 4, 1) } });
    expect(key).toMatch(/^sk_/);
    expect(step.findings).toEqual([
      {
        kind: 'behaviour-threw',
        agent: 'actor/1',
        behaviour: 'actor',
        at: '2026-05-01T01:00:01.000Z',
        message: 'threw TypeError: my key is [redacted]',
      },
    ]);
  });

  it('go on in the instant of an answer, and in that of a request without one', async () => {
    const scenario = await acting(function* (agent) {
      yield* agent.join();
      yield agent.get('/faucet/status');
      yield agent.get('/faucet/status');
      yield agent.sleep('1h');
      yield agent.get('/faucet/status');
    });
    const alter = (_live: LiveAnswer, _request: unknown, { n }: { n: number }) => (n === 1 ? failed('timeout') : undefined); // prettier-ignore
    const { step } = await stepped([], { scenario, alter });
    expect(step.exchanges.map(({ atMs }) => atMs)).toEqual([0, 1_000, 1_000, hourMs + 1_000]);
    expect(step.exchanges.map(({ isSameStatus }) => isSameStatus)).toEqual([true, false, true, true]);
  });

  it('have each event of the platform with the requests that were answered before its first time', async () => {
    const deal = { by: 'alice', do: 'POST /escrow/escrow', body: { receiver: 'bob', amount: '0.10' } };
    const { step } = await stepped([register('alice'), register('bob'), status, deal, deal]);
    expect(Object.fromEntries(step.happenings)).toEqual({ agentRegistered: 1, faucetClaimed: 1, escrowCreated: 4 });
  }); // prettier-ignore
});

describe('the time of a run', () => {
  // Each step has one event at most: three processes begin in the first instant.
  const first = [false, false, false, false];
  const hours = [0, 0, 0, 0, 0.5, 1, 1, 2, 3, 4, 5];

  it('passes as the clock of the target does, which waits only where nothing was due', async () => {
    expect(await atHours(hours)).toEqual({
      times: [1, 3], idle: [...first, false, true, false, true, true], left: [4, 5],
    });
  }); // prettier-ignore

  it('is over once no agent is left, or a request was enough', async () => {
    const { idle, left } = await atHours(hours, { isEnough: ({ n }) => n === 0 });
    expect([idle, left]).toEqual([[...first, false, true], [1, 2, 3, 4, 5]]);
  }); // prettier-ignore

  it('is over where the clock stands at its end, and nothing is due', async () => {
    expect(await atHours(hours, { forHours: 2 })).toEqual({
      times: [1], idle: [...first, false, true, false, true], left: [3, 4, 5],
    });
    expect((await atHours([0, 9], { forHours: 2 })).times).toEqual([1]);
  }); // prettier-ignore
});
