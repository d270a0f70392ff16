/** Documents of small tables of routes, and their operations in short. */
import type { Json, JsonObject } from '../../../../src/core/http/message.ts';
import { binding, type Mount, type Row, type Style } from '../../../../src/core/http/route.ts';
import { Router } from '../../../../src/core/http/router.ts';
import { openapiDocument } from '../../../../src/host/serve/openapi/document.ts';
import { policiesWith } from '../serving.ts';

type Columns = Row['styles'];
/** Reads and writes nothing. */
export const call = { read: () => undefined, write: () => ({}) };
export const bare = binding(call);

export const rowOf = (styles: Columns, parts: Partial<Row> = {}): Row => ({
  operation: 'act',
  about: 'Does it',
  access: 'key',
  success: 200,
  limits: {},
  refusals: [],
  styles,
  ...parts,
});

interface Asked {
  readonly service?: string;
  readonly prefixes?: Partial<Record<Style, string>>;
  readonly policies?: Record<string, string>;
}

export function documentOf(rows: readonly Row[], asked: Asked = {}): JsonObject {
  const { service = 'shop', prefixes = {}, policies: overrides } = asked;
  const policies = policiesWith(overrides);
  const mount: Mount = { service, prefixes, rows, operations: { act: () => ({}), other: () => ({}) } };
  return openapiDocument({ router: new Router([mount], policies), policies, policyHash: 'abc' });
}

type Paths = Record<string, Record<string, JsonObject>>;
export const pathsOf = (document: JsonObject): Paths => document['paths'] as Paths;

/** The only operation of a document of one row in one style. */
export function operationOf(row: Row, asked: Asked = {}): JsonObject {
  const [operation = {}, ...others] = Object.values(pathsOf(documentOf([row], asked))).flatMap(
    Object.values<JsonObject>,
  );
  if (others.length > 0) throw new Error('the row has one style');
  return operation;
}

/** Responses in short: the names of the headers, and the schema by the type of the content. */
export function shortResponses(operation: JsonObject): Record<string, Json> {
  const responses = operation['responses'] as Record<string, JsonObject>;
  const short = Object.entries(responses).map(([status, { description, headers = {}, content = {} }]) => {
    const types = Object.entries(content as Record<string, JsonObject>);
    const schemas = Object.fromEntries(types.map(([type, { schema }]) => [type, schema ?? null]));
    return [status, [description ?? null, Object.keys(headers as object), schemas]];
  });
  return Object.fromEntries(short) as Record<string, Json>;
}

export const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
export const waits = [...limits, 'Retry-After'];
export const json = (schema: Json): JsonObject => ({ 'application/json': schema });
export const refused = (...codes: string[]): JsonObject => ({
  $ref: '#/components/schemas/Error',
  properties: { code: { enum: codes } },
});
export const rateLimit = { $ref: '#/components/schemas/RateLimit' };
export const message = { $ref: '#/components/schemas/McpMessage' };
export const error = { $ref: '#/components/schemas/Error' };
/** What may precede any operation of a service with a key. */
export const before = {
  401: ['Unauthorized', limits, json(refused('UNAUTHORIZED'))],
  429: ['Too Many Requests', waits, json(rateLimit)],
  500: ['Internal Server Error', limits, json(refused('INTERNAL_ERROR'))],
  503: ['Service Unavailable', waits, json(refused('SERVICE_UNAVAILABLE'))],
};
export const badRequest = { 400: ['Bad Request', limits, json(refused('BAD_REQUEST'))] };
export const conflict = { 409: ['Conflict', limits, json(refused('CONFLICT'))] };
