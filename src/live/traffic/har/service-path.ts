/** Where the requests of a HAR file go: the path of the platform that an address stands for. */
import { serviceOf } from '../plan/plan.ts';
import { plainHost } from '../target/plain-host.ts';
import { pathPartOf, type Target } from '../target/target.ts';
import { noHost } from './format.ts';

/**
 * The path with its service's prefix, as in a trace; undefined if it belongs to no service. Without a target, paths
 * begin with the service, and so do those of an exported trace. Of several services at one host the longest address
 * that fits is meant.
 */
export function servicePath(text: string, target: Target | undefined): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (target === undefined || url.origin === noHost)
    return serviceOf(url.pathname) === undefined ? undefined : url.pathname;
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const found = [...target.services]
    .filter(([, { host, port: at, basePath }]) => {
      const isBelow = url.pathname === basePath || url.pathname.startsWith(`${basePath}/`);
      return plainHost(url.hostname) === host && port === at && isBelow;
    })
    .toSorted(([, left], [, right]) => right.basePath.length - left.basePath.length);
  const [service, address] = found[0] ?? [];
  if (service === undefined || address === undefined) return undefined;
  return `/${pathPartOf(service)}${url.pathname.slice(address.basePath.length)}`;
}

/** The host of an address with its port; the text itself where it is no address. */
export const hostOf = (text: string): string =>
  URL.canParse(text) ? new URL(text).host || text.slice(0, 60) : text.slice(0, 60);
