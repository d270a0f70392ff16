/**
 * What one point leaves behind, as one line of JSON: the same line from every thread, shard and machine. Nothing in it
 * says how long it took or who worked it out.
 */
import type { RunResult } from '../scenario/result.ts';
import { pointCount, type SweepPlan } from './plan.ts';

/**
 * `held` and `failed`: the run came to its end. `broken`: an invariant inside Orrery did not hold. `crashed`: its thread
 * died with it alone in it, or its workers did again and again.
 */
export type PointOutcome = 'held' | 'failed' | 'broken' | 'crashed';

export interface MeasuredPoint {
  readonly policyHash: string;
  readonly digest: string;
  readonly virtualSeconds: number;
  readonly agents: number;
  readonly events: number;
  readonly requests: number;
  readonly transfers: number;
  readonly driftMicros: number;
  readonly findings: number;
  /** In the order of the plan's expectations. */
  readonly expectations: readonly { readonly value: number | null; readonly ok: boolean }[];
  /** By the names of `metrics.json`; what was not measured is left out. */
  readonly metrics: Readonly<Record<string, number>>;
}

export interface PointResult {
  readonly point: number;
  readonly outcome: PointOutcome;
  /** The first finding, or why the run broke off; null where all held, or an expectation says enough. */
  readonly message: string | null;
  /** Null where the run did not come to its end. */
  readonly run: MeasuredPoint | null;
}

const messageMax = 500;
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, messageMax);

export function lineOfRun(point: number, { summary, metrics }: RunResult): string {
  const { ok, findings, policyHash, digest, virtual, agents, events, requests, ledger } = summary;
  const [finding] = findings;
  const result: PointResult = {
    point,
    outcome: ok ? 'held' : 'failed',
    message: finding === undefined ? null : oneLine(`${finding.agent} at ${finding.at}: ${finding.message}`),
    run: {
      policyHash,
      digest,
      virtualSeconds: virtual.seconds,
      agents,
      events,
      requests,
      transfers: ledger.transfers,
      driftMicros: ledger.driftMicros,
      findings: findings.length,
      expectations: summary.expectations.map(({ value, ok: isKept }) => ({ value, ok: isKept })),
      metrics: Object.fromEntries(metrics.map(({ name, value }) => [name, value])),
    },
  };
  return JSON.stringify(result);
}

/** A point whose run did not come to its end. */
export function lineOfFailure(point: number, outcome: 'broken' | 'crashed', message: string): string {
  const result: PointResult = { point, outcome, message: oneLine(message), run: null };
  return JSON.stringify(result);
}

/** Undefined for what is no line of this plan: cut short, or somebody else's. */
export function readLine(line: string, plan: SweepPlan): PointResult | undefined {
  let result: Partial<PointResult> | null;
  try {
    result = JSON.parse(line) as Partial<PointResult> | null;
  } catch {
    return undefined;
  }
  if (typeof result !== 'object' || result === null) return undefined;
  const { point, outcome, run } = result;
  if (!Number.isSafeInteger(point) || (point ?? 0) < 1 || (point ?? 0) > pointCount(plan)) return undefined;
  const isRunThere = outcome === 'held' || outcome === 'failed';
  if (!isRunThere && outcome !== 'broken' && outcome !== 'crashed') return undefined;
  if (isRunThere !== isMeasured(run, plan)) return undefined;
  return result as PointResult;
}

function isMeasured(run: MeasuredPoint | null | undefined, plan: SweepPlan): boolean {
  return (
    typeof run === 'object' &&
    run !== null &&
    typeof run.digest === 'string' &&
    typeof run.metrics === 'object' &&
    Array.isArray(run.expectations) &&
    run.expectations.length === plan.expectations.length
  );
}
