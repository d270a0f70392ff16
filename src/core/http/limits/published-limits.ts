/**
 * The published numbers, as data. `line` is where each row stands in the documents (P: the platform document).
 */
import { dayMs, minuteMs } from '../../base/time.ts';
import type { Window } from './meter.ts';

/** The tiers of an API key. */
export type Tier = 'free' | 'pro' | 'enterprise';

/** The three numbers of a quota row; the unit of "burst" is read as a peak per 10 seconds (gap L11). */
export interface QuotaRow {
  readonly perMinute: number;
  readonly burstPer10s: number;
  readonly perDay: number;
}

/** A row and its line in the documents. */
export type PublishedRow = QuotaRow & { readonly line: string };

/** A cap of one window, its line, and what it is counted by: no tier lifts a cap (gaps L9, L15). */
export type PublishedCap = Window & { readonly line: string; readonly countedPer: 'key' | 'ip' };

/** Quotas per key by tier; undefined is unlimited. */
export const tierRows: Readonly<Record<Tier, PublishedRow | undefined>> = {
  free: { perMinute: 100, burstPer10s: 50, perDay: 10_000, line: 'LIM03 to LIM05' },
  pro: { perMinute: 1_000, burstPer10s: 500, perDay: 1_000_000, line: 'LIM06 to LIM08' },
  enterprise: undefined, // LIM09
};

/** Style B's quotas by service. Casino: per game type; trading: order placement only (gaps L13, L24). */
export const serviceRows = {
  casino: { perMinute: 60, burstPer10s: 100, perDay: 10_000, line: 'LIM28, LIM29' },
  trading: { perMinute: 120, burstPer10s: 200, perDay: 50_000, line: 'LIM31, LIM32' },
  wallet: { perMinute: 60, burstPer10s: 80, perDay: 5_000, line: 'LIM34, LIM35' },
  domains: { perMinute: 30, burstPer10s: 50, perDay: 1_000, line: 'LIM37, LIM38' },
  faucet: { perMinute: 10, burstPer10s: 10, perDay: 100, line: 'LIM40, LIM41' },
  escrow: { perMinute: 60, burstPer10s: 80, perDay: 10_000, line: 'LIM43, LIM44' },
} as const satisfies Readonly<Record<string, PublishedRow>>;

/** Style B's limits on single operations, in parentheses in its table (gap L24). */
export const operationCaps = {
  walletSend: { limit: 20, windowMs: minuteMs, line: 'LIM36', countedPer: 'key' },
  domainsRegister: { limit: 10, windowMs: dayMs, line: 'LIM39', countedPer: 'key' },
  escrowCreate: { limit: 100, windowMs: dayMs, line: 'LIM45', countedPer: 'key' },
} as const satisfies Readonly<Record<string, PublishedCap>>;

/** Caps on endpoints of every style, on top of the tier. */
export const endpointCaps = {
  casinoPlay: { limit: 60, windowMs: minuteMs, line: 'LIM15', countedPer: 'key' },
  tradingPositions: { limit: 300, windowMs: minuteMs, line: 'LIM16', countedPer: 'key' },
  walletSwap: { limit: 120, windowMs: minuteMs, line: 'LIM17', countedPer: 'key' },
  register: { limit: 10, windowMs: minuteMs, line: 'LIM18', countedPer: 'ip' },
} as const satisfies Readonly<Record<string, PublishedCap>>;
