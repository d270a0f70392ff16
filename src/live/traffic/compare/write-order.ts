/**
 * Which writes of other sessions may have come before a request on one side and after it on the other: of two exchanges that overlap no one
 * knows which came first, and a request that was held up is late. What such a write has changed may differ then.
 */
import type { TraceRecord } from '../../../simulation/trace/format.ts';

/** Writes that are kept; older ones were over on both sides. */
const keptMax = 1_000;

/** A request, what it refers to, and the sessions of all agents that it touches. */
interface Planned {
  readonly record: Pick<TraceRecord, 'n' | 'at' | 'took' | 'session' | 'request'>;
  readonly things: readonly number[];
  readonly touched: readonly number[] | undefined;
}

/** `sent` and `over` count what was sent and answered before. */
interface Span {
  sent?: number;
  over?: number;
}

interface Write extends Planned {
  readonly span: Span;
}

/** Follows the requests of one run of real clients. Tell it of each when it is planned, sent and answered. */
export class WriteOrder {
  readonly #writes = new Map<number, Write>();
  /** Requests that are sent and not forgotten. */
  readonly #spans = new Map<number, Span>();
  #steps = 0;
  /** The latest answer of `isOpen`: a response with many differences asks for each. */
  #latest = { n: -1, isOpen: false };

  planned(request: Planned): void {
    const { n, request: of, took } = request.record;
    if (took === undefined || of.method === 'GET') return;
    this.#writes.set(n, { ...request, span: this.#spanOf(n) });
    for (const oldest of this.#writes.keys()) {
      if (this.#writes.size <= keptMax) break;
      this.#writes.delete(oldest);
    }
  }

  sent(n: number): void {
    this.#spanOf(n).sent = this.#steps += 1;
  }

  answered(n: number): void {
    this.#spanOf(n).over = this.#steps += 1;
  }

  /** True if another session's write about a thing or an agent of this request may have come before it on one side alone. */
  isOpen(request: Planned): boolean {
    const { n } = request.record;
    if (this.#latest.n !== n) this.#latest = { n, isOpen: this.#hasOther(request) };
    return this.#latest.isOpen;
  }

  #hasOther(request: Planned): boolean {
    const span = this.#spans.get(request.record.n);
    if (span === undefined) return false;
    for (const write of this.#writes.values())
      if (isRelated(write, request) && mayBeOther(write, { request, span })) return true;
    return false;
  }

  #spanOf(n: number): Span {
    let span = this.#spans.get(n);
    if (span !== undefined) return span;
    this.#spans.set(n, (span = {}));
    for (const oldest of this.#spans.keys()) {
      if (this.#spans.size <= keptMax * 2) break;
      this.#spans.delete(oldest);
    }
    return span;
  }
}

function isRelated(write: Write, { record, things, touched }: Planned): boolean {
  if (write.record.session === record.session || write.record.n === record.n) return false;
  return (
    write.touched?.some((each) => each === record.session || touched?.includes(each) === true) === true ||
    things.some((thing) => thing === write.record.n || write.things.includes(thing))
  );
}

/** True unless the write came before on both sides, or after on both. */
function mayBeOther({ record, span }: Write, read: { request: Planned; span: Span }): boolean {
  const [from, took = 0] = [record.at, record.took];
  const { at, took: readTook = 0 } = read.request.record;
  const recorded = orderOf(from + took < at, from > at + readTook);
  const [sent, over] = [span.sent ?? Number.POSITIVE_INFINITY, span.over ?? Number.POSITIVE_INFINITY];
  const live = orderOf(over < (read.span.sent ?? 0), sent > (read.span.over ?? Number.POSITIVE_INFINITY));
  return recorded === 'unknown' || live === 'unknown' || recorded !== live;
}

const orderOf = (isBefore: boolean, isAfter: boolean): 'before' | 'after' | 'unknown' =>
  isBefore ? 'before' : isAfter ? 'after' : 'unknown';
