/** One line of the `faults` list: which fields each kind needs, as data, and the fault it becomes. */
import { parseDuration, type Instant } from '../base/time.ts';
import { nearest } from '../base/nearest.ts';
import { closableMarkets } from '../services/trading/markets.ts';
import type { ErrorEffect, Fault } from '../world/faults.ts';
import type { SourceDocument } from './document.ts';
import { readLatency, readShare, type LatencySource } from './units.ts';

/** A fault as written, after validation of its shape. */
export interface FaultSource {
  at: string;
  service: string;
  kind: Fault['kind'];
  for?: string;
  by?: string;
  rate?: number | string;
  effect?: ErrorEffect;
  latency?: LatencySource;
  market?: string;
}

/** The fields of each kind beside `at`, `service` and `kind`: all needed but those with a default. */
const fieldsOf = {
  outage: { needed: ['for'], optional: [] },
  error: { needed: ['for'], optional: ['rate', 'effect'] },
  slow: { needed: ['for', 'latency'], optional: [] },
  'clock-hold': { needed: ['for'], optional: [] },
  'clock-step': { needed: ['by'], optional: [] },
  'market-closed': { needed: ['for', 'market'], optional: [] },
} as const satisfies Record<Fault['kind'], { needed: readonly string[]; optional: readonly string[] }>;

export function buildFault(
  document: SourceDocument,
  source: FaultSource,
  place: { index: number; startMs: Instant },
): Fault {
  checkFields(document, source, place.index);
  checkMarket(document, source, place.index);
  const common = { atMs: place.startMs + (parseDuration(source.at) ?? 0), service: source.service };
  const forMs = parseDuration(source.for ?? '0s') ?? 0;
  switch (source.kind) {
    case 'outage':
    case 'clock-hold':
      return { ...common, kind: source.kind, forMs };
    case 'error':
      return {
        ...common,
        kind: 'error',
        forMs,
        rate: readShare(source.rate ?? 1),
        effect: source.effect ?? 'before',
      };
    case 'slow': {
      const latency = readLatency(source.latency ?? { median: '0s' });
      return { ...common, kind: 'slow', forMs, latency };
    }
    case 'clock-step':
      return { ...common, kind: 'clock-step', byMs: stepOf(source.by ?? '0s') };
    case 'market-closed':
      return { ...common, kind: 'market-closed', forMs, market: source.market ?? 'all' };
  }
}

function checkFields(document: SourceDocument, source: FaultSource, index: number): void {
  const { needed, optional } = fieldsOf[source.kind];
  const path = ['faults', index] as const;
  for (const field of needed) {
    if (source[field] === undefined)
      throw document.mistake(path, `a fault of kind ${source.kind} needs "${field}"`);
  }
  const allowed: readonly string[] = ['at', 'service', 'kind', ...needed, ...optional];
  for (const field of Object.keys(source)) {
    if (allowed.includes(field)) continue;
    const message = `a fault of kind ${source.kind} has no "${field}"; expected ${allowed.join(', ')}`;
    throw document.mistake([...path, field], message, { atKey: true });
  }
}

/** Only the trading service has markets, and only those that exist can be closed. */
function checkMarket(document: SourceDocument, source: FaultSource, index: number): void {
  if (source.kind !== 'market-closed') return;
  if (source.service !== 'trading') {
    throw document.mistake(['faults', index, 'service'], 'only the service trading has markets to close');
  }
  const { market = 'all' } = source;
  if (closableMarkets.includes(market)) return;
  const message = `there is no market "${market}"; did you mean "${nearest(market, closableMarkets)}"?`;
  throw document.mistake(['faults', index, 'market'], message);
}

function stepOf(text: string): number {
  const size = parseDuration(text.replace(/^[+-]/, '')) ?? 0;
  return text.startsWith('-') ? -size : size;
}
