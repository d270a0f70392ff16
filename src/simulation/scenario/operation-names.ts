/** What any route of a world may be about, as metrics name it; tests hold the list against the router. */
import { worldControlOperations } from '../../platform/control/mounts.ts';
import { mcpRows } from '../../core/http/mcp/endpoint.ts';
import { platformServices, type ServiceEntry } from '../../platform/world/platform.ts';

const tables = (platformServices as readonly ServiceEntry[]).flatMap(({ routes }) => routes);

export const operationNames: readonly string[] = [
  ...new Set([
    ...tables.flatMap(({ rows }) => rows.map(({ operation }) => operation)),
    ...worldControlOperations,
    ...mcpRows.map(({ operation }) => operation),
  ]),
];
