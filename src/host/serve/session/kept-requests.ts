/**
 * Requests as a session keeps them. Clients ask the same again and again: what is equal is kept once, so that a request costs
 * little memory and the garbage collector has little to copy.
 */
import type { Request } from '../../../core/http/message.ts';
import { keptRequest, readHeaders } from './entry.ts';

/** A request as it is kept, and whether it is kept for the first time. */
interface Kept {
  readonly request: Request;
  readonly isNew: boolean;
}

/** Callers whose latest requests are remembered; beyond that all are forgotten. */
const callersMax = 20_000;
const requestsPerCallerMax = 8;

/** Belongs to one session. */
export class KeptRequests {
  /** Latest requests by Authorization header, or by address without one. */
  readonly #byCaller = new Map<string, Request[]>();

  of(request: Request): Kept {
    const latest = this.#latestOf(request);
    if (isPlain(request))
      for (const kept of latest) if (isSame(kept, request)) return { request: kept, isNew: false };
    const kept = keptRequest(request);
    if (isPlain(request)) {
      latest.push(kept);
      if (latest.length > requestsPerCallerMax) latest.shift();
    }
    return { request: kept, isNew: true };
  }

  clear(): void {
    this.#byCaller.clear();
  }

  #latestOf({ headers, ip }: Request): Request[] {
    const caller = headers['authorization'] ?? ip;
    let latest = this.#byCaller.get(caller);
    if (latest === undefined) {
      if (this.#byCaller.size >= callersMax) this.#byCaller.clear();
      this.#byCaller.set(caller, (latest = []));
    }
    return latest;
  }
}

/** Without query and body. */
function isPlain({ query, body, rawBody }: Request): boolean {
  if (body !== undefined || rawBody !== undefined) return false;
  for (const _ in query) return false;
  return true;
}

/** For two requests without query and body. */
function isSame(one: Request, other: Request): boolean {
  if (one.path !== other.path || one.method !== other.method || one.ip !== other.ip) return false;
  for (const name of readHeaders) if (one.headers[name] !== other.headers[name]) return false;
  return true;
}
