/** From the parts of a finished replay to its result. */
import { differenceCauses } from '../compare/causes.ts';
import { Differences } from '../compare/difference.ts';
import { operationCounts } from '../compare/evidence.ts';
import { OwnFields } from '../compare/own-fields.ts';
import { replayedTimeRules } from '../compare/replayed-time-rules.ts';
import { HiddenCounts } from '../compare/rules.ts';
import type { EngineCounts } from '../engine/engine-options.ts';
import { lagAllowedMs, lagVerdict } from '../engine/lag-gate.ts';
import type { FieldNames } from '../names/field-names.ts';
import { withNotes } from '../http/endpoint.ts';
import { percentiles, waitReasons, type Measures, type Percentiles } from '../engine/measures.ts';
import type { Plan } from '../plan/plan.ts';
import { ThresholdMeter } from '../thresholds/meter.ts';
import { openIn } from './evidence.ts';
import { measuredOf } from '../measure/request-meter.ts';
import { mergedCounts, mergedMeasures, mergedRequests, type ReplayPart } from './part.ts';
import type { ReplayCall } from './replay-call.ts';
import type { ReplayResult } from './result-schema.ts';

/** A finished open-loop replay: its plan and the parts of its workers. */
export interface OpenRun {
  readonly call: Pick<ReplayCall, 'trace' | 'target' | 'answersOnly'>;
  readonly plan: Plan;
  /** One part per worker. */
  readonly parts: readonly ReplayPart[];
}

/** Requests that could not be sent because the target has refused what they refer to, as a draw decided. */
const explainedUnsent = (groups: ReplayResult['differences']['groups']): number =>
  groups
    .filter(({ kind, explanation }) => kind === 'unsent' && explanation !== null)
    .reduce((sum, { count }) => sum + count, 0);

/**
 * The result of a finished open-loop replay. It is ok if nothing was voided, stopped, failed or unexplained and all
 * thresholds hold.
 */
export function openResult({ call, plan, parts }: OpenRun): ReplayResult {
  const [measures, counts] = [mergedMeasures(parts), mergedCounts(parts)];
  const { trace, target, answersOnly } = call;
  const elapsedMs = Math.max(...parts.map((part) => part.elapsedMs));
  const differences = mergedDifferences(parts, target.names);
  const thresholds = answersOnly ? [] : mergedThresholds(plan, parts, elapsedMs);
  const { achievedPerSecond, offeredPerSecond, intervalMs } = ratesOf({ plan, parts, counts, elapsedMs });
  const voidReason = answersOnly ? undefined : voidReasonOf({ measures, counts }, intervalMs);
  const isStopped = parts.some((part) => part.isStopped);
  const unsent = plan.requests - (counts.sent - counts.repeated);
  const isWhole = unsent === explainedUnsent(differences.groups) && counts.failed === 0 && !isStopped;
  return {
    engine: 'open',
    trace,
    target: target.name,
    workers: parts.length,
    requests: plan.requests,
    sessions: plan.sessions,
    writes: plan.writes,
    seconds: elapsedMs / 1000,
    offeredPerSecond,
    achievedPerSecond,
    ...timesOf(measures, counts),
    unsent,
    ...comparedIn(plan, parts, counts),
    differences,
    ...operationsOf(parts, differences.groups, lastedMs({ call, plan, elapsedMs })),
    ...measuredIn(parts, elapsedMs),
    thresholds,
    voided: voidReason !== undefined,
    voidReason: voidReason ?? null,
    stopped: isStopped,
    ...withNotes(parts.flatMap((part) => part.notes)),
    ok:
      voidReason === undefined &&
      isWhole &&
      differences.unexplained === 0 &&
      thresholds.every(({ ok }) => ok),
  };
}

/** Times by operation, and the replay over time. */
function measuredIn(parts: readonly ReplayPart[], elapsedMs: number): Pick<ReplayResult, 'measured'> {
  const { tallies, series } = mergedRequests(parts);
  const measured = measuredOf(tallies, series, elapsedMs / 1000);
  return measured === undefined ? {} : { measured };
}

/** Counts by operation, and the rules of time that their requests could show. */
function operationsOf(
  parts: readonly ReplayPart[],
  groups: ReplayResult['differences']['groups'],
  targetMs: number,
): Pick<ReplayResult, 'operations' | 'timeRules'> {
  const counts = parts.flatMap(({ evidence }) => [...evidence.operations]);
  const operations = operationCounts(counts, groups);
  const timeRules = replayedTimeRules({
    parts: parts.map(({ evidence }) => evidence.timeRules),
    calls: operations.map(({ call }) => call),
    lastedMs: targetMs,
  });
  return { operations, timeRules };
}

