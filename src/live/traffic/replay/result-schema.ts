/** The shape of a replay's result, as `orrery replay --json` prints it. */
import { Type, type Static } from 'typebox';
import { closed, Count, nullable, Positive, StatusCounts } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import { ExpectationSchema } from '../../../simulation/scenario/result.ts';
import { DifferenceCauseSchema } from '../compare/causes.ts';
import { DifferenceGroupSchema } from '../compare/difference.ts';
import { OperationCountsSchema } from '../compare/evidence.ts';
import { NotComparedSchema } from '../compare/not-compared.ts';
import { TimeRuleSchema } from '../compare/time-rules.ts';
import { PercentilesSchema } from '../engine/measures.ts';
import { MeasuredSchema } from '../measure/schema.ts';
import { Notes } from '../http/notes-schema.ts';

/** What an engine compares: whole answers, or statuses alone. */
const comparisons = ['full', 'status'] as const;

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
    // Registrations that were not sent but answered from the accounts of the target file.
    fromKeys: Count,
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
    comparison: Type.Enum([...comparisons], {
      description: 'full, or status where the engine sees statuses alone',
    }),
    // Part of every name that the run brought to the target; null for a sandbox, which keeps the recorded ones.
    namespace: nullable(Type.String()),
    // Requests sent again after a 429 or 503, and those whose session had waited as long as it may.
    retries: Type.Object({ sent: Count, refused: Count }, closed),
    notCompared: Type.Array(NotComparedSchema, {
      description: 'what is no difference to a client, or was hidden by a rule of the user, by field',
    }),
    differences: Type.Object(
      {
        explained: Count,
        unexplained: Count,
        groups: Type.Array(DifferenceGroupSchema),
        causes: Type.Array(DifferenceCauseSchema),
      },
      closed,
    ),
    operations: Type.Array(OperationCountsSchema, {
      description: 'requests and differences by operation; none where an engine sees statuses alone',
    }),
    // Of the open engine.
    measured: Type.Optional(MeasuredSchema),
    timeRules: Type.Array(TimeRuleSchema, {
      description:
        'rules of time: tested, testable in the time of the run, or not reached by it; none where an engine sees statuses alone',
    }),
    // In the words of k6.
    thresholds: Type.Array(ExpectationSchema, {
      description: 'the expectations of the scenario that a live target can be held to',
    }),
    voided: Type.Boolean(),
    voidReason: nullable(Type.String()),
    stopped: Type.Boolean(),
    notes: Notes,
    ok: Type.Boolean(),
  },
  closed,
);

/** The result of a replay, as `ReplaySchema` describes it. */
export type ReplayResult = Written<Static<typeof ReplaySchema>>;
