/** Redirects: followed on the same host, port and scheme where the target file allows it, and nowhere else. */
import { disarmedLine } from '../../../core/base/plain-text.ts';
import { plainHost } from '../target/plain-host.ts';
import { headerOf, type RawAnswer } from './answer-parser.ts';
import type { Endpoint } from './endpoint.ts';
import { pathMistake } from './sendable-path.ts';

/** What follows from an answer: a request to send instead, or why it is taken as it is. */
export type Redirect = { readonly text: string } | { readonly why: string };

/** A chain of more redirects is not followed. */
const hopsMax = 5;

/** With these the method may become GET, so that only a GET is repeated (RFC 9110, 15.4). */
const changing: ReadonlySet<number> = new Set([301, 302, 303]);
const keeping: ReadonlySet<number> = new Set([307, 308]);

/**
 * Undefined for an answer that is no redirect. `text` is the message that was sent, `hops` how many redirects of it
 * were followed already.
 */
export function redirectOf(
  endpoint: Endpoint,
  { status, head }: Pick<RawAnswer, 'status' | 'head'>,
  { text, hops }: { text: string; hops: number },
): Redirect | undefined {
  const location = headerOf(head, 'location');
  if (location === undefined || !(changing.has(status) || keeping.has(status))) return undefined;
  if (endpoint.transport?.followsRedirects !== true)
    return {
      why: 'redirects are not followed; expected redirects: same-host in the target file to follow them',
    };
  const [method = '', path = ''] = text.split(' ', 2);
  if (changing.has(status) && method !== 'GET' && method !== 'HEAD')
    return { why: `a redirect (${status}) of a ${method} was not followed; expected status 307 or 308` };
  if (hops >= hopsMax) return { why: `a chain of more than ${hopsMax} redirects was not followed` };
  const target = placeOf(endpoint, location, path);
  return typeof target === 'string' ? { why: target } : { text: text.replace(path, () => target.path) };
}

/** The path and query of a location on the same host, or why it is not followed. */
function placeOf(
  { isTls, host, port }: Endpoint,
  location: string,
  path: string,
): { readonly path: string } | string {
  const name = host.includes(':') ? `[${host}]` : host;
  const base = `${isTls ? 'https' : 'http'}://${name}:${port}`;
  if (!URL.canParse(location, base + path)) return 'a redirect to no address was not followed';
  const url = new URL(location, base + path);
  const isHere =
    url.protocol === (isTls ? 'https:' : 'http:') &&
    plainHost(url.hostname) === host &&
    Number(url.port === '' ? (isTls ? 443 : 80) : url.port) === port;
  if (!isHere || url.username !== '' || url.password !== '') {
    const where = disarmedLine(`${url.protocol}//${url.host}`).slice(0, 200);
    return `a redirect to ${where} was not followed; expected the same scheme, host and port`;
  }
  if (pathMistake(url.pathname) !== undefined) return 'a redirect to an unsafe path was not followed';
  return { path: url.pathname + url.search };
}
