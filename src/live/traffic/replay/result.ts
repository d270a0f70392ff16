/** What a replay has found, as `orrery replay --json` prints it. */
import { Differences, type DifferenceGroup } from '../compare/difference.ts';
import type { EngineCounts } from '../engine/open-engine.ts';
import { lagVerdict } from '../engine/lag-gate.ts';
import { percentiles, waitReasons, type Measures, type Percentiles } from '../engine/measures.ts';
import type { Plan } from '../plan/plan.ts';
import { ThresholdMeter, type ThresholdResult } from '../thresholds/meter.ts';
import { mergedCounts, mergedMeasures, type ReplayPart } from './part.ts';

export interface ReplayResult {
  readonly engine: 'open' | 'autocannon' | 'k6';
  readonly trace: string;
  readonly target: string;
  /** How many threads sent; only the open engine has more than one. */
  readonly workers: number;
  readonly requests: number;
  readonly sessions: number;
  readonly writes: number;
  readonly seconds: number;
  readonly offeredPerSecond: number;
  readonly achievedPerSecond: number;
  readonly sendLagMs: { readonly p50: number; readonly p99: number };
  readonly responseMs: Percentiles;
  readonly serviceMs: Percentiles;
  /** Requests that left later than due, by what they waited for. */
  readonly waits: Readonly<Record<string, { readonly count: number; readonly p99Ms: number }>>;
  /** What a slow target left behind: requests that waited at one time, and how often the schedule stood still for them. */
  readonly backPressure: { readonly pendingMost: number; readonly heldBack: number };
  readonly statusCounts: Readonly<Record<string, number>>;
  /** Requests without an answer, by reason. */
  readonly failures: Readonly<Record<string, number>>;
  readonly unsent: number;
  readonly connections: number;
  /** Answers that were the recorded ones in all that counts. */
  readonly same: number;
  readonly differences: {
    readonly explained: number;
    readonly unexplained: number;
    readonly groups: readonly DifferenceGroup[];
  };
  /** The expectations of the scenario that a live target can be held to; in the words of k6. */
  readonly thresholds: readonly ThresholdResult[];
  readonly voided: boolean;
  readonly voidReason: string | null;
  readonly stopped: boolean;
  readonly ok: boolean;
}

export interface OpenRun {
  readonly trace: string;
  readonly target: string;
  readonly plan: Plan;
  /** One of every worker. */
  readonly parts: readonly ReplayPart[];
}

/** The result of an open-loop replay that is over. */
export function openResult({ trace, target, plan, parts }: OpenRun): ReplayResult {
  const measures = mergedMeasures(parts);
  const counts = mergedCounts(parts);
  const elapsedMs = Math.max(...parts.map((part) => part.elapsedMs));
  const differences = new Differences();
  const meter = new ThresholdMeter(plan.header.expect);
  for (const part of parts) {
    differences.merge(part.differences);
    meter.merge(part.tallies);
  }
  const measured = plan.requests - plan.preparing;
  const achievedPerSecond = ((counts.answered - counts.answeredBefore) / elapsedMs) * 1000;
  const offeredPerSecond = plan.durationMs > 0 ? (measured / plan.durationMs) * 1000 : achievedPerSecond;
  // Each worker has its share of the rate, and longer to be in time for it.
  const intervalMs = plan.durationMs > 0 ? (plan.durationMs / measured) * parts.length : undefined;
  const voidReason = voidReasonOf({ measures, counts }, intervalMs);
  const unsent = plan.requests - counts.sent;
  const thresholds = meter.results(elapsedMs / 1000);
  const isWhole = unsent === 0 && counts.failed === 0;
  const isStopped = parts.some((part) => part.isStopped);
  const { explained, unexplained } = differences;
  const isKept = unexplained === 0 && thresholds.every(({ ok }) => ok);
  return {
    engine: 'open',
    trace,
    target,
    workers: parts.length,
    requests: plan.requests,
    sessions: plan.sessions,
    writes: plan.writes,
    seconds: elapsedMs / 1000,
    offeredPerSecond,
    achievedPerSecond,
    sendLagMs: picked(percentiles(measures.lag)),
    responseMs: percentiles(measures.response),
    serviceMs: percentiles(measures.service),
    waits: Object.fromEntries(
      waitReasons.map((reason) => {
        const waited = measures.waits[reason];
        return [reason, { count: waited.count, p99Ms: percentiles(waited).p99 }];
      }),
    ),
    backPressure: { pendingMost: counts.pendingMost, heldBack: counts.heldBack },
    statusCounts: Object.fromEntries([...measures.statusCounts].toSorted(([left], [right]) => left - right)),
    failures: Object.fromEntries(measures.failures),
    unsent,
    connections: parts.reduce((sum, { connections }) => sum + connections, 0),
    same: parts.reduce((sum, { same }) => sum + same, 0),
    differences: { explained, unexplained, groups: differences.groups() },
    thresholds,
    voided: voidReason !== undefined,
    voidReason: voidReason ?? null,
    stopped: isStopped,
    ok: voidReason === undefined && !isStopped && isWhole && isKept,
  };
}

function voidReasonOf(
  { measures, counts }: { measures: Measures; counts: EngineCounts },
  intervalMs: number | undefined,
): string | undefined {
  if (counts.heldBack > 0) return 'too many requests waited for the target: the rate was not offered';
  return intervalMs === undefined ? undefined : lagVerdict(measures, intervalMs);
}

const picked = ({ p50, p99 }: Percentiles): { p50: number; p99: number } => ({ p50, p99 });
