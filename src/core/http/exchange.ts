/** The record of one dispatch, for metrics, trace and digest. The object is reused: read it before the next call. */
import type { RefusalCode } from '../base/refusal.ts';
import type { Tier } from './limits/published-limits.ts';
import type { BoundRoute } from './bound-route.ts';

/** The owner of an API key, as far as HTTP needs to know. */
export interface Principal {
  /** Position in the registry, from 0. */
  readonly number: number;
  readonly tier: Tier;
}

/** Finds the owner of a complete Authorization header. */
export interface KeyRing {
  find(authorization: string | undefined): Principal | undefined;
}

/** What the dispatcher found out about one request; observers read it during the callback only. */
export interface HttpExchange {
  route: BoundRoute | undefined;
  principal: Principal | undefined;
  code: RefusalCode | undefined;
  /** True if a kept answer was repeated for an Idempotency-Key. */
  replayed: boolean;
}

/** An empty record, to be passed to `Dispatcher.dispatch`. */
export const newExchange = (): HttpExchange => ({
  route: undefined,
  principal: undefined,
  code: undefined,
  replayed: false,
});
