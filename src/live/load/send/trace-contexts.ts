/** The trace contexts of a load's requests (W3C Trace Context, version 00): each request begins a new trace. */
import { randomBytes } from 'node:crypto';

/** One context; ids are lower-case hexadecimal digits. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** True if a span is kept for it, here and at a target that follows the caller. */
  readonly isSampled: boolean;
}

/** Bytes of both ids. */
const idBytes = 24;
/** The sample is drawn from the last 32 bits of the trace id, which the standard calls random. */
const drawAt = 12;
const drawMax = 2 ** 32;

/** A new context, sampled with this probability, 0 to 1. */
export function traceContext(share: number): TraceContext {
  const bytes = randomBytes(idBytes);
  const ids = bytes.toString('hex');
  return {
    traceId: ids.slice(0, 32),
    spanId: ids.slice(32),
    isSampled: bytes.readUInt32BE(drawAt) < share * drawMax,
  };
}

/** The value of the header `traceparent`. */
export const traceParentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
