/** The result of a replay, as `orrery replay --json` prints it. */
import { Type, type Static } from 'typebox';
import { closed, Count, nullable, Positive, StatusCounts } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import { ExpectationSchema } from '../../../simulation/scenario/result.ts';
import { DifferenceGroupSchema, Differences } from '../compare/difference.ts';
import type { EngineCounts } from '../engine/engine-options.ts';
import { lagVerdict } from '../engine/lag-gate.ts';
import { withNotes } from '../http/endpoint.ts';
import {
  percentiles,
  PercentilesSchema,
  waitReasons,
  type Measures,
  type Percentiles,
} from '../engine/measures.ts';
import type { Plan } from '../plan/plan.ts';
import { ThresholdMeter } from '../thresholds/meter.ts';
import { mergedCounts, mergedMeasures, type ReplayPart } from './part.ts';

const Milliseconds = Type.Number({ minimum: 0 });

/** `--json` of `replay`, for all three engines. */
export const ReplaySchema = Type.Object(
  {
    engine: Type.Enum(['open', 'autocannon', 'k6']),
    trace: Type.String(),
    target: Type.String(),
    // Sending threads; only the open engine has more than one.
    workers: Type.Integer({ minimum: 1 }),
    requests: Count,
    sessions: Count,
    writes: Count,
    seconds: Positive,
    offeredPerSecond: Positive,
    achievedPerSecond: Positive,
    sendLagMs: Type.Object({ p50: Milliseconds, p99: Milliseconds }, closed),
    responseMs: PercentilesSchema,
    serviceMs: PercentilesSchema,
    waits: Type.Record(Type.String(), Type.Object({ count: Count, p99Ms: Milliseconds }, closed), {
      description: 'requests that left later than due, by what they waited for',
    }),
    // The effect of a slow target on the generator.
    backPressure: Type.Object(
      { pendingMost: Count, heldBack: Count },
      {
        ...closed,
        description: 'requests that waited at one time, and how often the schedule stood still',
      },
    ),
    statusCounts: StatusCounts,
    failures: Type.Record(Type.String(), Count, { description: 'requests without an answer, by reason' }),
    unsent: Count,
    connections: Count,
    // Responses without a difference.
    same: Count,
    differences: Type.Object(
      { explained: Count, unexplained: Count, groups: Type.Array(DifferenceGroupSchema) },
      closed,
    ),
    // In the words of k6.
    thresholds: Type.Array(ExpectationSchema, {
      description: 'the expectations of the scenario that a live target can be held to',
    }),
    voided: Type.Boolean(),
    voidReason: nullable(Type.String()),
    stopped: Type.Boolean(),
    notes: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'causes of failures with their remedy, and redirects that were not followed; absent without any',
      }),
    ),
    ok: Type.Boolean(),
  },
  closed,
);

/** The result of a replay, as `ReplaySchema` describes it. */
export type ReplayResult = Written<Static<typeof ReplaySchema>>;

/** A finished open-loop replay: its plan and the parts of its workers. */
export interface OpenRun {
  readonly trace: string;
  readonly target: string;
  readonly plan: Plan;
  /** One part per worker. */
  readonly parts: readonly ReplayPart[];
}

/**
 * The result of a finished open-loop replay. It is ok if nothing was voided, stopped, failed or unexplained and all
 * thresholds hold.
 */
export function openResult({ trace, target, plan, parts }: OpenRun): ReplayResult {
  const measures = mergedMeasures(parts);
  const counts = mergedCounts(parts);
  const elapsedMs = Math.max(...parts.map((part) => part.elapsedMs));
  const differences = mergedDifferences(parts);
  const thresholds = mergedThresholds(plan, parts, elapsedMs);
  const { achievedPerSecond, offeredPerSecond, intervalMs } = ratesOf({ plan, parts, counts, elapsedMs });
  const voidReason = voidReasonOf({ measures, counts }, intervalMs);
  const stopped = parts.some(({ isStopped }) => isStopped);
  const isWhole = plan.requests === counts.sent && counts.failed === 0 && !stopped;
  const isKept = thresholds.every(({ ok }) => ok) && differences.unexplained === 0;
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
    waits: waitsOf(measures),
    backPressure: { pendingMost: counts.pendingMost, heldBack: counts.heldBack },
    statusCounts: Object.fromEntries([...measures.statusCounts].toSorted(([left], [right]) => left - right)),
    failures: Object.fromEntries(measures.failures),
    unsent: plan.requests - counts.sent,
    ...summed(parts),
    differences,
    thresholds,
    voided: voidReason !== undefined,
    voidReason: voidReason ?? null,
    stopped,
    ...withNotes(parts.flatMap((part) => part.notes)),
    ok: voidReason === undefined && isWhole && isKept,
  };
}

const summed = (parts: readonly ReplayPart[]): Pick<ReplayResult, 'connections' | 'same'> => ({
  connections: parts.reduce((sum, { connections }) => sum + connections, 0),
  same: parts.reduce((sum, { same }) => sum + same, 0),
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

function mergedDifferences(parts: readonly ReplayPart[]): ReplayResult['differences'] {
  const differences = new Differences();
  for (const part of parts) differences.merge(part.differences);
  const { explained, unexplained } = differences;
  return { explained, unexplained, groups: differences.groups() };
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
  return intervalMs === undefined ? undefined : lagVerdict(measures, intervalMs);
}

const picked = ({ p50, p99 }: Percentiles): { p50: number; p99: number } => ({ p50, p99 });
