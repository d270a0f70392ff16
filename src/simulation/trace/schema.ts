/** The lines of a trace as JSON Schema, declared with TypeBox. `docs/schemas/trace.json` is generated from it. */
import { Type } from 'typebox';
import { instantExpected } from '../../core/base/time.ts';
import { traceVersion } from './format.ts';

const closed = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0 });
const Texts = Type.Record(Type.String(), Type.String());

export const TraceHeaderSchema = Type.Object(
  {
    trace: Type.Literal(traceVersion, { description: `${traceVersion}, the version of the format` }),
    orrery: Type.String(),
    scenario: Type.String(),
    seed: Type.String(),
    profile: Type.String(),
    policyHash: Type.String(),
    start: Type.String({
      format: 'date-time',
      description: instantExpected,
    }),
    policies: Texts,
    faults: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    expect: Type.Record(Type.String(), Type.Array(Type.String())),
  },
  { ...closed, description: 'the header of a trace' },
);

export const TraceRecordSchema = Type.Object(
  {
    n: Count,
    at: Count,
    session: Type.Integer({ minimum: -1 }),
    agent: Type.String(),
    call: Type.String(),
    request: Type.Object(
      {
        method: Type.String({ pattern: '^[A-Z]{1,16}$' }),
        path: Type.String({ pattern: '^/' }),
        query: Type.Optional(Texts),
        headers: Type.Optional(Texts),
        body: Type.Optional(Type.Unknown()),
        raw: Type.Optional(Type.String()),
        ip: Type.String(),
      },
      closed,
    ),
    answer: Type.Object(
      {
        status: Type.Integer({ minimum: 0, maximum: 999 }),
        body: Type.Record(Type.String(), Type.Unknown()),
      },
      closed,
    ),
  },
  { ...closed, description: 'one request and its answer' },
);

export const TraceEndSchema = Type.Object(
  { end: Type.Literal(true), requests: Count, digest: Type.String() },
  { ...closed, description: 'the last line of a trace' },
);

/** Any line of a trace: the first is a header, the last an end. */
export const TraceLineSchema = Type.Union([TraceHeaderSchema, TraceRecordSchema, TraceEndSchema], {
  $id: 'https://orrery.example.invalid/schemas/trace.json',
  title: 'A line of an Orrery trace',
});
