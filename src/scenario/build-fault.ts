/** One line of the `faults` list: which fields each kind needs, as data, and the fault it becomes. */
import { parseDuration, type Instant } from '../base/time.ts';
import type { ErrorEffect, Fault } from '../world/faults.ts';
import type { SourceDocument } from './document.ts';
import { latencyMistake, readLatency, readShare, type LatencySource } from './units.ts';

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
}

/** The fields of each kind beside `at`, `service` and `kind`: all needed but those with a default. */
const fieldsOf = {
  outage: { needed: ['for'], optional: [] },
  error: { needed: ['for'], optional: ['rate', 'effect'] },
  slow: { needed: ['for', 'latency'], optional: [] },
  'clock-hold': { needed: ['for'], optional: [] },
  'clock-step': { needed: ['by'], optional: [] },
} as const satisfies Record<Fault['kind'], { needed: readonly string[]; optional: readonly string[] }>;

export function buildFault(
  document: SourceDocument,
  source: FaultSource,
  place: { index: number; startMs: Instant },
): Fault {
  checkFields(document, source, place.index);
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
  const wrong = latencyMistake(source.latency);
  if (wrong !== undefined) throw document.mistake([...path, 'latency'], wrong);
  for (const field of Object.keys(source)) {
    if (allowed.includes(field)) continue;
    const message = `a fault of kind ${source.kind} has no "${field}"; expected ${allowed.join(', ')}`;
    throw document.mistake([...path, field], message, { atKey: true });
  }
}

function stepOf(text: string): number {
  const size = parseDuration(text.replace(/^[+-]/, '')) ?? 0;
  return text.startsWith('-') ? -size : size;
}
