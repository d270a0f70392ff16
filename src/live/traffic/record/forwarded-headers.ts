/** The headers of a message that a proxy passes on: all of them but those of the connection (RFC 9110, 7.6.1). */

/** Headers that concern one connection alone. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Header lines as Node has them: names and values in turn, in the order and spelling of the sender. */
export type RawHeaders = readonly string[];

/** Lower-case names that the Connection header of the message declares to be its own. */
function namedByConnection(raw: RawHeaders): ReadonlySet<string> {
  const names = pairsOf(raw)
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','));
  return new Set(names.map((name) => name.trim()));
}

/** Names and values in pairs. */
export const pairsOf = (raw: RawHeaders): [string, string][] =>
  Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ]);

/** The lines of a message without those of its connection. */
export function endToEnd(raw: RawHeaders): string[] {
  const own = namedByConnection(raw);
  return pairsOf(raw)
    .filter(([name]) => !hopByHop.has(name.toLowerCase()) && !own.has(name.toLowerCase()))
    .flat();
}

/**
 * The lines that the target is sent: those of the client with the target's own `Host`. The client has been answered
 * its `Expect` already, and a body without a length stays chunked.
 */
export function headersToTarget(
  raw: RawHeaders,
  { host, isChunked }: { host: string; isChunked: boolean },
): string[] {
  const lines = pairsOf(endToEnd(raw)).filter(([name]) => !/^(?:host|expect)$/i.test(name));
  return ['Host', host, ...lines.flat(), ...(isChunked ? ['Transfer-Encoding', 'chunked'] : [])];
}
