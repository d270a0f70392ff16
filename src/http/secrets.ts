/**
 * Fields that hold somebody's keys. The service that asks for them uses them and forgets them; whatever is kept or
 * shown of a request or an answer (traces, stored answers, fingerprints) goes through here first (W:10, gap W21).
 */
import { hash } from 'node:crypto';
import type { JsonObject, Request, Response } from './message.ts';

/** By name, wherever they stand: a key that was sent to the wrong place is a key all the same. */
export const secretNames: ReadonlySet<string> = new Set(['private_key', 'view_key', 'spend_key', 'mnemonic']);
const secretPattern = /private_key|view_key|spend_key|mnemonic/;

/** What stands in the place of a secret. */
export const redacted = '[redacted]';

/** Deeper than any body gets that is read at all. */
const depthMax = 40;

/** The request without secrets; the same object where it has none, which is looked up without making anything. */
export function redactRequest(request: Request): Request {
  const { query, body, rawBody } = request;
  const isRaw = rawBody !== undefined && secretPattern.test(rawBody);
  if (!isRaw && !hasSecret(query, 0) && !hasSecret(body, 0)) return request;
  return {
    ...request,
    query: redactValue(query) as Request['query'],
    body: redactValue(body),
    ...(isRaw ? { rawBody: redacted } : {}),
  };
}

/** The answer without secrets; the same object where it has none. */
export function redactResponse(response: Response): Response {
  if (!hasSecret(response.body, 0)) return response;
  return { ...response, body: redactValue(response.body) as JsonObject };
}

/** A record without its secret fields; the same object where it has none. Looks at the outermost fields alone. */
export function withoutSecrets(record: JsonObject): JsonObject {
  const names = Object.keys(record);
  if (!names.some((name) => secretNames.has(name))) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => !secretNames.has(name)));
}

/** A text to compare requests by: itself, or its SHA-256 where a secret may be in it. */
export const fingerprintOf = (text: string): string =>
  secretPattern.test(text) ? hash('sha256', text) : text;

/** What lies deeper than any body that is read counts as a secret, so that it is not walked either. */
function hasSecret(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > depthMax) return true;
  for (const name in value) {
    if (secretNames.has(name) || hasSecret((value as Record<string, unknown>)[name], depth + 1)) return true;
  }
  return false;
}

function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > depthMax) return redacted;
  if (Array.isArray(value)) return value.map((part: unknown) => redactValue(part, depth + 1));
  const clean = Object.entries(value).map(([name, part]): [string, unknown] => [
    name,
    secretNames.has(name) ? redacted : redactValue(part, depth + 1),
  ]);
  return Object.fromEntries(clean);
}
