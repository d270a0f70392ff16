/**
 * The MCP endpoint of one service: plain messages in and out, synchronously. It implements `tools/list` and
 * `tools/call`; the HTTP server handles sessions, protocol versions and streams. A tool call is executed as its REST
 * request: same limits, refusals and trace.
 */
import { Type } from 'typebox';
import type { Outcome } from '../../base/refusal.ts';
import { refuse } from '../../base/refusal.ts';
import { readBody } from '../body.ts';
import type { Json, JsonObject, Request, Response } from '../message.ts';
import { binding, rowsOf, type Row } from '../route.ts';
import type { Tool } from './tool.ts';

/** What the endpoint needs of its world. */
export interface McpBackend {
  /** True if the request has a known API key. */
  isKnown(request: Request): boolean;
  /** Answers the request of the endpoint's own routes. */
  dispatch(request: Request): Response;
  /** Answers the request that a call of the tool stands for. */
  call(tool: Tool, input: Readonly<Record<string, unknown>>, carrier: Request): Response;
}

/** The tools of one service. Call `offer` once after the routes are bound, before the first request. */
export class McpEndpoint {
  #toolsOf: () => ReadonlyMap<string, Tool> = () => new Map();
  #tools: ReadonlyMap<string, Tool> | undefined = undefined;

  get tools(): ReadonlyMap<string, Tool> {
    return (this.#tools ??= this.#toolsOf());
  }

  /** The tools are created at first use, from bound routes, which include this endpoint's own. */
  offer(toolsOf: () => ReadonlyMap<string, Tool>): void {
    this.#toolsOf = toolsOf;
    this.#tools = undefined;
  }

  /**
   * Executes a call of a known tool by a known key as its REST request; the endpoint's own route answers any other
   * message.
   */
  answer(request: Request, backend: McpBackend): Response {
    const message = readBody(request) as JsonObject;
    const tool = message['method'] === 'tools/call' ? this.#toolOf(message) : undefined;
    if (tool === undefined || !isCall(message) || !backend.isKnown(request)) return backend.dispatch(request);
    const response = backend.call(tool, argumentsOf(message), request);
    if (isOfPlatform(response.status)) return response;
    return { ...response, status: 200, body: resultMessage(message, toolResult(response)) };
  }

  /** The operation `message` below: every message except valid tool calls. */
  message(message: JsonObject): Outcome<JsonObject> {
    if (!isCall(message)) return errorMessage(null, -32_600, 'expected a JSON-RPC 2.0 request with an id');
    const id = message['id'] ?? null;
    if (message['method'] === 'tools/list') return resultMessage(message, { tools: this.list() });
    if (message['method'] !== 'tools/call') return errorMessage(id, -32_601, 'Method not found');
    return errorMessage(id, -32_602, `there is no tool ${JSON.stringify(nameOf(message))}`);
  }

  /** GET would open a stream; this platform sends no server messages (MCP08). */
  stream(_input: undefined): Outcome<JsonObject> {
    return refuse('NOT_FOUND', 'no stream is offered here: send messages by POST');
  }

  /** The tools as `tools/list` returns them. */
  list(): JsonObject[] {
    return [...this.tools.values()].map(({ name, description, inputSchema, outputSchema }) => ({
      name,
      description,
      inputSchema,
      outputSchema,
    }));
  }

  #toolOf(message: JsonObject): Tool | undefined {
    const name = nameOf(message);
    return typeof name === 'string' ? this.tools.get(name) : undefined;
  }
}

/** The REST request of a call: the caller's key, address and headers, the tool's path and fields. */
export function restRequest(tool: Tool, input: Readonly<Record<string, unknown>>, carrier: Request): Request {
  return { ...carrier, rawBody: undefined, ...tool.requestOf(input) };
}

/** True for a status that answers the HTTP request itself rather than the tool call (gap A9). */
export const isOfPlatform = (status: number): boolean => status === 401 || status === 429 || status >= 500;

/**
 * A response as the result of a tool call; an error is a result too. Clients check structured content against the
 * tool's output schema, so that an error body is sent as text only.
 */
export function toolResult({ status, body }: Pick<Response, 'status' | 'body'>): JsonObject {
  const content = [{ type: 'text', text: JSON.stringify(body) }];
  return status >= 400 ? { content, isError: true } : { content, structuredContent: body, isError: false };
}

const isCall = (message: JsonObject): boolean =>
  message['jsonrpc'] === '2.0' && (typeof message['id'] === 'string' || Number.isInteger(message['id']));

const objectIn = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

const nameOf = (message: JsonObject): Json => objectIn(message['params'])['name'] ?? null;
const argumentsOf = (message: JsonObject): JsonObject => objectIn(objectIn(message['params'])['arguments']);

const resultMessage = (message: JsonObject, result: JsonObject): JsonObject => ({
  jsonrpc: '2.0',
  id: message['id'] ?? null,
  result,
});

const errorMessage = (id: Json, code: number, message: string): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

const Message = Type.Object(
  {
    jsonrpc: Type.Optional(Type.Unknown({ description: 'the text 2.0' })),
    id: Type.Optional(Type.Unknown({ description: 'text or a whole number, which the answer repeats' })),
    method: Type.Optional(Type.Unknown({ description: 'such as tools/list or tools/call' })),
    params: Type.Optional(Type.Unknown({ description: 'what the method takes' })),
  },
  { description: 'a message of the Model Context Protocol (JSON-RPC 2.0)' },
);

const row = rowsOf<McpEndpoint>();

/** The endpoint's routes, to be mounted under the address of its service; both need the key (gap A9). */
export const mcpRows: readonly Row[] = [
  row('message', {
    about: 'One message of the Model Context Protocol: lists the tools, or calls one',
    access: 'key',
    success: 200,
    limits: {},
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST'],
    transport: 'mcp',
    styles: {
      A: [
        'POST',
        '/mcp',
        binding({
          body: Message,
          read: ({ body }) => body as JsonObject,
          answer: Type.Object({ jsonrpc: Type.Literal('2.0') }),
          write: (message: JsonObject) => message as JsonObject & { jsonrpc: '2.0' },
        }),
      ],
    },
  }),
  row('stream', {
    about: 'The stream of the Model Context Protocol for clients of 2025, which stays silent; else refused',
    access: 'key',
    success: 200,
    limits: {},
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'NOT_FOUND'],
    transport: 'mcp',
    styles: {
      A: [
        'GET',
        '/mcp',
        binding({ read: () => undefined, answer: Type.Object({}), write: (body: JsonObject) => body }),
      ],
    },
  }),
];
