/** What a successful answer has that its schema does not allow. */
import type { WatchedRoute } from './published.ts';
import { validatorOf } from './validator.ts';

export interface SchemaMistake {
  readonly message: string;
  /** True where a field is missing or is of another type: code that reads the answer would stumble over it. */
  readonly isOfShape: boolean;
}

const shapeKeywords: ReadonlySet<string | undefined> = new Set(['type', 'required', 'anyOf', 'oneOf']);

/** Undefined where the answer fits, or where the route publishes no schema. */
export function schemaMistake({ binding, row }: WatchedRoute, body: unknown): SchemaMistake | undefined {
  const schema = binding.answer;
  if (schema === undefined || row.transport !== undefined) return undefined;
  const validate = validatorOf(schema);
  if (validate(body)) return undefined;
  const [error] = validate.errors ?? [];
  const message = `${error?.instancePath ?? ''} ${error?.message ?? 'does not fit'}`;
  return { message, isOfShape: shapeKeywords.has(error?.keyword) };
}
