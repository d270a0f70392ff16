/**
 * The Model Context Protocol as the official SDK implements it: current revision and those of 2025, no sessions. It
 * validates messages and encodes responses; the caller executes the tool calls.
 */
import {
  createMcpHandler,
  localhostAllowedHostnames,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../core/http/message.ts';

/** One message: the tools that it may call, and how a call is executed. */
export interface Carrier {
  readonly service: string;
  readonly tools: readonly JsonObject[];
  /** The result of a tool call, or undefined for a tool that does not exist. */
  call(name: string, input: JsonObject): JsonObject | undefined;
}

/** An answer of the protocol, ready to send. */
export interface Spoken {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string;
}

const version = '1.0.0';

const handler = createMcpHandler(
  ({ authInfo }) => {
    const carrier = authInfo?.extra?.['carrier'] as Carrier;
    const server = new Server(
      { name: carrier.service, version },
      { capabilities: { tools: {} }, instructions: `The calls of the ${carrier.service} as tools.` },
    );
    server.setRequestHandler('tools/list', () => ({ tools: carrier.tools as never }));
    server.setRequestHandler('tools/call', ({ params }) => {
      const result = carrier.call(params.name, (params.arguments ?? {}) as JsonObject);
      if (result !== undefined) return result as never;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool "${params.name}"`);
    });
    return server;
  },
  // The list of tools never changes, so there is nothing to subscribe to (VER10, MCP08).
  { legacy: 'stateless', maxSubscriptions: 0 },
);

/** Lets the SDK answer one POST. The caller refuses batches, which only one old revision had. */
export async function speak(
  message: { path: string; headers: Readonly<Record<string, string>>; text: string },
  carrier: Carrier,
): Promise<Spoken> {
  const { path, headers, text } = message;
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: sendable(headers),
    body: text,
  });
  const authInfo = { token: '', clientId: '', scopes: [], extra: { carrier } };
  const answer = await handler.fetch(request, { authInfo });
  const payload = await answer.text();
  return { status: answer.status, headers: Object.fromEntries(answer.headers), payload };
}

/** False where a request names another machine than this one as its host or origin (DNS rebinding). */
export function namesThisMachine(headers: Readonly<Record<string, string>>): boolean {
  const names = localhostAllowedHostnames();
  const isOrigin = headers['origin'] === undefined || validateOriginHeader(headers['origin'], names).ok;
  return validateHostHeader(headers['host'], names).ok && isOrigin;
}

/** The headers that the protocol reads; the rest has done its work. */
const read = /^(?:accept|content-type|last-event-id|mcp-.*)$/;

/** A body without a content type is JSON, as everywhere on the platform. */
const sendable = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  'content-type': 'application/json',
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => read.test(name))),
});
