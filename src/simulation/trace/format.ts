/**
 * A trace: every request and response of a run, in order, one JSON object a line, without secrets. The first line
 * describes the run, the last line proves that the trace is complete. A value that an earlier response issued is
 * written as `${12:/escrow_id}`, the field of the response to record 12, so that a replay can insert its own target's
 * value. Declared with TypeBox; `docs/schemas/trace.json` is generated from it.
 */
import { Type, type Static } from 'typebox';
import { instantExpected } from '../../core/base/time.ts';
import type { Written } from '../../core/base/written.ts';
import type { JsonObject } from '../../core/http/message.ts';

/** The format's version, raised with every change that an older reader would misread. */
export const traceVersion = 1;

/** Headers of a response that a trace keeps: those that the documents name, in lower case. */
export const tracedHeaders = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
] as const;

const closed = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0 });
const Texts = Type.Record(Type.String(), Type.String());

/** The first line of a trace. */
export const TraceHeaderSchema = Type.Object(
  {
    trace: Type.Literal(traceVersion, { description: `${traceVersion}, the version of the format` }),
    orrery: Type.String(),
    scenario: Type.String(),
    seed: Type.String(),
    profile: Type.String(),
    policyHash: Type.String(),
    // `at` of every record counts from here.
    start: Type.String({ format: 'date-time', description: instantExpected }),
    // By name, to set up a sandbox with the same policies.
    policies: Texts,
    // As in a scenario file, with `at` counted from the start.
    faults: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    // As in a scenario file: thresholds by metric.
    expect: Type.Record(Type.String(), Type.Array(Type.String())),
  },
  { ...closed, description: 'the header of a trace' },
);

const Request = Type.Object(
  {
    method: Type.String({ pattern: '^[A-Z]{1,16}$' }),
    path: Type.String({ pattern: '^/' }),
    query: Type.Optional(Texts),
    headers: Type.Optional(Texts),
    body: Type.Optional(Type.Unknown()),
    // Text that was sent instead of a JSON body.
    raw: Type.Optional(Type.String()),
    ip: Type.String(),
  },
  closed,
);

/** One request and its response; `request.body` and texts may contain references. */
export const TraceRecordSchema = Type.Object(
  {
    // Position in the trace, from 0; references name it.
    n: Count,
    // Virtual milliseconds since the start.
    at: Count,
    // Milliseconds from `at` to the answer; only of real clients. The instants of the answer lie between both.
    took: Type.Optional(Count),
    // The agent's number, -1 for none: requests of one session are sent one after another.
    session: Type.Integer({ minimum: -1 }),
    agent: Type.String(),
    // `service/style/operation`; empty for a path without a route.
    call: Type.String(),
    request: Request,
    answer: Type.Object(
      {
        status: Type.Integer({ minimum: 0, maximum: 999 }),
        // Those of rate limits, by name in lower case; absent without any.
        headers: Type.Optional(Texts),
        body: Type.Unsafe<JsonObject>(Type.Record(Type.String(), Type.Unknown())),
      },
      closed,
    ),
  },
  { ...closed, description: 'one request and its answer' },
);

/** What ended a recording of real clients. */
export const recordingEnds = ['signal', 'time', 'requests'] as const;

/** The last line of a trace: the number of its records and the digest of the run, empty if unknown. */
export const TraceEndSchema = Type.Object(
  {
    end: Type.Literal(true),
    requests: Count,
    digest: Type.String(),
    // Only in the trace of a proxy; the trace is complete up to there.
    endedBy: Type.Optional(Type.Enum([...recordingEnds])),
  },
  { ...closed, description: 'the last line of a trace' },
);

/** Any line of a trace: the first is a header, the last an end. */
export const TraceLineSchema = Type.Union([TraceHeaderSchema, TraceRecordSchema, TraceEndSchema], {
  $id: 'https://orrery.example.invalid/schemas/trace.json',
  title: 'A line of an Orrery trace',
});

/** The first line of a trace, after validation. */
export type TraceHeader = Written<Static<typeof TraceHeaderSchema>>;
/** One record of a trace, after validation. */
export type TraceRecord = Written<Static<typeof TraceRecordSchema>>;
/** The request of a record, with references in its texts. */
export type TracedRequest = Written<Static<typeof Request>>;
/** The last line of a trace, after validation. */
export type TraceEnd = Written<Static<typeof TraceEndSchema>>;
