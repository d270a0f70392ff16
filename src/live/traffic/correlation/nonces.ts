/**
 * Nonces of draws that a client sends back, as to verify a bet: numbers that no trace marks as given out. Where they begin is open, so
 * that a recorded one becomes the target's by the distance at which both last stood.
 */
import type { NamingRequest } from './namespace.ts';

/** Follows the sessions of one run. */
export class Nonces {
  /** How far the target's nonces are ahead, by session. */
  readonly #ahead = new Map<number, number>();

  note(session: number, recorded: unknown, live: unknown): void {
    const [ours, theirs] = [nonceIn(recorded), nonceIn(live)];
    if (ours !== undefined && theirs !== undefined && !this.#ahead.has(session))
      this.#ahead.set(session, theirs - ours);
  }

  /** A request with the target's nonces in its query and at the top of its body. */
  toTarget<Request extends Nonced>(session: number, request: Request): Request {
    return moved(request, this.#ahead.get(session) ?? 0);
  }

  /** The same in the other direction: a request that has the target's nonces, with the recorded ones. */
  toRecorded<Request extends Nonced>(session: number, request: Request): Request {
    return moved(request, -(this.#ahead.get(session) ?? 0));
  }
}

type Nonced = Pick<NamingRequest, 'query' | 'body'>;

/** No nonce is below 0. */
function moved<Request extends Nonced>(request: Request, by: number): Request {
  const nonce = request.query?.['nonce'];
  const inBody = nonceIn(request.body);
  if (by === 0 || (nonce === undefined && inBody === undefined)) return request;
  const other = (old: number): number => (old + by < 0 ? old : old + by);
  return {
    ...request,
    ...(nonce === undefined || !/^\d{1,15}$/.test(nonce)
      ? {}
      : { query: { ...request.query, nonce: String(other(Number(nonce))) } }),
    ...(inBody === undefined ? {} : { body: { ...(request.body as object), nonce: other(inBody) } }),
  };
}

/** The nonce at the top of a body. */
export function nonceIn(body: unknown): number | undefined {
  const nonce = (body as { nonce?: unknown } | null | undefined)?.nonce;
  return typeof nonce === 'number' ? nonce : undefined;
}
