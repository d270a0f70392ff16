/**
 * A trace: every request and answer of a run, in order, one JSON object a line, secrets taken out. The first line says
 * what was run, the last one that the trace is whole. A value that an earlier answer gave out stands as
 * `${12:/escrow_id}`: the field of the answer to record 12; so a replay can put in what its own target gave out.
 */
import type { JsonObject } from '../../core/http/message.ts';

/** Raised with every change that an older reader would misread. */
export const traceVersion = 1;

export interface TraceHeader {
  readonly trace: typeof traceVersion;
  readonly orrery: string;
  readonly scenario: string;
  readonly seed: string;
  readonly profile: string;
  readonly policyHash: string;
  /** ISO 8601 UTC; `at` of every record counts from here. */
  readonly start: string;
  /** By name, so that a sandbox can be made to hold the same. */
  readonly policies: Readonly<Record<string, string>>;
  /** As in a scenario file, `at` counted from the start: what went wrong on purpose. */
  readonly faults: readonly Readonly<Record<string, unknown>>[];
  /** As in a scenario file: thresholds by metric. */
  readonly expect: Readonly<Record<string, readonly string[]>>;
}

export interface TraceRecord {
  /** Position in the trace, from 0; references name it. */
  readonly n: number;
  /** Virtual milliseconds since the start. */
  readonly at: number;
  /** The agent's number: requests of one session are sent one after the other. */
  readonly session: number;
  readonly agent: string;
  /** `service/style/operation`; empty for a path that leads nowhere. */
  readonly call: string;
  readonly request: TracedRequest;
  readonly answer: { readonly status: number; readonly body: JsonObject };
}

export interface TracedRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Text that was sent instead of a JSON body. */
  readonly raw?: string;
  readonly ip: string;
}

export interface TraceEnd {
  readonly end: true;
  readonly requests: number;
  readonly digest: string;
}
