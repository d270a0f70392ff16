/** Requests and responses of `dispatch` as plain objects. HTTP, fetch and MCP are adapters around them. */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A JSON value; numbers are finite. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object. */
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
  /** The body's text, if it is not known to be JSON. */
  readonly rawBody?: string | undefined;
  /** The originating address. Virtual agents carry virtual ones. */
  readonly ip: string;
  /** The number of the virtual agent, for the trace; services never read it. */
  readonly agent?: number | undefined;
  /** The hash of the agent's name, for the digest; services never read it. */
  readonly agentHash?: number | undefined;
}

/** One response. Header names are lower case; an adapter converts numbers to text. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: JsonObject;
}
