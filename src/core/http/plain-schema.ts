/** A schema as plain JSON: TypeBox keeps what only it needs in hidden fields. */
import type { TSchema } from 'typebox';
import type { JsonObject } from './message.ts';

export const plain = (schema: TSchema): JsonObject => JSON.parse(JSON.stringify(schema)) as JsonObject;
