/** The limits of the wallet as the documents publish them. */
import { minuteMs } from '../../../core/base/time.ts';
import type { NamedCap, ServiceRow } from '../../../core/http/limits/published-limits.ts';

/** Style B's quota of the service. */
export const walletRow: ServiceRow = {
  name: 'wallet',
  perMinute: 60,
  burstPer10s: 80,
  perDay: 5_000,
  line: 'LIM34, LIM35',
};

/** The cap on swaps, in every style. */
export const swapCap: NamedCap = {
  name: 'walletSwap',
  limit: 120,
  windowMs: minuteMs,
  line: 'LIM17',
  countedPer: 'key',
};

/** Style B's limit on sends (gap L24). */
export const sendCap: NamedCap = {
  name: 'walletSend',
  limit: 20,
  windowMs: minuteMs,
  line: 'LIM36',
  countedPer: 'key',
};
