/**
 * What a bench sends: messages that are composed once, each with a weight. The order is deterministic, so that every
 * part of a run holds the same mix and two runs send the same requests in the same order.
 */
import type { Endpoint } from '../http/connection.ts';
import { hostHeader, wireText } from '../http/wire-request.ts';
import type { PlannedRequest, Script } from '../engine/planned-request.ts';
import { dueTimes, type Arrivals } from './arrivals.ts';
import { SteadyScript } from './steady-script.ts';
import type { CarriedHeaders } from '../target/headers.ts';
import type { ServiceAddress } from '../target/target.ts';

/** One GET request of a mix. */
export interface LoadRequest {
  /** The documented operation, or another name for the figures. */
  readonly call?: string;
  readonly weight: number;
  readonly address: ServiceAddress;
  /** Relative to the address of the service. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** What one step of a bench sends. */
export interface StepPlan {
  readonly requestsPerSecond: number;
  /** At least one. */
  readonly requests: number;
  readonly arrivals: Arrivals;
  /** Which step of the bench it is, from 0. */
  readonly step: number;
}

/** Where a bench sends requests, and the requests of each step. */
export interface Load {
  readonly endpoints: readonly Endpoint[];
  /** A script of one step; a new one for each. */
  script(plan: StepPlan): Script<PlannedRequest>;
}

/** Composed HTTP messages and the connections they use; `endpoint` of a message is an index into `endpoints`. */
export interface ReadLoad extends Load {
  readonly messages: readonly { readonly text: string; readonly endpoint: number; readonly call: string }[];
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
): ReadLoad {
  const endpoints: Endpoint[] = [];
  const messages = requests.map(({ address, path, query, headers, call = '' }) => {
    const request = { method: 'GET', path: address.basePath + path, query, headers };
    const text = wireText(
      { ...request, ownHeaders: '', body: undefined, isJson: false },
      hostHeader(address),
      carried,
    );
    if (text === undefined) throw new Error(`a header for ${path} holds what no HTTP message can carry`);
    return { text, endpoint: indexOfEndpoint(endpoints, endpointOf(address)), call };
  });
  const ends: number[] = [];
  for (const { weight } of requests) ends.push((ends.at(-1) ?? 0) + weight);
  const total = ends.at(-1) ?? 0;
  const pick = (n: number): number => firstAbove(ends, ((n * goldenShare) % 1) * total);
  const messageOf = (n: number) => messages[pick(n)];
  const script = ({ requests: count, requestsPerSecond, arrivals, step }: StepPlan): Script<PlannedRequest> =>
    new SteadyScript({
      sessions: count,
      sessionLength: 1,
      requestsPerSecond,
      method: 'GET',
      dueMs: dueTimes({ count, requestsPerSecond, arrivals, step }),
      message: (_position, _before, session) => messageOf(session)?.text ?? '',
      call: (session) => messageOf(session)?.call ?? '',
      endpoint: (session) => messageOf(session)?.endpoint ?? 0,
    });
  return { endpoints, messages, pick, script };
}

/** The index of an endpoint in a list that grows: one host and port has one. */
export function indexOfEndpoint(endpoints: Endpoint[], endpoint: Endpoint): number {
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
