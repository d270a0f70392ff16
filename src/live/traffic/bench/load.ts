/**
 * What a bench sends: messages that are composed once, each with a weight. The order is deterministic, so that every
 * part of a run holds the same mix and two runs send the same requests in the same order.
 */
import type { Endpoint } from '../http/connection.ts';
import { hostHeader, wireText } from '../http/wire-request.ts';
import type { CarriedHeaders } from '../target/headers.ts';
import type { ServiceAddress } from '../target/target.ts';

/** One GET request of a mix. */
export interface LoadRequest {
  readonly weight: number;
  readonly address: ServiceAddress;
  /** Relative to the address of the service. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Composed HTTP messages and the connections they use; `endpoint` of a message is an index into `endpoints`. */
export interface Load {
  readonly endpoints: readonly Endpoint[];
  readonly messages: readonly { readonly text: string; readonly endpoint: number }[];
  /** Which message request number `n` sends. */
  pick(n: number): number;
}

/** The golden ratio's fraction: its multiples modulo 1 are spread evenly (a low-discrepancy sequence). */
const goldenShare = (Math.sqrt(5) - 1) / 2;

/** Composes the messages of a mix, with the headers of the target file. Throws an `Error` for a header that HTTP cannot carry. */
export function loadOf(
  requests: readonly LoadRequest[],
  endpointOf: (address: ServiceAddress) => Endpoint,
  carried?: CarriedHeaders,
): Load {
  const endpoints: Endpoint[] = [];
  const messages = requests.map(({ address, path, query, headers }) => {
    const request = { method: 'GET', path: address.basePath + path, query, headers };
    const text = wireText(
      { ...request, ownHeaders: '', body: undefined, isJson: false },
      hostHeader(address),
      carried,
    );
    if (text === undefined) throw new Error(`a header for ${path} holds what no HTTP message can carry`);
    return { text, endpoint: indexOf(endpoints, endpointOf(address)) };
  });
  const ends: number[] = [];
  for (const { weight } of requests) ends.push((ends.at(-1) ?? 0) + weight);
  const total = ends.at(-1) ?? 0;
  return { endpoints, messages, pick: (n) => firstAbove(ends, ((n * goldenShare) % 1) * total) };
}

function indexOf(endpoints: Endpoint[], endpoint: Endpoint): number {
  const known = endpoints.findIndex(
    ({ isTls, host, port }) => isTls === endpoint.isTls && host === endpoint.host && port === endpoint.port,
  );
  return known >= 0 ? known : endpoints.push(endpoint) - 1;
}

/** The first position whose end lies above the value. */
function firstAbove(ends: readonly number[], value: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
