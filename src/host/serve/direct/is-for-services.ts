/** Which targets are answered at once and whole: not the control room, whose calls may take long, and no MCP endpoint. */
export const isForServices = (url: string): boolean => !url.startsWith('/_sim') && !url.includes('/mcp');
