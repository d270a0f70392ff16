/** Requests and answers as plain objects: what `dispatch` takes and gives. HTTP, fetch and MCP are adapters around it. */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [field: string]: Json;
}

/** One call. Header names are lower case; the path has no query string. */
export interface Request {
  readonly method: Method;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as an object, or undefined. A caller that wants to send broken text uses `rawBody` instead. */
  readonly body: unknown;
  /** The body as it would be on the wire, where it is not known to be JSON. */
  readonly rawBody?: string | undefined;
  /** The originating address. Virtual agents carry virtual ones. */
  readonly ip: string;
  /** The virtual agent that sends it, for the trace; a service never sees it. */
  readonly agent?: number | undefined;
  /** The hash of that agent's name, for the digest; a service never sees it. */
  readonly agentHash?: number | undefined;
}

/** One answer. Header names are lower case; an adapter turns numbers into text. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: JsonObject;
}
