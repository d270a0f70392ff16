/** Composes the text of an HTTP request. No value of a trace can end a line early or begin another request. */
import { keyValue, type CarriedHeaders } from '../target/headers.ts';
import type { ServiceAddress } from '../target/target.ts';
import { fieldFormat, framingHeaders, tokenFormat } from './header-text.ts';
import { pathMistake } from './sendable-path.ts';

/** The parts of one message, before escaping and checks. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Header lines that Orrery adds, each ended by CRLF; they are not checked. */
  readonly ownHeaders: string;
  /** The body; undefined for none. `isJson` adds a content type if the headers have none. */
  readonly body: string | undefined;
  readonly isJson: boolean;
}

/** Characters that a path must not contain unescaped. */
const unsafe = /[^!$&'()*+,\-./0-9:;=@A-Z_a-z~%]/gu;

/** The `Host` header of an address, without a default port. */
export function hostHeader({ host, port, isTls }: ServiceAddress): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === (isTls ? 443 : 80) ? name : `${name}:${port}`;
}

/** The headers without those that frame a message; undefined if HTTP cannot carry one of them. */
export function sendableHeaders(
  headers: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const entries = Object.entries(headers);
  if (!entries.every(([name, value]) => tokenFormat.test(name) && fieldFormat.test(value))) return undefined;
  return Object.fromEntries(entries.filter(([name]) => !framingHeaders.has(name.toLowerCase())));
}

/**
 * The whole message, with the headers and the authentication of the target file; undefined for an unsafe path or for
 * headers that HTTP cannot carry.
 */
export function wireText(request: WireRequest, host: string, carried?: CarriedHeaders): string | undefined {
  const { method, path, query, headers, ownHeaders, body } = request;
  if (pathMistake(path) !== undefined) return undefined;
  let text = `${method} ${pathText(path)}${queryText(query)} HTTP/1.1\r\nhost: ${host}\r\n${ownHeaders}`;
  if (carried !== undefined) text += carried.lines;
  let hasType = false;
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (!tokenFormat.test(name) || !fieldFormat.test(value)) return undefined;
    const plain = name.toLowerCase();
    if (framingHeaders.has(plain)) continue;
    if (carried !== undefined) {
      if (carried.auth !== undefined && plain === 'authorization') {
        text += `${carried.auth.header}: ${keyValue(carried.auth, value)}\r\n`;
        continue;
      }
      if (carried.names.has(plain)) continue;
    }
    hasType ||= plain === 'content-type';
    text += `${name}: ${value}\r\n`;
  }
  if (body === undefined) return method === 'GET' ? `${text}\r\n` : `${text}content-length: 0\r\n\r\n`;
  if (request.isJson && !hasType) text += 'content-type: application/json\r\n';
  return `${text}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Percent-encodes the unsafe characters of a path; existing escapes stay. */
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
