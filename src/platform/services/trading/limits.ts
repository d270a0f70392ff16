/** The limits of the trading as the documents publish them. */
import { minuteMs } from '../../../core/base/time.ts';
import type { NamedCap, ServiceRow } from '../../../core/http/limits/published-limits.ts';

/** Style B's quota of the service. Order placement only (gap L24). */
export const tradingRow: ServiceRow = {
  name: 'trading',
  perMinute: 120,
  burstPer10s: 200,
  perDay: 50_000,
  line: 'LIM31, LIM32',
};

/** The cap on reading positions, in every style. */
export const positionsCap: NamedCap = {
  name: 'tradingPositions',
  limit: 300,
  windowMs: minuteMs,
  line: 'LIM16',
  countedPer: 'key',
};
