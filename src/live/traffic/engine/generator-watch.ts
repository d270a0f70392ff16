/**
 * What sending cost this process while it lasted: processor, event loop and garbage collection. It says nothing about
 * the target; it is there to tell a limit of the generator from one of the target.
 */
import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks';
import { Type, type Static } from 'typebox';
import { present } from '../../../core/base/assert.ts';
import { closed } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';

const Share = Type.Number({ minimum: 0 });
const Milliseconds = Type.Number({ minimum: 0, description: 'milliseconds' });

/** The generator's own load; part of the results of load tests. */
export const GeneratorSchema = Type.Object(
  {
    processorShare: Type.Number({
      minimum: 0,
      description: 'processor time of the process over wall time; 1 is one core',
    }),
    eventLoopShare: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'share of time that the event loop works',
    }),
    eventLoopDelayP99Ms: Milliseconds,
    collectionShare: Share,
    collectionLongestMs: Milliseconds,
  },
  { ...closed, description: 'what sending cost the generator' },
);

/** Shares of wall time, and delays in milliseconds, as `GeneratorSchema` describes them. */
export type GeneratorFigures = Written<Static<typeof GeneratorSchema>>;

/** Resolution of the delay's timer; each recorded value includes it. */
const resolutionMs = 10;

/** Watches from construction to `stop`; `figures` are those of this time. */
export class GeneratorWatch {
  readonly #startMs = performance.now();
  readonly #loop = performance.eventLoopUtilization();
  readonly #processor = process.cpuUsage();
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #collections: PerformanceObserver;
  #collectionMs = 0;
  #longestMs = 0;
  #figures: GeneratorFigures | undefined;

  constructor() {
    this.#delay.enable();
    this.#collections = new PerformanceObserver((list) => this.#note(list.getEntries()));
    this.#collections.observe({ entryTypes: ['gc'] });
  }

  /** Throws an `InvariantError` before `stop`. */
  get figures(): GeneratorFigures {
    return present(this.#figures, 'the watch has ended');
  }

  stop(): void {
    this.#delay.disable();
    this.#note(this.#collections.takeRecords());
    this.#collections.disconnect();
    const elapsedMs = Math.max(1, performance.now() - this.#startMs);
    const { user, system } = process.cpuUsage(this.#processor);
    const delayMs = this.#delay.percentile(99) / 1e6 - resolutionMs;
    this.#figures = {
      processorShare: (user + system) / 1000 / elapsedMs,
      eventLoopShare: performance.eventLoopUtilization(this.#loop).utilization,
      eventLoopDelayP99Ms: Math.max(0, delayMs),
      collectionShare: this.#collectionMs / elapsedMs,
      collectionLongestMs: this.#longestMs,
    };
  }

  #note(collections: readonly { duration: number }[]): void {
    for (const { duration } of collections) {
      this.#collectionMs += duration;
      this.#longestMs = Math.max(this.#longestMs, duration);
    }
  }
}
