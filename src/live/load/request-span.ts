/** What is told of each request whose trace is sampled, when it has ended. */
import type { TraceContext } from './send/trace-contexts.ts';

/** A request as a span; times are milliseconds of `performance.now()`. */
export interface RequestSpan {
  readonly context: TraceContext;
  readonly method: string;
  /** service/style/operation */
  readonly call: string;
  readonly behaviour: string;
  /** 0 without a response; `code` is then the reason. */
  readonly status: number;
  /** Empty below 400. */
  readonly code: string;
  /** When it was due by the schedule. */
  readonly dueMs: number;
  /** 0 if it was never sent. */
  readonly sentMs: number;
  readonly endMs: number;
}

/** Takes spans; must not throw and must not wait. */
export type SpanSink = (span: RequestSpan) => void;

/** How requests are traced. */
export interface Tracing {
  /** The share of requests whose trace is sampled, 0 to 1. */
  readonly share: number;
  /** Undefined where only the header is sent. */
  readonly sink?: SpanSink | undefined;
}
