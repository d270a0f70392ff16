/** Turns a message that node:http has parsed into the plain request of a world. */
import { isIP } from 'node:net';
import { refuse, type Outcome } from '../../core/base/refusal.ts';
import { instantExpected, parseInstant, type Instant } from '../../core/base/time.ts';
import type { Method, Request } from '../../core/http/message.ts';
import { queryOf } from '../../core/http/query.ts';
import type { MessageHead } from './connection.ts';
import { authorityOf, hostOf, isLoopback, plainAddress } from './named-host.ts';

/**
 * True for a call made on this machine by a program of its user. A page of the web that a browser here shows comes
 * from loopback as well; its Host header (DNS rebinding) or its Origin header names another site.
 */
export function isLocalCall(message: MessageHead, ip: string): boolean {
  const { host, origin } = message.headers;
  return isLoopback(ip) && isLocalName(host) && isLocalName(origin && (authorityOf(origin) ?? origin));
}

function isLocalName(authority: string | undefined): boolean {
  if (authority === undefined) return true;
  const name = hostOf(authority) ?? '';
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
}

/** The address at the other end; IPv4 in dotted form, also on an IPv6 socket. */
export function addressOf(message: MessageHead): string {
  return plainAddress(message.socket.remoteAddress);
}

/**
 * The request without its body. An unknown method or path is passed on: the world answers it (gap E10).
 * BAD_REQUEST for an X-Sim-IP from this machine that is no address; from elsewhere that header says nothing.
 */
export function readRequest(message: MessageHead, ip: string): Outcome<Request> {
  const virtualIp = isLoopback(ip) ? message.headers['x-sim-ip'] : undefined;
  if (virtualIp !== undefined && isIP(String(virtualIp)) === 0) {
    return refuse('BAD_REQUEST', 'X-Sim-IP must be an IP address such as 10.0.0.1');
  }
  const target = targetOf(message.url ?? '/');
  return {
    method: message.method as Method,
    path: target.path,
    query: target.query,
    headers: headersOf(message),
    body: undefined,
    ip: virtualIp === undefined ? ip : String(virtualIp),
  };
}

/**
 * When a program on this machine says it sends the request (X-Sim-At), so that a manual clock can go along; undefined
 * without the header, or from a caller that may not move the clock. BAD_REQUEST for what is no instant.
 */
export function sentAtMs(message: MessageHead, ip: string): Outcome<Instant | undefined> {
  const text = message.headers['x-sim-at'];
  if (text === undefined || !isLocalCall(message, ip)) return undefined;
  const atMs = parseInstant(String(text));
  if (atMs !== undefined && atMs >= 0) return atMs;
  return refuse('BAD_REQUEST', `X-Sim-At must be ${instantExpected}, from 1970`);
}

const noQuery: Request['query'] = Object.freeze({});

/**
 * Path and query of a request target, also of one in absolute form (RFC 9112, 3.2.2). Where a query repeats a key the
 * last one counts, as in a JSON body; its malformed escapes stay as they are. A path with such escapes has no route.
 */
function targetOf(url: string): { path: string; query: Request['query'] } {
  const local = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const end = local.indexOf('#');
  const target = end < 0 ? local : local.slice(0, end);
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? noQuery : queryOf(target.slice(mark + 1));
  return { path: path.includes('%') ? plainPath(path) : path, query };
}

/** Escapes of characters that need none are undone (RFC 3986, 6.2.2.2); all others are the router's to read. */
function plainPath(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape;
  });
}

/** node:http has joined repeated headers already; the one list it leaves is Set-Cookie. */
function headersOf(message: MessageHead): Request['headers'] {
  const { headers } = message;
  if (headers['set-cookie'] === undefined) return headers as Request['headers'];
  return { ...(headers as Request['headers']), 'set-cookie': headers['set-cookie'].join(', ') };
}
