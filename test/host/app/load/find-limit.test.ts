/** A search for the highest load that holds: what it needs of its scenario, and what it says of steps and spending. */
import { beforeAll, describe, expect, it } from 'vitest';
import { findLimit, type FindLimit } from '../../../../src/host/app/load/find-limit.ts';
import { loadBehaviour } from '../../../../src/host/app/run/behaviours.ts';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import type { LoadLimitStep } from '../../../../src/live/load/limit/result.ts';
import { signalled } from '../process/signalled.ts';
import { settingsFor } from './own-load.ts';

const arrivals = 'load: { shape: constant-arrival-rate, rate: 20, for: 10s }';
const judged = 'expect: { http_req_duration: ["p(99)<60000"] }';

/** A search for that scenario; what is heard of its steps. */
function search(lines: readonly string[], changes: Partial<FindLimit> = {}) {
  const steps: (readonly [LoadLimitStep, string])[] = [];
  const settings = settingsFor(81, { durationMs: undefined }, lines.join('\n'));
  const find: FindLimit = {
    settings,
    to: 20,
    stepMs: 50,
    observe: () => () => Promise.resolve(),
    onStep: (step, searched) => void steps.push([step, searched]),
    ...changes,
  };
  return { found: findLimit(find), steps, scenario: settings.scenario };
} // prettier-ignore

// A behaviour is loaded when it is needed.
beforeAll(() => loadBehaviour('newcomer', ''));

describe('a search needs', () => {
  it('a shape', async () => {
    const { found, scenario } = search([judged]);
    await expect(found).rejects.toThrow(
      new CallMistake(
        `${scenario}: --find-limit needs a shape; expected load: { shape: constant-arrival-rate, … } or one of the others`,
      ),
    );
  });

  it.each([[[arrivals]], [[arrivals, 'expect: { property_violations: [value==0] }']]])(
    'something to judge by: %j',
    async (lines) => {
      const { found, scenario } = search(lines);
      await expect(found).rejects.toThrow(
        new CallMistake(
          `${scenario}: --find-limit has nothing to judge by; expected expect: with http_req_duration: ["p(99)<500"] or another metric of a load`,
        ),
      );
    },
  );
});

describe('a search that a signal ends', () => {
  it.each([
    [arrivals, 'arrivals'],
    ['load: { shape: constant-agents, agents: 2, for: 10s }', 'agents'],
  ])('has no step: %s', async (load, searched) => {
    signalled();
    const { found, steps } = search([load, judged], { stepMs: 1_500 });
    expect(await found).toEqual({
      scenario: 'small',
      seed: '7',
      target: 'toy',
      searched,
      stepSeconds: 1.5,
      steps: [],
      highest: null,
      lowestBroken: null,
      limitedBy: 'stop',
      ok: false,
      spent: { requests: 0, usdc: '0.00' },
    });
    expect(steps).toEqual([]);
  });
});
