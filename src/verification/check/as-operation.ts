/** A request of a run as an operation of a scenario: the run is then repeated and shrunk without its behaviours. */
import { mapTexts } from '../../core/base/map-texts.ts';
import type { Group } from '../../simulation/population/group.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';

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

/** The name of an agent as a caller: the only agent of its group goes by the name of the group. */
export const callerName = (agentName: string, group: Group | undefined): string =>
  group?.count === 1 ? group.name : agentName.replaceAll('/', '-');

/** The label of the n-th request, by which later operations refer to its response. */
export const labelOf = (n: number): string => `c${n}`;

/** Converts references of a trace to those of a scenario, where a single dollar is a dollar. */
const scripted = (text: string): string =>
  text.replaceAll(/\$\$(\{?)|\$\{(\d+):/g, (_, brace: string | undefined, n: string | undefined) =>
    n === undefined ? (brace === '{' ? '$${' : '$') : `\${${labelOf(Number(n))}:`,
  );

const mapped = (value: unknown): unknown => mapTexts(value, scripted);

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;
