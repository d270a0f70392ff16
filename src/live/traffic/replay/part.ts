/** The measurements of one engine in a form that can be sent to another thread, and the merge of several. */
import type { OpenDifference } from '../compare/causes.ts';
import type { Differences } from '../compare/difference.ts';
import type { EvidenceState } from '../compare/evidence.ts';
import type { FieldCounts } from '../compare/own-fields.ts';
import type { HiddenCounts } from '../compare/rules.ts';
import { Measures, waitReasons } from '../engine/measures.ts';
import type { OpenEngine } from '../engine/open-engine.ts';
import type { EngineCounts } from '../engine/engine-options.ts';
import { CallTallies, type PlainTallies } from '../measure/call-tallies.ts';
import { LiveSeries, type PlainSeries } from '../measure/live-series.ts';
import type { ScriptedRequest } from '../plan/scripted-request.ts';
import type { TraceScript } from '../plan/trace-script.ts';
import type { Tally } from '../thresholds/meter.ts';

/** One worker's part of a replay: only data (histograms, maps and numbers). */
export interface ReplayPart {
  readonly measures: Pick<Measures, 'response' | 'service' | 'lag' | 'waits' | 'statusCounts' | 'failures'>;
  readonly counts: EngineCounts;
  readonly elapsedMs: number;
  readonly connections: number;
  readonly isStopped: boolean;
  readonly same: number;
  readonly differences: ReturnType<Differences['state']>;
  readonly hidden: ReturnType<HiddenCounts['list']>;
  /** Live values of unexplained differences, for the search for noise. */
  readonly shown: ReadonlyMap<string, string>;
  readonly fields: FieldCounts;
  /** Unexplained differences, for the search for causes. */
  readonly open: readonly OpenDifference[];
  readonly evidence: EvidenceState;
  /** Requests whose session had waited as long for rate limits as it may. */
  readonly retriesRefused: number;
  readonly tallies: ReadonlyMap<string, Tally>;
  /** Its requests by operation and over time. */
  readonly requests: PlainTallies;
  readonly series: PlainSeries;
  /** What connections have found out about the target, for the user. */
  readonly notes: readonly string[];
}

/** The part of a finished engine and its script; `notes` are those of its endpoints. */
export function partOf(
  script: TraceScript,
  engine: OpenEngine<ScriptedRequest>,
  notes: readonly string[],
): ReplayPart {
  const { response, service, lag, waits, statusCounts, failures } = engine.measures;
  return {
    measures: { response, service, lag, waits, statusCounts, failures },
    counts: { ...engine.counts },
    elapsedMs: engine.elapsedMs,
    connections: engine.connectionsOpened,
    isStopped: engine.isStopped,
    same: script.judge.same,
    differences: script.judge.differences.state(),
    hidden: script.judge.hidden.list(),
    shown: script.judge.shown,
    open: script.judge.open,
    evidence: script.judge.evidence.state(),
    fields: script.judge.fields.counts,
    retriesRefused: script.retries.refused,
    tallies: script.meter.thresholds.tallies(),
    requests: script.meter.requests.tallies.plain(),
    series: script.meter.requests.series.plain(),
    notes,
  };
}

/** Merges histograms and counts; percentiles are computed from the merged histograms only. */
export function mergedMeasures(parts: readonly ReplayPart[]): Measures {
  const whole = new Measures();
  for (const { measures } of parts) {
    for (const name of ['response', 'service', 'lag'] as const) {
      if (measures[name].count > 0) whole[name].add(measures[name]);
    }
    for (const reason of waitReasons) {
      if (measures.waits[reason].count > 0) whole.waits[reason].add(measures.waits[reason]);
    }
    for (const [status, count] of measures.statusCounts)
      whole.statusCounts.set(status, (whole.statusCounts.get(status) ?? 0) + count);
    for (const [reason, count] of measures.failures)
      whole.failures.set(reason, (whole.failures.get(reason) ?? 0) + count);
  }
  return whole;
}

/** The requests of all parts by operation, and over time. */
export function mergedRequests(parts: readonly ReplayPart[]): { tallies: CallTallies; series: LiveSeries } {
  const whole = { tallies: new CallTallies(), series: new LiveSeries() };
  for (const { requests, series } of parts) {
    whole.tallies.merge(requests);
    whole.series.merge(series);
  }
  return whole;
}

/** Sums the counts of all parts; `pendingMost` is a sum too, an upper bound of the true maximum. */
export function mergedCounts(parts: readonly ReplayPart[]): EngineCounts {
  const sum = (of: keyof EngineCounts): number => parts.reduce((total, { counts }) => total + counts[of], 0);
  return {
    sent: sum('sent'),
    answered: sum('answered'),
    answeredBefore: sum('answeredBefore'),
    failed: sum('failed'),
    unsent: sum('unsent'),
    repeated: sum('repeated'),
    heldBack: sum('heldBack'),
    pendingMost: sum('pendingMost'),
  };
}
