/** The answers of one route: its success, and every refusal that its row, the gate or a fault can give. */
import { STATUS_CODES } from 'node:http';
import type { RefusalCode } from '../../../core/base/refusal.ts';
import { statusUnder } from '../../../core/http/answer.ts';
import type { JsonObject } from '../../../core/http/message.ts';
import type { BoundRoute } from '../../../core/http/bound-route.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import { headersOf, type StatusTraits } from './components.ts';
import { plain } from '../../../core/http/plain-schema.ts';

/** Response objects by status. A refusal is listed only where the policies allow it. */
export function responsesOf(route: BoundRoute, policies: Policies): JsonObject {
  if (route.row.transport === 'mcp')
    return { ...refusalResponses(route, policies), ...mcpResponses(route, policies) };
  const { success } = route.row;
  const answer = route.binding.answer === undefined ? { type: 'object' } : plain(route.binding.answer);
  return {
    [success]: response(route, success, { policies, schema: withInfo(answer, policies) }),
    ...refusalResponses(route, policies),
  };
}

function refusalResponses(route: BoundRoute, policies: Policies): Record<string, JsonObject> {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(route, policies)) {
    const status = statusUnder(policies, code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: Record<string, JsonObject> = {};
  for (const [status, codes] of [...byStatus].toSorted(([left], [right]) => left - right)) {
    const schema = withInfo(refusalSchema(codes), policies);
    responses[status] = response(route, status, { policies, schema, waits: waitsOf(codes) });
  }
  return responses;
}

/** A closed market has the status of an outage under a policy, and no time at which it opens (gap E1). */
function waitsOf(codes: readonly RefusalCode[]): StatusTraits['waits'] {
  const waiting = codes.filter((code) => code === 'RATE_LIMIT' || code === 'SERVICE_UNAVAILABLE');
  if (waiting.length === 0) return 'none';
  return waiting.length === codes.length ? 'all' : 'some';
}

/** The refusals of the row, and those that may precede any operation. */
function refusalsOf({ row, method, readsKey, service }: BoundRoute, policies: Policies): Set<RefusalCode> {
  // Any request may be malformed HTTP or have a malformed header of the sandbox.
  const codes = new Set<RefusalCode>([...row.refusals, 'BAD_REQUEST']);
  if (row.limits.exempt !== true) codes.add('RATE_LIMIT');
  if (readsKey) codes.add('UNAUTHORIZED');
  if (method !== 'GET' && policies['http.idempotency'] !== 'none') codes.add('CONFLICT');
  if (service !== 'control' && service !== 'document') codes.add('INTERNAL_ERROR').add('SERVICE_UNAVAILABLE');
  if (service === 'control') codes.add('FORBIDDEN');
  return codes;
}

function refusalSchema(codes: readonly RefusalCode[]): JsonObject {
  const plainCodes = codes.filter((code) => code !== 'RATE_LIMIT');
  const limit = { $ref: '#/components/schemas/RateLimit' };
  const error = { $ref: '#/components/schemas/Error', properties: { code: { enum: plainCodes } } };
  if (plainCodes.length === 0) return limit;
  return plainCodes.length === codes.length ? error : { anyOf: [limit, error] };
}

function withInfo(schema: JsonObject, policies: Policies): JsonObject {
  if (policies['http.info'] === 'off') return schema;
  const _info = { $ref: '#/components/schemas/Info' };
  return { allOf: [schema, { type: 'object', required: ['_info'], properties: { _info } }] };
}

interface ResponseParts {
  readonly policies: Policies;
  readonly schema: JsonObject;
  readonly type?: string;
  readonly waits?: StatusTraits['waits'];
}

function response(
  route: BoundRoute,
  status: number,
  { policies, schema, type = 'application/json', waits = 'none' }: ResponseParts,
): JsonObject {
  const isCounted = route.row.limits.exempt !== true;
  const headers = headersOf({ isCounted, waits }, policies);
  return {
    description: STATUS_CODES[status] ?? '',
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    content: { [type]: { schema } },
  };
}

/** Responses that the protocol defines itself, in its own messages (gap X3). */
function mcpResponses(route: BoundRoute, policies: Policies): Record<string, JsonObject> {
  const message = { $ref: '#/components/schemas/McpMessage' };
  const error = { $ref: '#/components/schemas/Error' };
  const stream = { type: 'string', description: 'server-sent events' };
  const json = (status: number, schema: JsonObject): JsonObject =>
    response(route, status, { policies, schema });
  const events = response(route, 200, { policies, schema: stream, type: 'text/event-stream' });
  if (route.method === 'GET') return { 200: events, 405: json(405, error) };
  const { content: eventContent } = events as { content: JsonObject };
  const { content: jsonContent, ...rest } = json(200, message) as { content: JsonObject };
  const { content: _, ...accepted } = json(202, message) as { content: JsonObject };
  const wrong = (status: number): JsonObject => json(status, { anyOf: [message, error] });
  return {
    200: { ...rest, content: { ...jsonContent, ...eventContent } },
    202: accepted,
    ...Object.fromEntries([400, 403, 404, 406, 415].map((status) => [status, wrong(status)])),
  };
}
