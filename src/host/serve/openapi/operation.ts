/** One route as an OpenAPI operation. */
import type { TSchema } from 'typebox';
import type { JsonObject } from '../../../core/http/message.ts';
import type { BoundRoute } from '../../../core/http/bound-route.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import { plain } from '../../../core/http/plain-schema.ts';
import { responsesOf } from './responses.ts';

/** The operation object of one route; `id` must be unique in its document. */
export function operationOf(
  route: BoundRoute,
  parts: { policies: Policies; id: string; tag: string },
): JsonObject {
  const { policies, id, tag } = parts;
  const parameters = [
    ...pathParameters(route),
    ...queryParameters(route),
    ...headerParameters(route, policies),
  ];
  return {
    operationId: id,
    summary: route.row.about,
    tags: [tag],
    security: securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(route),
    responses: responsesOf(route, policies),
  };
}

/** A key, none, or either where a policy opens the call. */
function securityOf({ row, needsKey }: BoundRoute): JsonObject[] {
  if (needsKey) return [{ key: [] }];
  return row.access === 'none' ? [] : [{}, { key: [] }];
}

function pathParameters({ template, binding }: BoundRoute): JsonObject[] {
  const { properties = {} } = (binding.params ?? {}) as ObjectSchema;
  return [...template.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] === undefined ? { type: 'string' } : plain(properties[name]),
  }));
}

function queryParameters({ query }: BoundRoute): JsonObject[] {
  const { properties = {}, required = [] } = (query ?? {}) as ObjectSchema;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: plain(schema),
  }));
}

function headerParameters(route: BoundRoute, policies: Policies): JsonObject[] {
  if (route.method === 'GET' || policies['http.idempotency'] === 'none') return [];
  const description =
    'a repeat of the request within 24 hours gets the same response and has no further effect';
  return [
    { name: 'Idempotency-Key', in: 'header', required: false, description, schema: { type: 'string' } },
  ];
}

function requestBody({ method, body }: BoundRoute): JsonObject {
  if (method === 'GET' || body === undefined) return {};
  const { required = [] } = body as ObjectSchema;
  const content = { 'application/json': { schema: plain(body) } };
  return { requestBody: { required: required.length > 0, content } };
}

/** The schemas of queries and bodies are those of objects. */
type ObjectSchema = TSchema & { properties?: Record<string, TSchema>; required?: string[] };
