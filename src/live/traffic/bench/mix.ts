/**
 * The mix of successful reads in recorded traffic, with frequencies. Only reads that need no more than the caller's
 * own key are kept; reads that name ids or agents of the recording are counted but left out.
 */
import { decoded } from '../../../core/base/decoded.ts';
import { pathMistake } from '../http/sendable-path.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { eachReference } from '../../../simulation/trace/references.ts';

/**
 * One distinct read of a recording: `call` is service/style/operation, `needsKey` is true if it was sent with a key.
 */
export interface MixedRead {
  readonly call: string;
  /** The path as in the trace, with the service's prefix. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>> | undefined;
  readonly needsKey: boolean;
  /** Occurrences in the recording. */
  weight: number;
}

/** At most this many distinct reads are kept; rarer ones hardly change a mix. */
const readsMax = 5_000;

/** Collects the reads of a trace, record by record, and merges equal paths and queries. */
export class Mix {
  readonly #reads = new Map<string, MixedRead>();
  /** Agent names of registrations in the recording: the target may not know them. */
  readonly #names = new Set<string>();
  /** Requests of the recording, and those that the kept reads represent. */
  requests = 0;
  covered = 0;

  add({ call, request, answer }: TraceRecord): void {
    this.requests += 1;
    const { method, path, query, headers } = request;
    const name = (request.body as { agent_id?: unknown } | undefined)?.agent_id;
    if (typeof name === 'string') this.#names.add(name);
    const isRead = method === 'GET' && answer.status >= 200 && answer.status < 300;
    if (
      !isRead ||
      call === '' ||
      pathMistake(path) !== undefined ||
      refersTo(`${path}${JSON.stringify(query ?? {})}`)
    )
      return;
    const parts = [...path.split('/'), ...Object.values(query ?? {})];
    if (parts.some((part) => this.#names.has(decoded(part)))) return;
    const key = JSON.stringify([path, query]);
    const known = this.#reads.get(key);
    const needsKey = headers?.['authorization'] !== undefined;
    if (known !== undefined) known.weight += 1;
    else if (this.#reads.size >= readsMax) return;
    else this.#reads.set(key, { call, path, query, needsKey, weight: 1 });
    this.covered += 1;
  }

  /** The most frequent first. */
  reads(): MixedRead[] {
    return [...this.#reads.values()].toSorted((left, right) => right.weight - left.weight);
  }
}

function refersTo(text: string): boolean {
  let found = false;
  eachReference(text, () => (found = true));
  return found;
}
