/** Which fields of a response the documents name, by call. Another deployment may name the others as it likes. */
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

const byCall: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  platformServices.flatMap(({ name, routes }) =>
    routes.flatMap(({ rows }) => rows.flatMap((row) => fieldsOf(name, row))),
  ),
);

function fieldsOf(service: string, { operation, styles }: Row): [string, ReadonlySet<string>][] {
  return Object.entries(styles).map(([style, [, , { documented }]]) => [
    `${service}/${style}/${operation}`,
    new Set(documented),
  ]);
}

/** True if the documents name the field that a JSON pointer ends in; a call is `service/style/operation`. */
export function isDocumented(call: string, field: string): boolean {
  const name = field.split('/').findLast((part) => part !== '*') ?? '';
  if (name === '' || field.startsWith('header ')) return true;
  return ofRefusals.has(name) || byCall.get(call)?.has(name) === true;
}
