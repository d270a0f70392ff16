/**
 * Parts that result schemas share. A result is declared once with TypeBox, beside the code that produces it; its type
 * and the file in `docs/schemas` are derived from the declaration.
 */
import { Type, type TNull, type TSchema, type TUnion } from 'typebox';

/** Options of an object that has the listed fields and no others. */
export const closed = { additionalProperties: false } as const;

/** A whole number from 0. */
export const Count = Type.Integer({ minimum: 0 });
/** Counted from 1. */
export const Ordinal = Type.Integer({ minimum: 1 });
/** A time or a rate, never negative. */
export const Positive = Type.Number({ minimum: 0 });
/** A hash of 64 bits as 16 lower-case hex digits, such as a policy hash or a plan's id. */
export const Hex16 = Type.String({ pattern: '^[0-9a-f]{16}$' });
/** A run digest as 32 lower-case hex digits. */
export const Hex32 = Type.String({ pattern: '^[0-9a-f]{32}$' });
/** A SHA-256 as 64 lower-case hex digits. */
export const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** ISO 8601, UTC, with milliseconds. */
export const InstantText = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
});
/** Numbers of responses by HTTP status. */
export const StatusCounts = Type.Record(Type.String({ pattern: '^\\d{3}$' }), Count);

/** The schema, or null. */
export const nullable = <Schema extends TSchema>(schema: Schema): TUnion<[Schema, TNull]> =>
  Type.Union([schema, Type.Null()]);
