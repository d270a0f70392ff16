/** Finds the bound route of a method and path. Paths without parameters are in a map, the others in a radix tree. */
import findMyWay from 'find-my-way';
import { assert } from '../base/assert.ts';
import type { Policies } from '../policy/policies.ts';
import { BoundRoute } from './bound-route.ts';
import type { Method } from './message.ts';
import type { Mount, Row, Style } from './route.ts';

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
  /** Routes with parameters, by method and template without the names of the parameters. */
  readonly #withParams = new Map<string, BoundRoute>();
  #tree: Tree | undefined = undefined;
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
    const found = (this.#tree ??= treeOf(this.#withParams.values())).find(method, path);
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
      const place = `${route.method} ${route.template.replaceAll(/:\w+/g, ':')}`;
      assert(!this.#withParams.has(place), `${place} is mounted once`);
      this.#withParams.set(place, route);
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

type Tree = ReturnType<typeof findMyWay>;

/** Created at the first path that is not fixed, since many worlds are asked none. */
function treeOf(routes: Iterable<BoundRoute>): Tree {
  const tree = findMyWay({ maxParamLength: 256 });
  for (const route of routes) tree.on(route.method, route.template, unreachable, route);
  return tree;
}

/** The tree requires a handler; only its store is used. */
const unreachable = (): void => undefined;

const bindAll = (mounts: readonly Mount[], policies: Policies): BoundRoute[] =>
  mounts
    .flatMap((mount) => mount.rows.flatMap((row) => stylesOf(row).map((style) => ({ mount, row, style }))))
    .map((place, index) => new BoundRoute(place, index, policies));

const stylesOf = ({ styles }: Row): Style[] => Object.keys(styles) as Style[];
