/**
 * The requests of a load as OpenTelemetry spans over OTLP/HTTP, with the ids of the `traceparent` that the target has
 * received. The queue is bounded: spans of a collector that is too slow are dropped and counted.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Attributes, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { LoadCall } from '../../../live/load/load-call.ts';
import type { RequestSpan, SpanSink } from '../../../live/load/request-span.ts';
import { packageVersion } from '../process/package-version.ts';
import { loadResource } from './load-resource.ts';

/** Spans that wait at most, some 2 kB each. */
const queueMax = 8_192;
const batchMax = 512;
const exportMs = 500;
const timeoutMs = 5_000;

/** Takes spans until `end`, which sends the last ones and resolves with what went wrong. */
export interface Spans {
  readonly sink: SpanSink;
  end(): Promise<readonly string[]>;
}

/** Starts to send spans of one process to an address such as `http://127.0.0.1:4318/v1/traces`. */
export function startSpans(call: LoadCall, url: string): Spans {
  const counted = new CountedExporter(new OTLPTraceExporter({ url, timeoutMillis: timeoutMs }));
  const ids = { traceId: '', spanId: '' };
  const provider = new TracerProvider({
    resource: loadResource(call),
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: counted,
        maxQueueSize: queueMax,
        maxExportBatchSize: batchMax,
        scheduledDelayMillis: exportMs,
        exportTimeoutMillis: timeoutMs,
      }),
    ],
  });
  const tracer = provider.getTracer('orrery', packageVersion());
  let made = 0;
  return {
    sink: (span) => {
      made += 1;
      Object.assign(ids, span.context);
      record(tracer, span);
    },
    end: async () => {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        pause(timeoutMs, undefined, { ref: false }),
      ]);
      return counted.notes(made);
    },
  };
}

/** The span starts when its request was due; the event `sent` says when it was written. */
function record(
  tracer: Tracer,
  { method, call, status, code, dueMs, sentMs, endMs, behaviour }: RequestSpan,
) {
  const attributes: Attributes = {
    'http.request.method': method,
    'orrery.operation': call,
    'orrery.behaviour': behaviour,
    ...(status === 0 ? {} : { 'http.response.status_code': status }),
    ...(code === '' ? {} : { 'error.type': code }),
  };
  const options = { kind: SpanKind.CLIENT, startTime: epochMs(dueMs), attributes };
  const span = tracer.startSpan(`${method} ${call}`, options, ROOT_CONTEXT);
  if (sentMs > 0) span.addEvent('sent', epochMs(sentMs));
  if (code !== '') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(epochMs(endMs));
}

const epochMs = (ms: number): number => performance.timeOrigin + ms;

type Done = Parameters<SpanExporter['export']>[1];

/** Counts what the collector has taken: OpenTelemetry itself says nothing. */
class CountedExporter implements SpanExporter {
  readonly #inner: SpanExporter;
  #taken = 0;
  #why = '';

  constructor(inner: SpanExporter) {
    this.#inner = inner;
  }

  export(spans: Parameters<SpanExporter['export']>[0], done: Done): void {
    this.#inner.export(spans, (result) => {
      if (result.error === undefined) this.#taken += spans.length;
      else this.#why = result.error.message;
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }

  forceFlush(): Promise<void> {
    return this.#inner.forceFlush?.() ?? Promise.resolve();
  }

  /** One sentence where spans are missing. */
  notes(made: number): string[] {
    const missing = made - this.#taken;
    if (missing === 0) return [];
    const why =
      this.#why === '' ? 'the collector was too slow' : `the last error was: ${this.#why.slice(0, 200)}`;
    return [`OTLP: the collector did not take ${missing} of ${made} spans; ${why}`];
  }
}
