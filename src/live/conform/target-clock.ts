/** A scenario at the time of a target's clock. */
import type { Instant } from '../../core/base/time.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { movedInstants, movedQuery } from '../traffic/correlation/request-instants.ts';

/** The scenario from `startMs` on; instants in its listed requests are moved with its start. */
export function onTargetClock(scenario: Scenario, startMs: Instant): Scenario {
  const move = { byMs: startMs - scenario.startMs, aroundMs: scenario.startMs };
  const calls = scenario.calls.map((call) => ({
    ...call,
    query: movedQuery(call.query, move),
    body: movedInstants(call.body, move) as typeof call.body,
  }));
  return { ...scenario, startMs, calls };
}
