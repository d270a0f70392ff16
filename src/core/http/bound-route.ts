/**
 * One row in one style of one world. Its schemas and its name hash are made at first use: most worlds answer calls of a few
 * routes, and tests and sweeps create thousands of worlds.
 */
import type { TSchema } from 'typebox';
import { assert } from '../base/assert.ts';
import { nameHash } from '../base/name-hash.ts';
import type { Outcome } from '../base/refusal.ts';
import type { Policies } from '../policy/policies.ts';
import type { Method } from './message.ts';
import type { Access, Binding, Mount, Row, Style } from './route.ts';
import { SchemaCheck } from './schema.ts';

/** The schemas of requests under the policies of a router, and their checks. */
interface RequestSchemas {
  readonly body: TSchema | undefined;
  readonly query: TSchema | undefined;
  readonly checkBody: SchemaCheck | undefined;
  readonly checkQuery: SchemaCheck | undefined;
  readonly checkParams: SchemaCheck | undefined;
}

type Operations = Readonly<Record<string, BoundRoute['operation']>>;

/** One row in one style of one world, bound to its operation. */
export class BoundRoute {
  /** Position in the list of all routes. It depends on the mounted services, so that no result may depend on it. */
  readonly index: number;
  readonly service: string;
  readonly style: Style;
  readonly method: Method;
  readonly template: string;
  readonly row: Row;
  /** True when a call without a valid key is UNAUTHORIZED. */
  readonly needsKey: boolean;
  /** True if a call with a wrong key is UNAUTHORIZED: wherever keys matter (AUT12). */
  readonly readsKey: boolean;
  readonly binding: Binding<unknown, unknown>;
  readonly #operations: Operations;
  readonly #policies: Policies;
  #nameHash: number | undefined = undefined;
  #schemas: RequestSchemas | undefined = undefined;

  constructor(place: { mount: Mount; row: Row; style: Style }, index: number, policies: Policies) {
    const { mount, row, style } = place;
    const column = row.styles[style];
    assert(column !== undefined, 'a route has a row with its style');
    const [method, path, binding] = column;
    this.index = index;
    this.service = mount.service;
    this.style = style;
    this.method = method;
    this.template = `${mount.prefixes[style] ?? ''}${path}`;
    this.row = row;
    this.needsKey = needsKeyUnder(row.access, policies);
    this.readsKey = row.access !== 'none';
    this.binding = binding;
    this.#operations = mount.operations as Operations;
    this.#policies = policies;
  }

  /** What the run digest folds: the hash of service, style, operation, method and path. */
  get nameHash(): number {
    const { service, style, row, method, template } = this;
    return (this.#nameHash ??= nameHash(`${service}/${style}/${row.operation} ${method} ${template}`));
  }

  get body(): TSchema | undefined {
    return this.#requests.body;
  }

  get query(): TSchema | undefined {
    return this.#requests.query;
  }

  get checkBody(): SchemaCheck | undefined {
    return this.#requests.checkBody;
  }

  get checkQuery(): SchemaCheck | undefined {
    return this.#requests.checkQuery;
  }

  get checkParams(): SchemaCheck | undefined {
    return this.#requests.checkParams;
  }

  /** Performs the operation of the row. */
  operation(input: unknown, caller: unknown): Outcome<unknown> {
    return this.#operations[this.row.operation]?.call(this.#operations, input, caller);
  }

  get #requests(): RequestSchemas {
    return (this.#schemas ??= schemasOf(this.binding, this.#policies));
  }
}

function schemasOf(binding: Binding<unknown, unknown>, policies: Policies): RequestSchemas {
  const { params } = binding;
  const { body, query } = { body: binding.body, query: binding.query, ...binding.under?.(policies) };
  return {
    body,
    query,
    checkBody: body && new SchemaCheck(body),
    checkQuery: query && new SchemaCheck(query),
    checkParams: params && new SchemaCheck(params),
  };
}

function needsKeyUnder(access: Access, policies: Policies): boolean {
  if (typeof access === 'string') return access === 'key';
  return policies[access.keyUnless.policy] !== access.keyUnless.is;
}
