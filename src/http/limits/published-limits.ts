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
  free: { perMinute: 100, burstPer10s: 50, perDay: 10_000, line: 'P:238' },
  pro: { perMinute: 1_000, burstPer10s: 500, perDay: 1_000_000, line: 'P:239' },
  enterprise: undefined, // P:240
};

/** Style B's quotas by service. Casino: per game type; trading: order placement only (gaps L13, L24). */
export const serviceRows = {
  casino: { perMinute: 60, burstPer10s: 100, perDay: 10_000, line: 'P:247' },
  trading: { perMinute: 120, burstPer10s: 200, perDay: 50_000, line: 'P:247' },
  wallet: { perMinute: 60, burstPer10s: 80, perDay: 5_000, line: 'P:247' },
  domains: { perMinute: 30, burstPer10s: 50, perDay: 1_000, line: 'P:247' },
  faucet: { perMinute: 10, burstPer10s: 10, perDay: 100, line: 'P:247' },
  escrow: { perMinute: 60, burstPer10s: 80, perDay: 10_000, line: 'P:247' },
} as const satisfies Readonly<Record<string, PublishedRow>>;

/** Style B's limits on single operations, in parentheses in its table (gap L24). */
export const operationCaps = {
  walletSend: { limit: 20, windowMs: minuteMs, line: 'P:247', countedPer: 'key' },
  domainsRegister: { limit: 10, windowMs: dayMs, line: 'P:247', countedPer: 'key' },
  escrowCreate: { limit: 100, windowMs: dayMs, line: 'P:247', countedPer: 'key' },
} as const satisfies Readonly<Record<string, PublishedCap>>;

/** Caps on endpoints of every style, on top of the tier. */
export const endpointCaps = {
  casinoPlay: { limit: 60, windowMs: minuteMs, line: 'P:245', countedPer: 'key' },
  tradingPositions: { limit: 300, windowMs: minuteMs, line: 'P:245', countedPer: 'key' },
  walletSwap: { limit: 120, windowMs: minuteMs, line: 'P:245', countedPer: 'key' },
  register: { limit: 10, windowMs: minuteMs, line: 'P:245', countedPer: 'ip' },
} as const satisfies Readonly<Record<string, PublishedCap>>;
