/** A world at 2026-01-01 with the options of a test, and short functions for common calls. */
import type { Method, Request, Response } from '../../../src/core/http/message.ts';
import { Refusal } from '../../../src/core/base/refusal.ts';
import type { Profile } from '../../../src/core/base/profile.ts';
import { resolvePolicies, type Policies } from '../../../src/core/policy/policies.ts';
import type { PlatformEvent } from '../../../src/platform/services/ports.ts';
import { assemble } from '../../../src/simulation/scenario/assemble.ts';
import type { WorldObserver } from '../../../src/platform/world/world.ts';

export const startMs = 1_767_225_600_000;

export function policiesWith(
  overrides: Record<string, string> = {},
  profile: Profile = 'published',
): Policies {
  const policies = resolvePolicies(profile, overrides);
  if (policies instanceof Refusal) throw new Error(policies.message);
  return policies;
}

/** A text field of a body; anything else breaks the test that counted on it. */
export function textIn(body: Response['body'], field: string): string {
  const value = body[field];
  if (typeof value !== 'string') throw new Error(`no text "${field}" in ${JSON.stringify(body)}`);
  return value;
}

export interface Happening {
  readonly event: PlatformEvent;
  readonly amountMicros: number;
  readonly atMs: number;
}

export function newWorld(options: { seed?: string; policies?: Record<string, string> } = {}) {
  const { seed = '7' } = options;
  const happened: Happening[] = [];
  const observer: WorldObserver = {
    answered: () => undefined,
    happened: (event, amountMicros, atMs) => happened.push({ event, amountMicros, atMs: atMs - startMs }),
  };
  const policies = policiesWith(options.policies);
  const { kernel, world } = assemble({ startMs, seed, profile: 'published', policies, observer });
  const call = (method: Method, path: string, rest: Partial<Request> = {}): Response =>
    world.dispatch({ method, path, query: {}, headers: {}, body: undefined, ip: '10.0.0.1', ...rest });
  const post = (path: string, body?: unknown, rest: Partial<Request> = {}): Response =>
    call('POST', path, { body, ...rest });
  /** Registers in style B, which pays 10 USDC, and gives the headers that carry the key. */
  const join = (agentId: string): { authorization: string } => {
    const { status, body } = post('/faucet/register', { agent_id: agentId }, { ip: `ip of ${agentId}` });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { authorization: `Bearer ${textIn(body, 'api_key')}` };
  };
  /** Runs everything up to that long after the start. */
  const runTo = (sinceStartMs: number): void => void kernel.run({ untilMs: startMs + sinceStartMs });
  return { kernel, world, happened, call, post, join, runTo };
}
