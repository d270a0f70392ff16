/** The limits of the faucet as the documents publish them. */
import type { ServiceRow } from '../../../core/http/limits/published-limits.ts';

/** Style B's quota of the service. */
export const faucetRow: ServiceRow = {
  name: 'faucet',
  perMinute: 10,
  burstPer10s: 10,
  perDay: 100,
  line: 'LIM40, LIM41',
};
