/** Notes of a result: what a user can do about requests that failed. */
import { Type } from 'typebox';

/** The sentences, each once; absent without any. */
export const Notes = Type.Optional(
  Type.Array(Type.String(), {
    description:
      'causes of failures with their remedy, and redirects that were not followed; absent without any',
  }),
);
