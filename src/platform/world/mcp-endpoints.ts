/** The MCP endpoints of the services that have one. */
import { McpEndpoint, mcpRows } from '../../core/http/mcp/endpoint.ts';
import { toolsOf } from '../../core/http/mcp/tool.ts';
import type { Mount } from '../../core/http/route.ts';
import type { Router } from '../../core/http/router.ts';
import type { Policies } from '../../core/policy/policies.ts';
import type { ServiceEntry } from './platform.ts';

/** One endpoint for each service with `hasMcp`; `byPath` serves REST dispatch, `mounts` the route table. */
export class McpEndpoints {
  readonly byPath: ReadonlyMap<string, McpEndpoint>;
  readonly mounts: readonly Mount[];
  readonly #served: readonly { readonly service: string; readonly endpoint: McpEndpoint }[];

  constructor(entries: readonly ServiceEntry[]) {
    const served = entries
      .filter(({ hasMcp }) => hasMcp === true)
      .map(({ name, prefixes }) => ({
        service: name,
        prefix: prefixes.A ?? '',
        endpoint: new McpEndpoint(),
      }));
    this.#served = served;
    this.byPath = new Map(served.map(({ prefix, endpoint }) => [`${prefix}/mcp`, endpoint]));
    this.mounts = served.map(({ service, prefix, endpoint }) => ({
      service,
      prefixes: { A: prefix },
      rows: mcpRows,
      operations: endpoint,
    }));
  }

  /** Offers the tools of the bound routes; call it once, after the router exists. */
  offerTools(router: Router, policies: Policies): void {
    for (const { service, endpoint } of this.#served) {
      endpoint.offer(() => toolsOf(router.routes, service, policies));
    }
  }
}
