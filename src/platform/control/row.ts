/** The common parts of all calls under /_sim. */
import { shapeChecker } from '../../core/http/shape.ts';

/** Defaults of a control row: no key, no limit, success 200, and BAD_REQUEST as the only refusal. */
export const controlCall = {
  access: 'none',
  success: 200,
  limits: { exempt: true },
  refusals: ['BAD_REQUEST'],
} as const;

/** Schema options of a body that may have no unknown fields. */
export const closed = { additionalProperties: false } as const;

/** Explains a wrong body with the messages that scenario files get; undefined for a correct one. */
export function explainer(schema: Parameters<typeof shapeChecker>[0]): (body: unknown) => string | undefined {
  const mistakeIn = shapeChecker(schema, 'the body');
  return (body) => mistakeIn(body)?.message;
}
