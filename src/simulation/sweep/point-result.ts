/**
 * The result of one point as one line of JSON, equal on every thread, shard and machine. It contains no duration and
 * no name of a worker.
 */
import type { RunResult } from '../scenario/result.ts';
import { assert } from '../../core/base/assert.ts';
import { Refusal } from '../../core/base/refusal.ts';
import { holds, parseExpectation, parseSelector } from '../scenario/expectation.ts';
import type {
  MeasuredPoint,
  PlannedExpectation,
  PointOutcome,
  PointResult,
  SweepPlan,
} from './result-schema.ts';
import { pointCount } from './plan.ts';

const messageMax = 500;
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, messageMax);

/** The line of a point whose run has finished. */
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

/** The line of a point whose run did not finish. */
export function lineOfFailure(point: number, outcome: 'broken' | 'crashed', message: string): string {
  const result: PointResult = { point, outcome, message: oneLine(message), run: null };
  return JSON.stringify(result);
}

/** Parses a line of this plan. Undefined for a truncated, foreign or inconsistent line. */
export function readLine(line: string, plan: SweepPlan): PointResult | undefined {
  let result: Partial<PointResult> | null;
  try {
    result = JSON.parse(line) as Partial<PointResult> | null;
  } catch {
    return undefined;
  }
  if (typeof result !== 'object' || result === null) return undefined;
  const { point, outcome, message, run } = result;
  if (!isCount(point) || point < 1 || point > pointCount(plan)) return undefined;
  if (message !== null && (typeof message !== 'string' || message.length > messageMax)) return undefined;
  if (outcome === 'broken' || outcome === 'crashed')
    return run === null && message !== null ? (result as PointResult) : undefined;
  if (!isMeasured(run, plan) || outcome !== outcomeOf(run)) return undefined;
  return result as PointResult;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isHex = (value: unknown, digits: number): boolean =>
  typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/.test(value);

/** The outcome that follows from the figures of a run. */
const outcomeOf = ({ expectations, findings, driftMicros }: MeasuredPoint): PointOutcome =>
  findings === 0 && driftMicros === 0 && expectations.every(({ ok }) => ok) ? 'held' : 'failed';

function isMeasured(run: unknown, plan: SweepPlan): run is MeasuredPoint {
  if (typeof run !== 'object' || run === null) return false;
  const { policyHash, digest, virtualSeconds, driftMicros, metrics, expectations, ...counts } =
    run as MeasuredPoint;
  const { agents, events, requests, transfers, findings } = counts;
  return (
    isHex(policyHash, 16) &&
    isHex(digest, 32) &&
    isNumber(virtualSeconds) &&
    Number.isSafeInteger(driftMicros) &&
    [agents, events, requests, transfers, findings].every(isCount) &&
    typeof metrics === 'object' &&
    metrics !== null &&
    Object.values(metrics).every(isNumber) &&
    Array.isArray(expectations) &&
    expectations.length === plan.expectations.length &&
    plan.expectations.every((planned, index) => isJudged(planned, expectations[index]))
  );
}

/** The verdict on an expectation follows from its value. */
function isJudged({ metric, threshold }: PlannedExpectation, found: unknown): boolean {
  if (typeof found !== 'object' || found === null) return false;
  const { value, ok } = found as { value?: unknown; ok?: unknown };
  if (value !== null && !isNumber(value)) return false;
  const selector = parseSelector(metric);
  const expectation = selector instanceof Refusal ? selector : parseExpectation(metric, selector, threshold);
  assert(!(expectation instanceof Refusal), 'a plan has expectations that can be read');
  return ok === holds(expectation, (value as number | null) ?? undefined);
}
