/**
 * A service's routes are one table: a row per operation, a column per style. A binding maps between wire and
 * operation: it names the schemas, reads the input and writes the response. An operation never knows the style.
 */
import type { Static, TSchema } from 'typebox';
import type { Outcome, Refusal, RefusalCode } from '../base/refusal.ts';
import type { Policies, PolicyName } from '../policy/policies.ts';
import type { NamedCap, ServiceRow } from './limits/published-limits.ts';
import type { JsonObject, Method } from './message.ts';

/** The published addressing styles of a service; `primary` and `short` belong to one service each (VER11). */
export type Style = 'primary' | 'A' | 'B' | 'short' | 'control';

/** What a binding reads from. */
export interface BindingInput<Body = unknown, Query = unknown> {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Query;
  readonly body: Body;
  readonly policies: Policies;
}

/** Wire to operation and back, for one operation in one style. */
export interface Binding<Input, Output> {
  readonly body?: TSchema;
  readonly query?: TSchema;
  /** The form of the path's parameters; any text if undefined. */
  readonly params?: TSchema;
  /**
   * Body and query in the place of those above, where a policy decides what is allowed. Gives one of a few constants.
   */
  under?(policies: Policies): { readonly body?: TSchema; readonly query?: TSchema };
  /** The schema of what `write` returns, for the OpenAPI document; tests check real responses against it. */
  readonly answer?: TSchema;
  /** Names of response fields, at any depth, that the documents give; all others are our own names. */
  readonly documented?: readonly string[];
  /**
   * Those whose values a market or a draw decides: another deployment has other values. Of a list, its items too. A name stands
   * for fields at any depth, a path (with an asterisk for items) for one place.
   */
  readonly drawn?: readonly string[];
  /** Those in which each deployment describes itself, in whatever form: only that they are there is compared. */
  readonly prose?: readonly string[];
  /** Describes a mistake in a refused body, where the default message would not be clear. */
  explain?(body: unknown): string | undefined;
  /** The operation's input, or BAD_REQUEST for what a schema cannot say. */
  read(call: BindingInput): Outcome<Input>;
  write(output: Output, call: BindingInput): JsonObject;
}

/** Declares a binding; the types of body, query and response are derived from their schemas. */
export function binding<
  Input,
  Output,
  Body extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
>(parts: {
  body?: Body;
  query?: Query;
  params?: TSchema;
  under?(policies: Policies): { readonly body?: TSchema; readonly query?: TSchema };
  answer?: Answer;
  documented?: readonly string[];
  drawn?: readonly string[];
  prose?: readonly string[];
  explain?(body: unknown): string | undefined;
  read(call: BindingInput<Static<Body>, Static<Query>>): Outcome<Input>;
  write(output: Output, call: BindingInput<Static<Body>, Static<Query>>): Static<Answer> & JsonObject;
}): Binding<Input, Output> {
  return parts;
}

/** One option of a policy. */
export interface PolicyChoice {
  readonly policy: PolicyName;
  readonly is: string;
}

/** Who may call: callers with a key, everyone, or callers with a key unless a policy opens the call (gap A2). */
export type Access = 'key' | 'none' | { readonly keyUnless: PolicyChoice };

/** A secret in a response body: it is sent once, so that no copy is kept for repeated requests (gap W3). */
export interface RowSecret {
  readonly field: string;
  /** Under this choice a repeat is answered without the field; else it runs the operation again. */
  readonly withheldWhen: PolicyChoice;
}

/** The limit classes of an operation besides its tier (LIM14, LIM33, LIM36, LIM39, LIM45). */
export interface RouteLimits {
  /** True for the sandbox's own calls, which have no limit. */
  exempt?: true;
  /** Counts against the register cap, by IP, unless a policy says otherwise (gap L15). */
  register?: true | { readonly unless: PolicyChoice };
  /** The style B row it counts against. */
  row?: ServiceRow;
  /** Under which name a call counts against the row, where the row is counted for each name by itself (LIM30). */
  bucketOf?: (body: Readonly<Record<string, unknown>>) => string;
  /** Set if the row counts this operation under one policy option only (gap L24). */
  rowWhen?: PolicyChoice;
  /** Style B's limit on this operation. */
  operation?: NamedCap;
  /** The cap on this endpoint in every style. */
  endpoint?: NamedCap;
}

/** One operation of a service in all its styles. */
export interface Row {
  readonly operation: string;
  readonly about: string;
  readonly access: Access;
  readonly success: 200 | 201;
  readonly limits: RouteLimits;
  /** The field of its response that holds a secret, if any. */
  readonly secret?: RowSecret;
  /** What it can refuse with, in order of precedence. */
  readonly refusals: readonly RefusalCode[];
  /** The name that tool-calling clients know it by, where its service has an MCP endpoint (MCP03, gap S18). */
  readonly tool?: string;
  /** Set where the body is a message of another protocol, which the OpenAPI document describes apart. */
  readonly transport?: 'mcp';
  /** Set for a call about a world that is no part of it: it is neither counted nor folded into the digest. */
  readonly uncounted?: true;
  readonly styles: Readonly<Partial<Record<Style, readonly [Method, string, Binding<unknown, unknown>]>>>;
}

/**
 * A service, or a part of one, as the dispatcher sees it: its rows, the prefix of each style, and the operations by
 * name. The order of mounts does not affect any response.
 */
export interface Mount {
  readonly service: string;
  readonly prefixes: Readonly<Partial<Record<Style, string>>>;
  readonly rows: readonly Row[];
  readonly operations: object;
}

/** Rows, and the part of a service that performs their operations. */
export interface RouteTable<Service> {
  readonly rows: readonly Row[];
  operations(service: Service): object;
}

type OperationOf<Service, Name extends keyof Service> = Service[Name] extends (
  input: infer Input,
  caller: never,
) => Outcome<infer Output>
  ? { input: Input; output: Exclude<Output, Refusal> }
  : never;

/** Starts a table of rows for a service class; each binding must fit its operation's input and output. */
export function rowsOf<Service>() {
  return <Name extends keyof Service & string>(
    operation: Name,
    row: Omit<Row, 'operation' | 'styles'> & {
      styles: Partial<
        Record<
          Style,
          readonly [
            Method,
            string,
            Binding<OperationOf<Service, Name>['input'], OperationOf<Service, Name>['output']>,
          ]
        >
      >;
    },
  ): Row => ({ operation, ...row });
}
