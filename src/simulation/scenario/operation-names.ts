/** The operations of all routes of a world, as metrics name them; a test compares the list with the router. */
import { worldControlOperations } from '../../platform/control/mounts.ts';
import { mcpRows } from '../../core/http/mcp/endpoint.ts';
import { platformServices, type ServiceEntry } from '../../platform/world/platform.ts';

const tables = (platformServices as readonly ServiceEntry[]).flatMap(({ routes }) => routes);

/** Every operation once: services in order, then world control, then MCP. */
export const operationNames: readonly string[] = [
  ...new Set([
    ...tables.flatMap(({ rows }) => rows.map(({ operation }) => operation)),
    ...worldControlOperations,
    ...mcpRows.map(({ operation }) => operation),
  ]),
];
