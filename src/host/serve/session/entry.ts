/** One thing that reached a served world from outside: a request, or a tool call of an MCP client. */
import type { JsonObject, Request } from '../../../core/http/message.ts';
import type { Instant } from '../../../core/base/time.ts';

/** A tool of an MCP endpoint with its input. */
export interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** A request with all that decides its answer beside the world. */
export interface SessionEntry {
  readonly atMs: Instant;
  /** Events of the digest before it. */
  readonly event: number;
  readonly request: Request;
  /** Then `request` carries the call. */
  readonly tool: ToolCall | undefined;
  /** Where the clock was being moved to, which refuses a second move. */
  readonly movingToMs: Instant | undefined;
}

/** The headers that a world reads; a test holds the list against the reading code. */
export const readHeaders = ['authorization', 'content-type', 'idempotency-key', 'x-forwarded-for'] as const;

/** The request with those headers alone: cookies and other headers of a client do not stay. */
export function keptRequest({ method, path, query, headers, body, rawBody, ip }: Request): Request {
  const kept: Record<string, string> = {};
  for (const name of readHeaders) {
    const value = headers[name];
    if (value !== undefined) kept[name] = value;
  }
  return { method, path, query, headers: kept, body, rawBody, ip };
}

/** About how many characters an entry takes. */
export const sizeOf = ({ request, tool }: SessionEntry): number =>
  200 + request.path.length + (request.rawBody?.length ?? 0) + lengthOf(request.body) + lengthOf(tool);

/** A body that JSON cannot carry comes from a caller in this process, and is refused. */
function lengthOf(value: unknown): number {
  if (value === undefined) return 0;
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    return 0;
  }
}
