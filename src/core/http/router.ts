/** Finds the bound route of a method and path. Paths without parameters are in a map, the others in a radix tree. */
import findMyWay from 'find-my-way';
import { assert } from '../base/assert.ts';
import { nameHash } from '../base/name-hash.ts';
import type { TSchema } from 'typebox';
import type { Outcome } from '../base/refusal.ts';
import type { Policies } from '../policy/policies.ts';
import type { Method } from './message.ts';
import type { Access, Binding, Row, Style } from './route.ts';
import { SchemaCheck } from './schema.ts';

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

/** One row in one style of one world, bound to its operation. */
export interface BoundRoute {
  /** Position in the list of all routes. It depends on the mounted services, so that no result may depend on it. */
  readonly index: number;
  /** What the run digest folds: the hash of service, style, operation, method and path. */
  readonly nameHash: number;
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
  /** The schemas of requests under the policies of this router. */
  readonly body: TSchema | undefined;
  readonly query: TSchema | undefined;
  readonly checkBody: SchemaCheck | undefined;
  readonly checkQuery: SchemaCheck | undefined;
  readonly checkParams: SchemaCheck | undefined;
  readonly operation: (input: unknown, caller: unknown) => Outcome<unknown>;
}

/** A route and the parameters of the path. */
export interface Match {
  readonly route: BoundRoute;
  readonly params: Readonly<Record<string, string | undefined>>;
}

const methods: readonly Method[] = ['POST', 'GET', 'PUT', 'DELETE'];

const noParams: Match['params'] = Object.freeze({});

/** All routes of one world. The constructor throws `InvariantError` if two routes share a method and path. */
export class Router {
  readonly routes: readonly BoundRoute[];
  readonly #fixed = new Map<string, Map<Method, Match>>();
  readonly #tree = findMyWay({ maxParamLength: 256 });
  /** The last call of `find`: a served request is looked up by its clock, its session and its dispatch. */
  #last: { readonly method: Method; readonly path: string; readonly match: Match | undefined } | undefined;

  constructor(mounts: readonly Mount[], policies: Policies) {
    this.routes = bindAll(mounts.toSorted(byService), policies);
    for (const route of this.routes) this.#add(route);
  }

  find(method: Method, path: string): Match | undefined {
    const last = this.#last;
    if (last !== undefined && last.path === path && last.method === method) return last.match;
    const match = this.#look(method, path);
    this.#last = { method, path, match };
    return match;
  }

  #look(method: Method, path: string): Match | undefined {
    const fixed = this.#fixed.get(path)?.get(method);
    if (fixed !== undefined) return fixed;
    const found = this.#tree.find(method, path);
    return found === null ? undefined : { route: found.store as BoundRoute, params: found.params };
  }

  /**
   * The methods of a path, for `Allow`. A literal path takes precedence over one with a parameter, as in OpenAPI:
   * `/agents/register` is no agent, although GET would match one of that name.
   */
  methodsOf(path: string): Method[] {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) return [...fixed.keys()];
    return methods.filter((method) => this.find(method, path) !== undefined);
  }

  #add(route: BoundRoute): void {
    if (route.template.includes(':')) {
      this.#tree.on(route.method, route.template, unreachable, route);
      return;
    }
    let byMethod = this.#fixed.get(route.template);
    if (byMethod === undefined) this.#fixed.set(route.template, (byMethod = new Map()));
    assert(!byMethod.has(route.method), `${route.method} ${route.template} is mounted once`);
    byMethod.set(route.method, { route, params: noParams });
  }
}

/** Lists derived from routes name the services in this order, independent of the mount order. */
const byService = (left: Mount, right: Mount): number =>
  left.service < right.service ? -1 : Number(left.service > right.service);

/** The tree requires a handler; only its store is used. */
const unreachable = (): void => undefined;

function bindAll(mounts: readonly Mount[], policies: Policies): BoundRoute[] {
  const routes: BoundRoute[] = [];
  for (const mount of mounts) {
    for (const row of mount.rows) {
      for (const [style, column] of Object.entries(row.styles)) {
        const needsKey = needsKeyUnder(row.access, policies);
        const readsKey = row.access !== 'none';
        routes.push({
          ...bind({ mount, row, style: style as Style }, column, policies),
          needsKey,
          readsKey,
          index: routes.length,
        });
      }
    }
  }
  return routes;
}

function bind(
  { mount, row, style }: { mount: Mount; row: Row; style: Style },
  column: readonly [Method, string, Binding<unknown, unknown>],
  policies: Policies,
): Omit<BoundRoute, 'index' | 'needsKey' | 'readsKey'> {
  const [method, path, wire] = column;
  const { body, query } = { body: wire.body, query: wire.query, ...wire.under?.(policies) };
  const operations = mount.operations as Record<string, BoundRoute['operation']>;
  const template = `${mount.prefixes[style] ?? ''}${path}`;
  return {
    service: mount.service,
    style,
    method,
    template,
    nameHash: nameHash(`${mount.service}/${style}/${row.operation} ${method} ${template}`),
    row,
    binding: wire,
    body,
    query,
    checkBody: body && new SchemaCheck(body),
    checkQuery: query && new SchemaCheck(query),
    checkParams: wire.params && new SchemaCheck(wire.params),
    operation: (input, caller) => operations[row.operation]?.call(operations, input, caller),
  };
}

function needsKeyUnder(access: Access, policies: Policies): boolean {
  if (typeof access === 'string') return access === 'key';
  return policies[access.keyUnless.policy] !== access.keyUnless.is;
}
