/** What operations share: the key, the error bodies and the rate-limit headers (AUT01, ERR01, LIM21 to LIM23, LIM25). */
import type { JsonObject } from '../../../core/http/message.ts';
import { InstantText } from '../../../core/http/wire.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import { plain } from '../../../core/http/plain-schema.ts';

const integer = { type: 'integer' } as const;
const text = { type: 'string' } as const;

const limitHeaders = {
  'X-RateLimit-Limit': 'how many requests the binding limit admits in its window',
  'X-RateLimit-Remaining': 'how many of them are left',
  'X-RateLimit-Reset': 'when the window ends, in seconds since the Unix epoch',
  'Retry-After': 'how many seconds to wait',
} as const;

/** What the answers of one status have in common. */
export interface StatusTraits {
  readonly isCounted: boolean;
  /** Which of them say when to come again. */
  readonly waits: 'all' | 'some' | 'none';
}

/**
 * The headers of an answer, mostly as references. Those of a limit are missing where none applies, on the unlimited tier, unless
 * policy `limits.unlimitedHeaders` puts them there.
 */
export function headersOf({ isCounted, waits }: StatusTraits, policies: Policies): JsonObject {
  const isSure = policies['limits.unlimitedHeaders'] === 'maximum';
  const { 'Retry-After': _, ...limits } = limitHeaders;
  const names = isCounted ? Object.keys(limits) : [];
  const headers: [string, JsonObject][] = names.map((name) => [
    name,
    { $ref: `#/components/headers/${isSure ? name : `${name}-if-limited`}` },
  ]);
  if (waits === 'all') headers.push(['Retry-After', { $ref: '#/components/headers/Retry-After' }]);
  if (waits === 'some') headers.push(['Retry-After', headerOf(limitHeaders['Retry-After'], false)]);
  return Object.fromEntries(headers);
}

const headerOf = (description: string, required: boolean): JsonObject => ({
  description,
  schema: { ...integer, minimum: 0 },
  required,
});

/** The `components` object of the document; rate-limit headers and bodies follow the policies. */
export function components(policies: Policies): JsonObject {
  return {
    securitySchemes: {
      key: { type: 'http', scheme: 'bearer', description: 'the API key issued at registration' },
    },
    headers: Object.fromEntries(headerComponents()),
    schemas: { Error: error, McpMessage: mcpMessage, RateLimit: rateLimit(policies), ...info(policies) },
  };
}

function headerComponents(): [string, JsonObject][] {
  return Object.entries(limitHeaders).flatMap(([name, description]): [string, JsonObject][] => {
    const always: [string, JsonObject] = [name, headerOf(description, true)];
    return name === 'Retry-After' ? [always] : [always, [`${name}-if-limited`, headerOf(description, false)]];
  });
}

/** A message of the Model Context Protocol, which defines its content. */
const mcpMessage = {
  type: 'object',
  required: ['jsonrpc'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'integer', 'null'] },
    result: { type: 'object' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: text },
    },
  },
} as const;

const error = {
  type: 'object',
  required: ['error', 'code'],
  properties: { error: { ...text, description: 'what was wrong and what was expected' }, code: text },
} as const;

function rateLimit(policies: Policies): JsonObject {
  const isLiteral = policies['errors.rateLimitBody'] === 'literal';
  const properties = {
    error: { const: 'rate_limit_exceeded' },
    message: text,
    limit: integer,
    window: { ...text, description: 'such as 10s, 1m or 1d' },
    retry_after_seconds: { ...integer, minimum: 1 },
    reset_at: plain(InstantText),
    tier: { enum: ['free', 'pro', 'enterprise'] },
    upgrade_url: text,
    ...(isLiteral ? {} : { code: { const: 'RATE_LIMIT' } }),
  };
  return { type: 'object', required: Object.keys(properties), properties };
}

/** Policy `http.info` puts it on every answer (VER13, VER15). */
function info(policies: Policies): JsonObject {
  if (policies['http.info'] === 'off') return {};
  const properties = { service: text, docs: text, referral: text, version: text };
  return { Info: { type: 'object', required: Object.keys(properties), properties } };
}
