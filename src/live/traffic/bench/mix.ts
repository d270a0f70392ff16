/**
 * The mix of reads in recorded traffic: which were answered, and how often each. A read that needs nothing but its
 * caller's own key can be sent by anybody who has one; what names ids or agents of the recording is left out, and counted.
 */
import { decoded } from '../../../core/base/decoded.ts';
import { pathMistake } from '../http/sendable-path.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { eachReference } from '../../../simulation/trace/references.ts';

export interface MixedRead {
  readonly call: string;
  /** As in the trace, with the part of the service in front. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>> | undefined;
  readonly needsKey: boolean;
  /** How often the recording has it. */
  weight: number;
}

/** Different reads beyond this are left out: a mix is about what is frequent. */
const readsMax = 5_000;

export class Mix {
  readonly #reads = new Map<string, MixedRead>();
  /** What agents called themselves when they registered: nobody at the target has to know them. */
  readonly #names = new Set<string>();
  /** Requests of the recording, and those that the mix stands for. */
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
