/** A request as the text that goes over the wire. Nothing a trace holds can end a line early or begin another request. */
import type { ServiceAddress } from '../target/target.ts';
import { pathMistake } from './sendable-path.ts';

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Header lines of our own, each ended by CRLF. */
  readonly ownHeaders: string;
  /** The text of the body and whether it is JSON by our own making; undefined for none. */
  readonly body: string | undefined;
  readonly isJson: boolean;
}

const tokenFormat = /^[!#$%&'*+.^_`|~\w-]+$/;
/** Tab, and what can be seen of ASCII (RFC 9110, 5.5): beyond that no two servers agree. */
const fieldFormat = /^[\t\x20-\x7e]*$/;
/** What a path may not hold as it is. */
const unsafe = /[^!$&'()*+,\-./0-9:;=@A-Z_a-z~%]/gu;

/** Those that frame the message or lead it elsewhere are never taken from a trace. */
const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The `Host` of an address. */
export function hostHeader({ host, port, isTls }: ServiceAddress): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === (isTls ? 443 : 80) ? name : `${name}:${port}`;
}

/** Headers as they may be sent, those left out that frame a message; undefined for what no HTTP message can carry. */
export function sendableHeaders(
  headers: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const entries = Object.entries(headers);
  if (!entries.every(([name, value]) => tokenFormat.test(name) && fieldFormat.test(value))) return undefined;
  return Object.fromEntries(entries.filter(([name]) => !framing.has(name.toLowerCase())));
}

/** The whole message; undefined for a path that must not be sent and for headers that no HTTP message can carry. */
export function wireText(request: WireRequest, host: string): string | undefined {
  const { method, path, query, headers, ownHeaders, body } = request;
  if (pathMistake(path) !== undefined) return undefined;
  let text = `${method} ${pathText(path)}${queryText(query)} HTTP/1.1\r\nhost: ${host}\r\n${ownHeaders}`;
  let hasType = false;
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (!tokenFormat.test(name) || !fieldFormat.test(value)) return undefined;
    const plain = name.toLowerCase();
    if (framing.has(plain)) continue;
    hasType ||= plain === 'content-type';
    text += `${name}: ${value}\r\n`;
  }
  if (body === undefined) return method === 'GET' ? `${text}\r\n` : `${text}content-length: 0\r\n\r\n`;
  if (request.isJson && !hasType) text += 'content-type: application/json\r\n';
  return `${text}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Escapes already there stay as they are. */
export const pathText = (path: string): string =>
  path.replaceAll(unsafe, (character) =>
    // Half of a surrogate pair has no UTF-8.
    encodeURIComponent(/\p{Surrogate}/u.test(character) ? '\ufffd' : character).replace(
      /^[!'()*]$/,
      (plain) => plain,
    ),
  );

function queryText(query: WireRequest['query']): string {
  if (query === undefined) return '';
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}
