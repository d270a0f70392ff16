import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { NotableEvents } from '../../../src/simulation/scenario/notable.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';

const answered = (events: NotableEvents, count: number, status: number): void => {
  for (let number = 1; number <= count; number++) {
    events.answered(undefined, { event: number, atMs: number, agent: 0, path: '/x', status, code: '' });
  }
};

describe('the events that a page holds', () => {
  it('are all of them while there are few', () => {
    const events = new NotableEvents();
    answered(events, 60, 200);
    expect(events.result().events).toHaveLength(60);
  });

  it('are bounded, begin with the first of each kind, and lie evenly over the run', () => {
    const events = new NotableEvents();
    answered(events, 100_000, 200);
    answered(events, 1, 503);
    const { kinds, events: kept } = events.result();
    expect(kinds.map(({ status, total }) => [status, total])).toEqual([
      [200, 100_000],
      [503, 1],
    ]);
    const numbers = kept.filter(({ kind }) => kind === 0).map(({ event }) => event);
    expect(numbers[0]).toBe(1);
    expect(numbers.length).toBeGreaterThan(32);
    expect(numbers.length).toBeLessThanOrEqual(64);
    const steps = new Set(numbers.slice(1).map((number, place) => number - (numbers[place] ?? 0)));
    expect(steps.size).toBe(1);
    expect(numbers.at(-1)).toBeGreaterThan(96_000);
    expect(kept.filter(({ kind }) => kind === 1)).toHaveLength(1);
  });

  it('contain timer events with their amounts, in order with the responses', async () => {
    const scenario = await buildFromValue(
      {
        name: 'due',
        seed: '1',
        for: '2d',
        operations: [
          { by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } },
          { by: 'bob', do: 'POST /faucet/register', body: { agent_id: 'bob' } },
          { at: '1m', by: 'alice', do: 'POST /escrow/escrow', body: { receiver: 'bob', amount: 5 } },
          { at: '47h', by: 'bob', do: 'GET /nothing/here' },
        ],
      },
      scenarioHost,
    );
    const run = new ScenarioRun(scenario);
    while (run.step(1_000)) continue;
    const { kinds, events } = run.recorder.notable.result();
    const names = events.map(({ kind }) => kinds[kind]?.operation);
    expect(names).toEqual(['register', 'register', 'create', 'escrow expired', 'unknown path']);
    expect(events[3]).toMatchObject({ event: 0, agent: -1, amountMicros: 5_000_000 });
    expect(events.map(({ agent }) => agent)).toEqual([0, 1, 0, -1, 1]);
  });
});
