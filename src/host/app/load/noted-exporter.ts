/** An exporter that keeps why exports failed: OpenTelemetry itself says nothing. */
import type { PushMetricExporter, ResourceMetrics } from '@opentelemetry/sdk-metrics';

type Done = Parameters<PushMetricExporter['export']>[1];

/** Passes everything on to another exporter. */
export class NotedExporter implements PushMetricExporter {
  readonly #inner: PushMetricExporter;
  #failures = 0;
  #why = '';

  constructor(inner: PushMetricExporter) {
    this.#inner = inner;
  }

  export(metrics: ResourceMetrics, done: Done): void {
    this.#inner.export(metrics, (result) => {
      if (result.error !== undefined) {
        this.#failures += 1;
        this.#why = result.error.message;
      }
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.#inner.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }

  /** One sentence where exports have failed. */
  notes(): string[] {
    if (this.#failures === 0) return [];
    return [`OTLP: ${this.#failures} exports failed, the last one with: ${this.#why.slice(0, 200)}`];
  }
}
