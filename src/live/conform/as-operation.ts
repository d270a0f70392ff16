/**
 * A request of a run as an operation of a scenario, so that the run can be repeated and shrunk without its
 * behaviours.
 */
import { exactText } from '../../verification/check/normalized.ts';
import { mapTexts } from '../traffic/correlation/map-texts.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import { withoutAgentKeys } from '../../core/http/secrets/known-secrets.ts';
import { redacted } from '../../core/http/secrets/names.ts';
import { Redactor } from '../../core/http/secrets/redact.ts';
import { publicNamesAt } from '../../platform/services/public-names.ts';

/** A request with encoded texts: references to earlier responses as `${12:/escrow_id}`, a dollar as `$$`. */
export interface StampedRequest {
  readonly atMs: number;
  readonly by: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly raw: string | undefined;
}

/** `own` is the Authorization header that a scripted agent sends by default. */
export function asOperation(n: number, request: StampedRequest, own: string | undefined): OperationSource {
  const { atMs, by, method, path, query, headers, body, raw } = request;
  const { authorization, ...others } = headers;
  // An empty header states that the agent sent no key where a scripted agent would send its own.
  const key = authorization === own ? {} : { authorization: authorization ?? '' };
  const sent = { ...key, ...others };
  return {
    at: `${atMs}ms`,
    by,
    do: `${method} ${scripted(path)}`,
    ...(isEmpty(query) ? {} : { query: mapped(query) as Record<string, string> }),
    ...(isEmpty(sent) ? {} : { headers: mapped(sent) as Record<string, string> }),
    ...(body === undefined ? {} : { body: mapped(body) }),
    ...(raw === undefined ? {} : { raw: scripted(raw) }),
    as: labelOf(n),
  };
}

/** The label of the n-th request, by which later operations refer to its response. */
export const labelOf = (n: number): string => `c${n}`;

/** Converts references of a trace to those of a scenario, where a single dollar is a dollar. */
const scripted = (text: string): string =>
  text.replaceAll(/\$\$(\{?)|\$\{(\d+):/g, (_, brace: string | undefined, n: string | undefined) =>
    n === undefined ? (brace === '{' ? '$${' : '$') : `\${${labelOf(Number(n))}:`,
  );

const mapped = (value: unknown): unknown => mapTexts(value, scripted);

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

/** Replaces secrets that no response issued: a written scenario contains none. */
export function withoutSecrets(operations: readonly OperationSource[]): OperationSource[] {
  const redactor = new Redactor({ kinds: ['private-key', 'credential'] });
  const hide = (value: unknown, where: { name: string; path: string }): unknown =>
    hidden(value, where, redactor);
  return operations.map((operation) => {
    const path = operation.do.slice(operation.do.indexOf(' ') + 1);
    const entries = Object.entries(operation).map(([name, part]) => [name, hide(part, { name: '', path })]);
    return { ...operation, ...(Object.fromEntries(entries) as Partial<OperationSource>) };
  });
}

function hidden(value: unknown, { name, path }: { name: string; path: string }, redactor: Redactor): unknown {
  if (typeof value === 'string') {
    const isSecret = redactor.isSecret(name) && !publicNamesAt(path).has(name);
    if (isSecret && value !== '' && !value.includes('${')) return redacted;
    return redactor.text(withoutAgentKeys(value), path);
  }
  if (Array.isArray(value)) return value.map((item) => hidden(item, { name, path }, redactor));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => [
      withoutAgentKeys(field),
      hidden(item, { name: field, path }, redactor),
    ]),
  );
}

/** States a time only where it changes, as a duration such as 1m30s. */
export function withTimesInWords(operations: readonly OperationSource[]): OperationSource[] {
  let last = '0ms';
  return operations.map(({ at = last, ...operation }) => {
    const isNow = at === last;
    last = at;
    return isNow ? operation : { at: exactText(at), ...operation };
  });
}
