/**
 * The published numbers of the platform, as data; those of a service are in its own folder. `line` is the place of
 * each row in the documents (P: the platform document).
 */
import { minuteMs } from '../../base/time.ts';
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

/** The style B row of a service; calls under one name share its meter. */
export type ServiceRow = PublishedRow & { readonly name: string };

/** A cap of one window, its line, and what it is counted by: no tier lifts a cap (gaps L9, L15). */
export type PublishedCap = Window & { readonly line: string; readonly countedPer: 'key' | 'ip' };

/** A cap per key; calls under one name share its meter. */
export type NamedCap = PublishedCap & { readonly name: string };

/** Quotas per key by tier; undefined is unlimited. */
export const tierRows: Readonly<Record<Tier, PublishedRow | undefined>> = {
  free: { perMinute: 100, burstPer10s: 50, perDay: 10_000, line: 'LIM03 to LIM05' },
  pro: { perMinute: 1_000, burstPer10s: 500, perDay: 1_000_000, line: 'LIM06 to LIM08' },
  enterprise: undefined, // LIM09
};

/** The cap on every endpoint that registers, of every style, on top of the tier. */
export const registerCap: PublishedCap = { limit: 10, windowMs: minuteMs, line: 'LIM18', countedPer: 'ip' };
