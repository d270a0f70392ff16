/** What one dispatch did, for whoever watches: metrics, the trace, the digest. Reused from call to call; read at once. */
import type { RefusalCode } from '../base/refusal.ts';
import type { Tier } from './limits/published-limits.ts';
import type { BoundRoute } from './router.ts';

/** Whoever a key belongs to, as far as HTTP needs to know. */
export interface Principal {
  /** Position in the registry, from 0. */
  readonly number: number;
  readonly tier: Tier;
}

/** Finds whoever a complete Authorization header belongs to. */
export interface KeyRing {
  find(authorization: string | undefined): Principal | undefined;
}

export interface Exchange {
  route: BoundRoute | undefined;
  principal: Principal | undefined;
  code: RefusalCode | undefined;
  /** True when a stored answer was replayed under an Idempotency-Key. */
  replayed: boolean;
}

export const newExchange = (): Exchange => ({
  route: undefined,
  principal: undefined,
  code: undefined,
  replayed: false,
});