/** By how much the target's clock went on: a sandbox follows the recorded times. */
function lastedMs(run: { call: OpenRun['call']; plan: Plan; elapsedMs: number }): number {
  const { clock } = run.call.target;
  return Math.floor(clock.kind === 'sandbox' ? run.plan.lastAtMs : run.elapsedMs * clock.factor);
}

const timesOf = (measures: Measures, { pendingMost, heldBack }: EngineCounts) => ({
  backPressure: { pendingMost, heldBack },
  sendLagMs: picked(percentiles(measures.lag)),
  responseMs: percentiles(measures.response),
  serviceMs: percentiles(measures.service),
  waits: waitsOf(measures),
  statusCounts: Object.fromEntries([...measures.statusCounts].toSorted(([left], [right]) => left - right)),
  failures: Object.fromEntries(measures.failures),
});

/** What was compared, and how. */
const comparedIn = (plan: Plan, parts: readonly ReplayPart[], counts: EngineCounts) => ({
  fromKeys: plan.fromKeys,
  connections: sumOf(parts, ({ connections }) => connections),
  same: sumOf(parts, ({ same }) => same),
  comparison: 'full' as const,
  namespace: plan.names?.token ?? null,
  retries: { sent: counts.repeated, refused: sumOf(parts, ({ retriesRefused }) => retriesRefused) },
  notCompared: mergedHidden(parts),
});

function ratesOf(run: { plan: Plan; parts: readonly unknown[]; counts: EngineCounts; elapsedMs: number }) {
  const { plan, parts, counts, elapsedMs } = run;
  const measured = plan.requests - plan.preparing;
  const achievedPerSecond = ((counts.answered - counts.answeredBefore) / elapsedMs) * 1000;
  return {
    achievedPerSecond,
    offeredPerSecond: plan.durationMs > 0 ? (measured / plan.durationMs) * 1000 : achievedPerSecond,
    // Each worker offers its share of the rate, so that its interval is longer.
    intervalMs: plan.durationMs > 0 ? (plan.durationMs / measured) * parts.length : undefined,
  };
}

function mergedDifferences(
  parts: readonly ReplayPart[],
  names: FieldNames | undefined,
): ReplayResult['differences'] {
  const differences = new Differences();
  const fields = new OwnFields(names);
  for (const part of parts) {
    differences.merge(part.differences);
    fields.merge(part.fields);
  }
  differences.explain((group) => (fields.isTheirs(group.call, group) ? 'undocumented' : null));
  const { explained, unexplained } = differences;
  const { causes } = differenceCauses(openIn(parts).open);
  return { explained, unexplained, groups: differences.groups(), causes };
}

const sumOf = (parts: readonly ReplayPart[], of: (part: ReplayPart) => number): number =>
  parts.reduce((sum, part) => sum + of(part), 0);

function mergedHidden(parts: readonly ReplayPart[]): ReplayResult['notCompared'] {
  const hidden = new HiddenCounts();
  for (const part of parts) hidden.merge(part.hidden);
  return hidden.list();
}

function mergedThresholds(
  { header }: Plan,
  parts: readonly ReplayPart[],
  elapsedMs: number,
): ReplayResult['thresholds'] {
  const meter = new ThresholdMeter(header.expect);
  for (const part of parts) meter.merge(part.tallies);
  return meter.results(elapsedMs / 1000);
}

const waitsOf = ({ waits }: Measures): ReplayResult['waits'] =>
  Object.fromEntries(
    waitReasons.map((reason) => {
      const waited = waits[reason];
      return [reason, { count: waited.count, p99Ms: percentiles(waited).p99 }];
    }),
  );

function voidReasonOf(
  { measures, counts }: { measures: Measures; counts: EngineCounts },
  intervalMs: number | undefined,
): string | undefined {
  if (counts.heldBack > 0) return 'too many requests waited for the target: the rate was not offered';
  return intervalMs === undefined ? undefined : lagVerdict(measures, lagAllowedMs(intervalMs));
}

const picked = ({ p50, p99 }: Percentiles): { p50: number; p99: number } => ({ p50, p99 });
