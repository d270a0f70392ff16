/** The result of a recording through the proxy, as `orrery record --proxy --json` prints it. */
import { Type, type Static } from 'typebox';
import { closed, Count, InstantText, Positive, StatusCounts } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import { recordingEnds } from '../../../simulation/trace/format.ts';
import { PercentilesSchema } from '../engine/measures.ts';

/** `--json` of `record --proxy`. */
export const RecordProxySchema = Type.Object(
  {
    target: Type.String(),
    address: Type.String({ pattern: '^http://.+:\\d+$', description: 'where clients were served' }),
    trace: Type.String({ description: 'the file' }),
    start: InstantText,
    seconds: Positive,
    // Records of the trace.
    requests: Count,
    sessions: Count,
    // Values of requests and answers that are references to an earlier answer.
    references: Count,
    // Keys that clients sent and no recorded answer gave out.
    foreignKeys: Count,
    statusCounts: StatusCounts,
    leftOut: Type.Record(Type.String(), Count, {
      description: 'requests that were passed on and are not in the trace, by reason',
    }),
    refused: Type.Record(Type.String(), Count, {
      description: 'requests that the proxy answered by itself, by code',
    }),
    // Time that exchanges spent in the process of the proxy.
    addedMs: PercentilesSchema,
    endedBy: Type.Enum([...recordingEnds]),
    ok: Type.Boolean(),
  },
  closed,
);

/** The result of a recording, as `RecordProxySchema` describes it. */
export type RecordProxyResult = Written<Static<typeof RecordProxySchema>>;

/** What ended a recording: one of `recordingEnds`. */
export type RecordingEnd = RecordProxyResult['endedBy'];
