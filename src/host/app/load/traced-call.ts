/** A load's call whose sampled requests become spans; the exporter is loaded where it is needed alone. */
import type { LoadCall } from '../../../live/load/load-call.ts';
import { withPackages } from '../../packages/optional-package.ts';
import type { TelemetryTargets } from './load-settings.ts';
import type { Spans } from './spans.ts';

/** The call for a process that sends requests; `spans` is undefined where none are sent. */
export interface TracedCall {
  readonly call: LoadCall;
  readonly spans: Spans | undefined;
}

/** The call as it is, unless it has an address for spans. */
export async function tracedCall(call: LoadCall, { otlpTraces }: TelemetryTargets): Promise<TracedCall> {
  if (otlpTraces === undefined || call.tracing === undefined) return { call, spans: undefined };
  const { startSpans } = await withPackages('--otlp-traces', () => import('./spans.ts'));
  const spans = startSpans(call, otlpTraces);
  return { call: { ...call, tracing: { ...call.tracing, sink: spans.sink } }, spans };
}
