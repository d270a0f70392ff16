/** What the results of `load`, `bench` and `replay` have in common: figures over time and by operation. */
import { Type, type Static } from 'typebox';
import { closed, Count, InstantText, Positive } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import { PercentilesSchema } from '../engine/measures.ts';

/** Counts by error code. */
export const Errors = Type.Record(Type.String(), Count, {
  description: 'failed requests by the error code of the target, or by why there is no response',
});

/** One operation, with its times. */
export const OperationSchema = Type.Object(
  {
    // service/style/operation; a method and a path, or nothing, for what the documents do not have.
    call: Type.String(),
    requests: Count,
    perSecond: Positive,
    failed: Count,
    responseMs: PercentilesSchema,
    serviceMs: PercentilesSchema,
    errors: Errors,
  },
  closed,
);

/** Counts and percentiles of one interval. */
export const rowFields = {
  second: Positive,
  offered: Count,
  answered: Count,
  failed: Count,
  p50: Positive,
  p95: Positive,
  p99: Positive,
  codes: Errors,
  failedCalls: Type.Record(Type.String(), Count),
};

const RowSchema = Type.Object(rowFields, closed);

/** What `measured` has in the results of `bench` and `replay`. */
export const measuredFields = {
  // By the clock of this machine.
  startedAt: InstantText,
  requests: Count,
  perSecond: Positive,
  failed: Count,
  // From when a request was due, and from when it was sent.
  responseMs: PercentilesSchema,
  serviceMs: PercentilesSchema,
  errors: Errors,
  operations: Type.Array(OperationSchema),
  intervalSeconds: Positive,
  series: Type.Array(RowSchema, { description: 'a row for each interval; times in milliseconds' }),
};

/** `measured` in the result of `replay`. */
export const MeasuredSchema = Type.Object(measuredFields, {
  ...closed,
  description: 'figures by operation and over time',
});

/** One operation with its times. */
export type MeasuredOperation = Written<Static<typeof OperationSchema>>;
/** One interval. Times in milliseconds; 0 where nothing was answered. */
export type LiveRow = Written<Static<typeof RowSchema>>;
/** Figures by operation and over time. */
export type Measured = Written<Static<typeof MeasuredSchema>>;
