/**
 * The MCP endpoints over HTTP (MCP01 to MCP03): the world counts every request once and applies keys and limits as
 * everywhere, and a tool call is dispatched in the world as its REST call.
 */
import { present } from '../../../core/base/assert.ts';
import { bodyBytesMax } from '../../../core/http/body.ts';
import { errorBody } from '../../../core/http/errors.ts';
import { isOfPlatform, toolResult, type McpEndpoint } from '../../../core/http/mcp/endpoint.ts';
import type { JsonObject, Request, Response } from '../../../core/http/message.ts';
import type { Sandbox, Served } from '../sandbox.ts';
import { MissingPackage, withPackages } from '../../packages/optional-package.ts';
import type * as Protocol from './protocol.ts';
import type { Spoken } from './protocol.ts';

/** The response: one of the platform, one of the protocol, or an open stream. */
export type Through =
  | { readonly kind: 'answer'; readonly served: Served }
  | { readonly kind: 'message'; readonly served: Served; readonly spoken: Spoken }
  | { readonly kind: 'stream'; readonly served: Served };

/** The MCP endpoints over one sandbox. Call `pass` only for requests that `isFor` accepts, one at a time. */
export class McpDoor {
  readonly #sandbox: Sandbox;
  /** False where only this machine can connect: then a page of the web must not either (DNS rebinding). */
  readonly #isPublic: () => boolean;
  /** The protocol, or why it cannot be spoken; undefined before `open`. */
  #protocol: typeof Protocol | MissingPackage | undefined;

  constructor(parts: { sandbox: Sandbox; isPublic: () => boolean }) {
    this.#sandbox = parts.sandbox;
    this.#isPublic = parts.isPublic;
  }

  /** Loads the protocol; call it before `pass`. Without its package every message gets 501. */
  async open(): Promise<void> {
    this.#protocol ??= await withPackages('MCP over HTTP', () => import('./protocol.ts')).catch(
      (error: unknown) => {
        if (error instanceof MissingPackage) return error;
        throw error;
      },
    );
  }

  isFor(request: Request): boolean {
    return this.#sandbox.world.mcp.has(request.path);
  }

  /** Rejects only with what the world has thrown. */
  async pass(request: Request): Promise<Through> {
    if (request.method !== 'POST') return this.#passOther(request);
    const text = request.rawBody ?? '';
    const { world } = this.#sandbox;
    const isCounted = !world.mcpBackend.isKnown(request) || text.length > bodyBytesMax;
    if (isCounted) return { kind: 'answer', served: this.#sandbox.dispatch(request) };
    const wrong = this.#unspoken() ?? this.#rebound(request) ?? batchMistake(text);
    if (wrong !== undefined) return this.#counted(request, () => wrong);
    return this.#toolOf(request.path, text) ? this.#call(request, text) : this.#converse(request, text);
  }

  /** A GET by a client of 2025 gets its stream; every other method gets 405 with `Allow` (gap S19). */
  #passOther(request: Request): Through {
    const served = this.#sandbox.dispatch(request);
    if (served.response.status !== 404) return { kind: 'answer', served };
    if (request.method === 'GET' && wantsStream(request)) return { kind: 'stream', served };
    const allow = request.method === 'GET' ? 'POST' : 'GET, POST';
    const headers = { ...served.response.headers, allow };
    const body = errorBody('NOT_FOUND', 'this endpoint takes POST; a stream is for clients of 2025 alone');
    return {
      kind: 'answer',
      served: { ...served, response: { status: 405, headers, body } },
    };
  }

  /** A message that calls no tool counts as a request to the endpoint itself. */
  async #converse(request: Request, text: string): Promise<Through> {
    const served = this.#count(request);
    if (isOfPlatform(served.response.status)) return { kind: 'answer', served };
    return { kind: 'message', served, spoken: await this.#speak(request, text, () => undefined) };
  }

  /** A call counts as its REST call, or as a request to the endpoint where the protocol refuses it first. */
  async #call(request: Request, text: string): Promise<Through> {
    let served: Served | undefined;
    let thrown: { cause: unknown } | undefined;
    const call = (name: string, input: JsonObject): Response | undefined => {
      try {
        served = this.#sandbox.callTool(request, name, input);
        return served?.response;
      } catch (cause) {
        thrown = { cause };
        throw cause;
      }
    };
    const spoken = await this.#speak(request, text, call);
    if (thrown !== undefined) throw thrown.cause;
    served ??= this.#count(request);
    return isOfPlatform(served.response.status)
      ? { kind: 'answer', served }
      : { kind: 'message', served, spoken };
  }

  async #counted(request: Request, spoken: () => Spoken): Promise<Through> {
    const served = this.#count(request);
    if (isOfPlatform(served.response.status)) return { kind: 'answer', served };
    return { kind: 'message', served, spoken: spoken() };
  }

  /** Applies limits and key of the endpoint's own route, without the message, so that no tool is called. */
  #count(request: Request): Served {
    return this.#sandbox.dispatch({ ...request, rawBody: undefined });
  }

  #endpointOf(path: string): McpEndpoint | undefined {
    return this.#sandbox.world.mcp.get(path);
  }

  #toolOf(path: string, text: string): boolean {
    const message = objectIn(parsed(text));
    if (message['method'] !== 'tools/call') return false;
    const name = objectIn(message['params'])['name'];
    return typeof name === 'string' && this.#endpointOf(path)?.tools.has(name) === true;
  }

  #speak(
    request: Request,
    text: string,
    call: (name: string, input: JsonObject) => Response | undefined,
  ): Promise<Spoken> {
    const { path, headers } = request;
    return this.#spoken().speak(
      { path, headers, text },
      {
        service: path.split('/')[1] ?? '',
        tools: this.#endpointOf(path)?.list() ?? [],
        call: (name, input) => {
          const response = call(name, input);
          return response && toolResult(response);
        },
      },
    );
  }

  #unspoken(): Spoken | undefined {
    return this.#protocol instanceof MissingPackage
      ? spokenError(501, -32_603, this.#protocol.message)
      : undefined;
  }

  #spoken(): typeof Protocol {
    const protocol = present(this.#protocol, 'the door is open before a message comes');
    if (protocol instanceof MissingPackage) throw protocol;
    return protocol;
  }

  #rebound({ headers }: Request): Spoken | undefined {
    if (this.#isPublic()) return undefined;
    if (this.#spoken().namesThisMachine(headers)) return undefined;
    return spokenError(403, -32_000, 'Host and Origin must name this machine');
  }
}

/** One POST may not stand for many calls: it counts as one (gap L26). */
const batchMistake = (text: string): Spoken | undefined =>
  Array.isArray(parsed(text)) ? spokenError(400, -32_600, 'batches are not supported') : undefined;

function spokenError(status: number, code: number, message: string): Spoken {
  const payload = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
  return { status, headers: { 'content-type': 'application/json' }, payload };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Clients of the current revision never open one. */
const wantsStream = ({ headers }: Request): boolean =>
  (headers['accept'] ?? '').includes('text/event-stream') &&
  (headers['mcp-protocol-version'] ?? '2025') < '2026';
