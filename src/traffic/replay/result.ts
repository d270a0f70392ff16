/** What a replay has found, as `orrery replay --json` prints it. */
import type { DifferenceGroup } from '../compare/difference.ts';
import type { OpenEngine } from '../engine/open-engine.ts';
import { lagVerdict } from '../engine/lag-gate.ts';
import { percentiles, waitReasons, type Percentiles } from '../engine/measures.ts';
import type { Plan } from '../plan/plan.ts';
import type { ThresholdResult } from '../thresholds/meter.ts';
import type { ScriptedRequest, TraceScript } from '../plan/trace-script.ts';

export interface ReplayResult {
  readonly engine: 'open' | 'autocannon' | 'k6';
  readonly trace: string;
  readonly target: string;
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
  readonly script: TraceScript;
  readonly engine: OpenEngine<ScriptedRequest>;
}

/** The result of an open-loop replay that is over. */
export function openResult({ trace, target, plan, script, engine }: OpenRun): ReplayResult {
  const { measures, counts, elapsedMs } = engine;
  const { explained, unexplained } = script.differences;
  const measured = plan.requests - plan.preparing;
  const achievedPerSecond = (counts.answered / elapsedMs) * 1000;
  const offeredPerSecond = plan.durationMs > 0 ? (measured / plan.durationMs) * 1000 : achievedPerSecond;
  const voidReason = voidReasonOf(engine, plan.durationMs > 0 ? plan.durationMs / measured : undefined);
  const unsent = plan.requests - counts.sent;
  const thresholds = script.thresholds.results(elapsedMs / 1000);
  const isWhole = unsent === 0 && counts.failed === 0;
  return {
    engine: 'open',
    trace,
    target,
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
    statusCounts: Object.fromEntries([...measures.statusCounts].toSorted(([left], [right]) => left - right)),
    failures: Object.fromEntries(measures.failures),
    unsent,
    connections: engine.connectionsOpened,
    same: script.same,
    differences: { explained, unexplained, groups: script.differences.groups() },
    thresholds,
    voided: voidReason !== undefined,
    voidReason: voidReason ?? null,
    stopped: engine.isStopped,
    ok:
      voidReason === undefined &&
      !engine.isStopped &&
      isWhole &&
      unexplained === 0 &&
      thresholds.every((threshold) => threshold.ok),
  };
}

function voidReasonOf(
  { measures, counts }: OpenEngine<ScriptedRequest>,
  meanIntervalMs: number | undefined,
): string | undefined {
  if (counts.heldBack > 0) return 'too many requests waited for the target: the rate was not offered';
  return meanIntervalMs === undefined ? undefined : lagVerdict(measures, meanIntervalMs);
}

const picked = ({ p50, p99 }: Percentiles): { p50: number; p99: number } => ({ p50, p99 });
