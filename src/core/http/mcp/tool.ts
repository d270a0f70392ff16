/**
 * A route as a tool for MCP clients: name, input schema, and the REST request of a call. Validation and the OpenAPI
 * document use the same schemas.
 */
import type { TSchema } from 'typebox';
import type { Policies } from '../../policy/policies.ts';
import type { JsonObject, Request } from '../message.ts';
import { plain } from '../plain-schema.ts';
import type { BoundRoute } from '../bound-route.ts';

/** One MCP tool; its schemas are plain JSON Schema. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly route: BoundRoute;
  /** The REST request with these arguments, which are not validated here. */
  requestOf(input: Readonly<Record<string, unknown>>): Pick<Request, 'method' | 'path' | 'query' | 'body'>;
}

/** The tools of one service, by name, in the order of its routes (gap S18, policy `mcp.tools`). */
export function toolsOf(
  routes: readonly BoundRoute[],
  service: string,
  policies: Policies,
): ReadonlyMap<string, Tool> {
  const offered = routes.filter(({ row, service: own }) => own === service && row.tool !== undefined);
  const tools = offered
    .filter((route) => policies['mcp.tools'] === 'styles' || !isShadowed(route))
    .map((route) => toolOf(route, policies));
  return new Map(tools.map((tool) => [tool.name, tool]));
}

/** True for style A of an operation that style B has too: B is normative (gap register, R-C). */
const isShadowed = ({ row, style }: BoundRoute): boolean => style === 'A' && row.styles.B !== undefined;

function toolOf(route: BoundRoute, policies: Policies): Tool {
  const { row, style, binding } = route;
  const suffix = policies['mcp.tools'] === 'styles' ? `_${style.toLowerCase()}` : '';
  return {
    name: `${row.tool ?? row.operation}${suffix}`,
    description: row.about,
    inputSchema: inputSchema(route),
    outputSchema: binding.answer === undefined ? { type: 'object' } : plain(binding.answer),
    route,
    requestOf: requestReader(route),
  };
}

type ObjectSchema = TSchema & { properties?: Record<string, TSchema>; required?: string[] };

const pathNames = ({ template }: BoundRoute): string[] =>
  [...template.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Path, query and body in one object: no route has a name in two of them. */
function inputSchema(route: BoundRoute): JsonObject {
  const { body, query } = route;
  const inPath = pathNames(route);
  const parts = [query, body].filter((part) => part !== undefined).map((part) => plain(part) as ObjectSchema);
  const properties = Object.assign(
    Object.fromEntries(inPath.map((name) => [name, { type: 'string', minLength: 1 }])),
    ...parts.map((part) => part.properties ?? {}),
  ) as JsonObject;
  const required = [...inPath, ...parts.flatMap((part) => part.required ?? [])];
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

const fieldsOf = (schema: ObjectSchema): string[] => Object.keys(schema.properties ?? {});

function requestReader(route: BoundRoute): Tool['requestOf'] {
  const inPath = new Set(pathNames(route));
  const inQuery = new Set(fieldsOf(route.query ?? {}));
  return (input) => {
    const fields = Object.entries(input);
    const inBody = fields.filter(([name]) => !inPath.has(name) && !inQuery.has(name));
    const hasBody = route.method !== 'GET' && inBody.length > 0;
    return {
      method: route.method,
      path: route.template.replaceAll(/:(\w+)/g, (_, name: string) => segment(fields, name)),
      query: Object.fromEntries(
        fields
          .filter(([name, value]) => inQuery.has(name) && value !== undefined)
          .map(([name, value]) => [name, textOf(value)]),
      ),
      body: hasBody ? Object.fromEntries(inBody) : undefined,
    };
  };
}

/** Lone surrogates, which no URL can contain. */
const loneSurrogate = /\p{Surrogate}/gu;

/** One path segment; empty, and so without a match, if the value is missing or no text. */
function segment(fields: readonly [string, unknown][], name: string): string {
  const value = fields.find(([field]) => field === name)?.[1];
  return typeof value === 'string' ? encodeURIComponent(value.replaceAll(loneSurrogate, '\uFFFD')) : '';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
