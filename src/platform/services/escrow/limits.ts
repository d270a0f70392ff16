/** The limits of the escrow as the documents publish them. */
import { dayMs } from '../../../core/base/time.ts';
import type { NamedCap, ServiceRow } from '../../../core/http/limits/published-limits.ts';

/** Style B's quota of the service. */
export const escrowRow: ServiceRow = {
  name: 'escrow',
  perMinute: 60,
  burstPer10s: 80,
  perDay: 10_000,
  line: 'LIM43, LIM44',
};

/** Style B's limit on new escrows (gap L24). */
export const createCap: NamedCap = {
  name: 'escrowCreate',
  limit: 100,
  windowMs: dayMs,
  line: 'LIM45',
  countedPer: 'key',
};
