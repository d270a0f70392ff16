/** Lends a check what the loader of scenarios gets, and worlds that are served. */
import { Refusal } from '../../../core/base/refusal.ts';
import type { Request } from '../../../core/http/message.ts';
import { resolvePolicies } from '../../../core/policy/policies.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import type { AskServed, CheckHost } from '../../../verification/check/served/check-host.ts';
import { Sandbox } from '../../serve/sandbox.ts';
import { scenarioHost } from '../run/scenario-host.ts';

/** A clock that stands: only control calls move the world. */
const standing = { elapsedMs: () => 0, nowMs: () => 0 };

function serve(scenario: Scenario, seed: string): AskServed {
  const policies = resolvePolicies('published', {});
  if (policies instanceof Refusal) throw new Error(policies.message);
  const sandbox = new Sandbox({
    seed,
    profile: 'published',
    policies,
    pace: 'manual',
    wall: standing,
    scenario: { ...scenario, faults: [] },
  });
  return (method, path, body) => {
    const sent = { method, path, query: {}, headers: {}, body: undefined, ip: '127.0.0.1' };
    const request: Request = body === undefined ? sent : { ...sent, rawBody: JSON.stringify(body) };
    const toMs = sandbox.goalOf(request);
    if (toMs === undefined) return sandbox.dispatch(request).response;
    sandbox.beginMove(toMs);
    while (!sandbox.moveSlice()) continue;
    return sandbox.arrive(request).response;
  };
}

/** The host of `orrery check`. */
export const checkHost: CheckHost = { ...scenarioHost, serve };
