/** The OpenAPI 3.1 document of a world: made from the same tables that route, check and refuse. */
import type { JsonObject } from '../../../core/http/message.ts';
import type { BoundRoute } from '../../../core/http/bound-route.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import { components } from './components.ts';
import { operationOf } from './operation.ts';

/** What the platform says has changed (VER09). */
const changelog = [
  'MCP endpoints of the faucet and the escrow',
  'the escrow, with a fee of 1% at release',
  'free USDC from the faucet for new agents',
  '275 or more perpetual markets instead of 50; a maker fee reduced to 0.1%',
];

/** What the document needs to know of a world. */
export interface Documented {
  readonly router: { readonly routes: readonly BoundRoute[] };
  readonly policies: Policies;
  readonly policyHash: string;
}

/** One document for all services and styles, as plain JSON. The same routes and policies give the same document. */
export function openapiDocument({ router, policies, policyHash }: Documented): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  const names = new Set<string>();
  for (const route of router.routes) {
    const path = (paths[pathOf(route.template)] ??= {});
    path[route.method.toLowerCase()] = operationOf(route, {
      policies,
      id: uniqueId(route, names),
      tag: tagOf(route),
    });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent platform, served by Orrery',
      summary: 'Reference v1',
      version: '1.0.0',
      description:
        'Every service in every published style, as read under the policies of this world. Time is virtual. ' +
        'A request from loopback may carry X-Sim-IP to come from another address, ' +
        'and X-Sim-At to take a manual clock along to the instant it is sent at.',
      'x-policy-hash': policyHash,
      'x-changelog': changelog,
    },
    servers: [{ url: '/' }],
    tags: tagsOf(router.routes),
    paths,
    components: components(policies),
  };
}

/** `/escrow/:id` as `/escrow/{id}`. */
const pathOf = (template: string): string => template.replaceAll(/:(\w+)/g, '{$1}');

const tagOf = ({ service, style }: BoundRoute): string =>
  style === 'control' ? service : `${service} ${style}`;

function tagsOf(routes: readonly BoundRoute[]): JsonObject[] {
  return [...new Set(routes.map(tagOf))].map((name) => ({ name }));
}

/** Service, operation and style; rows that share all three differ by their path. */
function uniqueId(route: BoundRoute, taken: Set<string>): string {
  const plain = camel([route.service, route.row.operation, route.style === 'control' ? '' : route.style]);
  const id = taken.has(plain) ? camel([plain, route.method, ...route.template.split(/\W+/)]) : plain;
  taken.add(id);
  return id;
}

const camel = ([first = '', ...rest]: readonly string[]): string =>
  first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
