/** Hosts in their canonical form, in which target files, redirects and pinned addresses are compared. */
import { isIP } from 'node:net';

/**
 * A host in its canonical form: lower case, without brackets or trailing dot, an IPv6 address in its shortest
 * spelling.
 */
export function plainHost(host: string): string {
  const bare = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  return isIP(bare) === 6 ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare;
}
