/** The limits of the domains as the documents publish them. */
import { dayMs } from '../../../core/base/time.ts';
import type { NamedCap, ServiceRow } from '../../../core/http/limits/published-limits.ts';

/** Style B's quota of the service. */
export const domainsRow: ServiceRow = {
  name: 'domains',
  perMinute: 30,
  burstPer10s: 50,
  perDay: 1_000,
  line: 'LIM37, LIM38',
};

/** Style B's limit on registrations (gap L24). */
export const domainCap: NamedCap = {
  name: 'domainsRegister',
  limit: 10,
  windowMs: dayMs,
  line: 'LIM39',
  countedPer: 'key',
};
