/** Which fields of a response the documents name, and which of them are drawn, by call (`service/style/operation`). */
import type { Row } from '../../core/http/route.ts';
import { platformServices } from './platform.ts';

/** Fields of every refusal, and of the response to too many requests (Errors). */
const ofRefusals: ReadonlySet<string> = new Set([
  'error',
  'code',
  'message',
  'limit',
  'window',
  'retry_after_seconds',
  'reset_at',
  'tier',
  'upgrade_url',
]);

interface NamedFields {
  readonly documented: ReadonlySet<string>;
  readonly drawn: ReadonlySet<string>;
}

const byCall: ReadonlyMap<string, NamedFields> = new Map(
  platformServices.flatMap(({ name, routes }) =>
    routes.flatMap(({ rows }) => rows.flatMap((row) => fieldsOf(name, row))),
  ),
);

function fieldsOf(service: string, { operation, styles }: Row): [string, NamedFields][] {
  return Object.entries(styles).map(([style, [, , { documented, drawn }]]) => [
    `${service}/${style}/${operation}`,
    { documented: new Set(documented), drawn: new Set(drawn) },
  ]);
}

/** True if the documents name the field that a JSON pointer ends in. A call without a route has no other fields. */
export function isDocumented(call: string, field: string): boolean {
  const name = nameOf(field);
  if (name === '' || field.startsWith('header ')) return true;
  return ofRefusals.has(name) || (byCall.get(call)?.documented.has(name) ?? true);
}

/** True if a market or a draw decides the value of the field that a JSON pointer ends in, or of one around it. */
export function isDrawn(call: string, field: string): boolean {
  const drawn = byCall.get(call)?.drawn;
  return drawn !== undefined && drawn.size > 0 && field.split('/').some((name) => drawn.has(name));
}

const nameOf = (field: string): string => field.split('/').findLast((part) => part !== '*') ?? '';
