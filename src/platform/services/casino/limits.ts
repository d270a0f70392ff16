/** The limits of the casino as the documents publish them. */
import { minuteMs } from '../../../core/base/time.ts';
import type { NamedCap, ServiceRow } from '../../../core/http/limits/published-limits.ts';

/** Style B's quota of the service. Per game type (gap L13). */
export const casinoRow: ServiceRow = {
  name: 'casino',
  perMinute: 60,
  burstPer10s: 100,
  perDay: 10_000,
  line: 'LIM28, LIM29',
};

/** The cap on calls that bet, in every style. */
export const playCap: NamedCap = {
  name: 'casinoPlay',
  limit: 60,
  windowMs: minuteMs,
  line: 'LIM15',
  countedPer: 'key',
};
