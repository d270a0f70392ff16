/** The operations of the documents by method and path, from the route tables of the platform. */
import { resolvePolicies } from '../../../core/policy/policies.ts';
import { Refusal } from '../../../core/base/refusal.ts';
import { assert } from '../../../core/base/assert.ts';
import type { Method } from '../../../core/http/message.ts';
import type { RouteOf } from '../../../live/traffic/record/trace-encoder.ts';
import type { SpendingLimits } from '../../../live/traffic/target/bounds.ts';
import type { CallOf } from '../../../live/traffic/target/spending.ts';
import { startDefault, parseStart } from '../../../platform/world/start.ts';
import { assemble } from '../../../simulation/scenario/assemble.ts';

/** Finds the call and the path template of a request; undefined for a path that the documents do not have. */
export function routesByPath(): RouteOf {
  const policies = resolvePolicies('published', {});
  assert(!(policies instanceof Refusal), 'the published policies are complete');
  const { world } = assemble({
    startMs: parseStart(startDefault) ?? 0,
    seed: '1',
    profile: 'published',
    policies,
  });
  return (method, path) => {
    const found = world.router.find(method as Method, path);
    if (found === undefined) return undefined;
    const { service, style, row, template } = found.route;
    return { call: `${service}/${style}/${row.operation}`, template };
  };
}

/** Names the calls of a plan that money bounds; undefined without such a bound. */
export function callsBelow({ micros }: SpendingLimits): CallOf | undefined {
  if (micros === undefined) return undefined;
  const find = routesByPath();
  return (method, path) => find(method, path)?.call;
}
