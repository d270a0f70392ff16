/** Which header names and values HTTP can carry, and which headers frame a message and are never taken from outside. */

/** A header name or an authentication scheme (RFC 9110, 5.6.2). */
export const tokenFormat = /^[!#$%&'*+.^_`|~\w-]+$/;
/** Tab and visible ASCII (RFC 9110, 5.5): servers disagree on everything else. */
export const fieldFormat = /^[\t\x20-\x7e]*$/;

/** Headers that frame or route the message, in lower case. */
export const framingHeaders: ReadonlySet<string> = new Set([
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
