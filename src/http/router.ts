/**
 * From method and path to a bound route. Paths without parameters are looked up in a map; the rest in a radix tree.
 */
import findMyWay from 'find-my-way';
import type { ValidateFunction } from 'ajv';
import type { Outcome } from '../base/refusal.ts';
import type { Policies } from '../policy/policies.ts';
import type { Method } from './message.ts';
import type { Access, Binding, Row, Style } from './route.ts';
import { validatorOf } from './schema.ts';

/** A service as the dispatcher sees it: its rows, where each style is mounted, and the operations by name. */
export interface Mount {
  readonly service: string;
  readonly prefixes: Readonly<Partial<Record<Style, string>>>;
  readonly rows: readonly Row[];
  readonly operations: object;
}

/** One row in one style of one world, ready to call. */
export interface BoundRoute {
  /** Position in the table of all routes; part of the digest. */
  readonly index: number;
  readonly service: string;
  readonly style: Style;
  readonly method: Method;
  readonly template: string;
  readonly row: Row;
  /** True when a call without a valid key is UNAUTHORIZED. */
  readonly needsKey: boolean;
  /** True when a call with a wrong key is UNAUTHORIZED: wherever a key means something (AUT12). */
  readonly readsKey: boolean;
  readonly binding: Binding<unknown, unknown>;
  readonly checkBody: ValidateFunction | undefined;
  readonly checkQuery: ValidateFunction | undefined;
  readonly operation: (input: unknown, caller: unknown) => Outcome<unknown>;
}

/** A route and the parameters its path carried. */
export interface Match {
  readonly route: BoundRoute;
  readonly params: Readonly<Record<string, string | undefined>>;
}

const noParams: Match['params'] = Object.freeze({});

export class Router {
  readonly routes: readonly BoundRoute[];
  readonly #fixed = new Map<string, Map<Method, Match>>();
  readonly #tree = findMyWay({ maxParamLength: 256 });
  readonly #methods = new Set<Method>();

  constructor(mounts: readonly Mount[], policies: Policies) {
    this.routes = bindAll(mounts, policies);
    for (const route of this.routes) this.#add(route);
  }

  find(method: Method, path: string): Match | undefined {
    const fixed = this.#fixed.get(path)?.get(method);
    if (fixed !== undefined) return fixed;
    const found = this.#tree.find(method, path);
    return found === null ? undefined : { route: found.store as BoundRoute, params: found.params };
  }

  /** The methods a path does answer to, for `Allow`. */
  methodsOf(path: string): Method[] {
    return [...this.#methods].filter((method) => this.find(method, path) !== undefined);
  }

  #add(route: BoundRoute): void {
    this.#methods.add(route.method);
    if (route.template.includes(':')) {
      this.#tree.on(route.method, route.template, unreachable, route);
      return;
    }
    let methods = this.#fixed.get(route.template);
    if (methods === undefined) this.#fixed.set(route.template, (methods = new Map()));
    methods.set(route.method, { route, params: noParams });
  }
}

/** The tree wants a handler; the store beside it is all that is used. */
const unreachable = (): void => undefined;

function bindAll(mounts: readonly Mount[], policies: Policies): BoundRoute[] {
  const routes: BoundRoute[] = [];
  for (const mount of mounts) {
    for (const row of mount.rows) {
      for (const [style, column] of Object.entries(row.styles)) {
        const needsKey = needsKeyUnder(row.access, policies);
        const readsKey = row.access !== 'none';
        routes.push({
          ...bind(mount, row, style as Style, column),
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
  mount: Mount,
  row: Row,
  style: Style,
  column: readonly [Method, string, Binding<unknown, unknown>],
): Omit<BoundRoute, 'index' | 'needsKey' | 'readsKey'> {
  const [method, path, wire] = column;
  const operations = mount.operations as Record<string, BoundRoute['operation']>;
  return {
    service: mount.service,
    style,
    method,
    template: `${mount.prefixes[style] ?? ''}${path}`,
    row,
    binding: wire,
    checkBody: wire.body && validatorOf(wire.body),
    checkQuery: wire.query && validatorOf(wire.query),
    operation: (input, caller) => operations[row.operation]?.call(operations, input, caller),
  };
}

function needsKeyUnder(access: Access, policies: Policies): boolean {
  if (typeof access === 'string') return access === 'key';
  return policies[access.keyUnless.policy] !== access.keyUnless.is;
}
