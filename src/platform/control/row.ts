/** What all calls under /_sim have in common: anybody may make them, and no limit counts them. */
import { shapeChecker } from '../../core/http/shape.ts';

export const controlCall = {
  access: 'none',
  success: 200,
  limits: { exempt: true },
  refusals: ['BAD_REQUEST'],
} as const;

/** For bodies in which an unknown field is a mistake. */
export const closed = { additionalProperties: false } as const;

/** Says what is wrong with a body in the words that a scenario file would get. */
export function explainer(schema: Parameters<typeof shapeChecker>[0]): (body: unknown) => string | undefined {
  const mistakeIn = shapeChecker(schema, 'the body');
  return (body) => mistakeIn(body)?.message;
}
