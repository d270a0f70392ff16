/** Accounts of the model have the tier that the target's accounts have. */
import type { Tier } from '../../core/http/limits/published-limits.ts';
import type { Response } from '../../core/http/message.ts';
import type { World } from '../../platform/world/world.ts';

/** Gives the account that this answer of the model has opened, if any, its tier at once. */
export function openAs(tier: Tier | undefined, world: World, { body }: Response): void {
  const key = (body as { api_key?: unknown }).api_key;
  if (tier === undefined || tier === 'free' || typeof key !== 'string') return;
  const call = { method: 'POST', path: '/_sim/tier', query: {}, headers: {}, ip: '127.0.0.1' } as const;
  world.dispatch({ ...call, body: { api_key: key, tier, at_once: true } });
}
