/** A task of a pool, and the step of one of its points that does not end, if there is one. */
import { lookMs, StepClock } from './processor-time.ts';

/** Steps of a run that do not end, by the number of the point. */
type EndlessSteps = ReadonlyMap<number, readonly number[]>;

/** What a thread is sent. */
export interface PoolTask {
  readonly points: readonly number[];
  /** Shared memory in which the thread says where it is: the point (0 for none), and its current step. */
  readonly progress: Float64Array;
  readonly endless: EndlessSteps;
}

/**
 * Watches one task by processor time and aborts its `signal` when a step exceeds the limit. The caller must `close`
 * it when the task has ended, or its timer stays.
 */
export class WatchedTask {
  readonly message: PoolTask;
  /** Set together with the signal that ends the thread. */
  endless: { readonly point: number; readonly step: number } | undefined;
  readonly #abort = new AbortController();
  readonly #look: NodeJS.Timeout;

  constructor(
    points: readonly number[],
    { endless, stepMsMax }: { readonly endless: EndlessSteps; readonly stepMsMax: number },
  ) {
    const progress = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
    this.message = { points, progress, endless };
    const clock = new StepClock(stepMsMax);
    this.#look = setInterval(() => {
      const [point = 0, step = 0] = progress;
      if (!clock.isOver([point, step]) || point === 0) return;
      this.endless = { point, step };
      this.#abort.abort();
    }, lookMs);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Stops watching. */
  close(): void {
    clearInterval(this.#look);
  }
}
