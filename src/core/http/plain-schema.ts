/** Schemas as plain JSON: TypeBox keeps internal data in hidden fields. */
import type { TSchema } from 'typebox';
import type { JsonObject } from './message.ts';

/** A deep copy of the schema without TypeBox's internal fields. */
export const plain = (schema: TSchema): JsonObject => JSON.parse(JSON.stringify(schema)) as JsonObject;
