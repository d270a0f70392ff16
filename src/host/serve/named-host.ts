/**
 * Which names a served world answers to. A web page in a browser can reach this machine too, by a host name that
 * resolves to it (DNS rebinding) or from another origin; the Host and Origin headers show it.
 */
import { isIP } from 'node:net';
import { refuse, type Refusal } from '../../core/base/refusal.ts';
import type { MessageHead } from './connection.ts';

/** Where a server listens. */
export interface ListenAddress {
  /** As in the call: a name or an address; undefined for loopback. */
  readonly host: string | undefined;
}

/** True for the addresses that only this machine itself has. */
export const isLoopback = (ip: string): boolean => ip === '::1' || /^127(?:\.\d{1,3}){3}$/.test(ip);

const hostMissing = refuse('BAD_REQUEST', 'the Host header is missing');
const hostRepeated = refuse('BAD_REQUEST', 'there is more than one Host header; expected one');
const hostMalformed = refuse(
  'BAD_REQUEST',
  'the Host header is no host; expected a name or address and perhaps a port',
);
const targetElsewhere = refuse('BAD_REQUEST', 'the request target and the Host header name two hosts');
const hostUnknown = refuse(
  'FORBIDDEN',
  'this server has another name; expected an address of it, localhost, or the name given to --host',
);
const originForeign = refuse(
  'FORBIDDEN',
  'a page from elsewhere may change nothing here; expected a request without Origin, or from this server',
);

/** A host and port as a Host header has them (RFC 9110, 7.2): no user, no path. */
const hostFormat = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9_.-]{1,253}))(?::(\d{1,5}))?$/i;

/**
 * The name or address of a Host header or an absolute request target, without its port, which a tunnel may have changed;
 * undefined for what is neither.
 */
export function hostOf(text: string): string | undefined {
  const match = hostFormat.exec(text);
  if (match === null) return undefined;
  const [, address, name, port] = match;
  if (address !== undefined && isIP(address) !== 6) return undefined;
  if (port !== undefined && (Number(port) > 65_535 || Number(port) === 0)) return undefined;
  return (address ?? name ?? '').toLowerCase().replace(/\.$/, '');
}

/** Why this message does not reach the world; undefined where it does. */
export function hostRefusal(message: MessageHead, binding: ListenAddress): Refusal | undefined {
  if (hostCount(message.rawHeaders) > 1) return hostRepeated;
  const header = message.headers.host;
  if (header === undefined && message.httpVersion === '1.1') return hostMissing;
  const authority = authorityOf(message.url ?? '');
  const wrong = refusalOf(header, message, binding) ?? refusalOf(authority, message, binding);
  if (wrong !== undefined || authority === undefined || header === undefined) return wrong;
  return authority.toLowerCase() === header.toLowerCase() ? undefined : targetElsewhere;
}

/** In a list of names and values in turn. */
function hostCount(headers: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** Refuses changes from a page of another origin. Reads pass: a browser hides their results from such a page. */
export function originRefusal(message: MessageHead, binding: ListenAddress): Refusal | undefined {
  if (message.method === 'GET' || message.method === 'HEAD') return undefined;
  const { origin, host = '', 'sec-fetch-site': site } = message.headers;
  if (site === 'cross-site') return originForeign;
  if (origin === undefined) return undefined;
  const name = hostOf(/^https?:\/\/(.+)$/i.exec(origin)?.[1] ?? '');
  if (name === undefined) return originForeign;
  return name === hostOf(host) || isOwnName(name, message, binding) ? undefined : originForeign;
}

function refusalOf(
  text: string | undefined,
  message: MessageHead,
  binding: ListenAddress,
): Refusal | undefined {
  if (text === undefined) return undefined;
  const host = hostOf(text);
  if (host === undefined) return hostMalformed;
  return isOwnName(host, message, binding) || isReachedByAnyName(message, binding) ? undefined : hostUnknown;
}

/** The host of a request target in absolute form (RFC 9112, 3.2.2); undefined for the origin form. */
export function authorityOf(url: string): string | undefined {
  const start = url.indexOf('://');
  if (start < 0 || url.startsWith('/')) return undefined;
  return url.slice(start + 3).split(/[/?#]/, 1)[0];
}

/** The name given to `--host`, an address of the socket, and the names of loopback. */
function isOwnName(name: string, { socket }: MessageHead, { host }: ListenAddress): boolean {
  const own = plainAddress(socket.localAddress);
  const isLocal = name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
  return isLocal || name === own || name === host?.toLowerCase();
}

/** A server that listens everywhere has names that it cannot know; on its own machine it is still reached by none of them. */
const isReachedByAnyName = (message: MessageHead, { host }: ListenAddress): boolean =>
  (host === '0.0.0.0' || host === '::') && !isFromHere(message);

const isFromHere = ({ socket }: MessageHead): boolean => isLoopback(plainAddress(socket.remoteAddress));

/** IPv4 in dotted form, also on an IPv6 socket. */
export const plainAddress = (address = ''): string =>
  address.startsWith('::') ? address.replace(/^::ffff:(?=\d+\.)/, '') : address;
