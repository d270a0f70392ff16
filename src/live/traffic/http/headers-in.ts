/** The headers of a response by name, in lower case; the first of repeated ones, as `headerOf` reads them. */
export function headersIn(head: string): Record<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return Object.fromEntries(headers);
}
